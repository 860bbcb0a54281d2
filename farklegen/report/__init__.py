"""Results turned into documents, and the one place where numbers are written."""
