"""Pictures drawn with matplotlib. Nothing is imported from there before a picture is wanted."""
