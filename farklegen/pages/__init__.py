"""One page that holds a ruleset's card, its odds and its solved match, and plays by itself."""
