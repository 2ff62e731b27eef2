"""Makes a context when it is imported."""
