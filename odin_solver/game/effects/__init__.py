"""The effects of the occupations, card by card (rules, 5); importing this makes them known."""
