"""What pictures show, as plain data: made from results, drawn by `render.drawing`."""
