"""The card on one sheet of paper: as an HTML page, and as PDF through typst."""
