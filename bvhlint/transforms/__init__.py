"""Changes that options of fix ask for, one module each."""
