"""Many files: what the cache knows, a pool of processes, progress, results in order."""
