"""Settings: what configuration files may say, where they are found, what is in force for a file."""
