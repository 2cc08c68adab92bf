"""The concrete syntax tree of a BVH file and the parser that makes it."""
