"""What is in a file, for ``bvhlint info``: facts, not findings."""
