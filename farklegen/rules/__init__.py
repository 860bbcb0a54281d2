"""The rules language: reading, checking, explaining and naming rulesets."""
