"""The constraints of the model: one module per rule, whose docstring is the rule in words."""
