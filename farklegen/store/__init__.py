"""What is kept on disk between runs, under the user's cache folder."""
