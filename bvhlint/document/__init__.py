"""A parsed BVH file and the views on it: skeleton and frame table."""
