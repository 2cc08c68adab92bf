"""Output formats: results in, text out, one module each."""
