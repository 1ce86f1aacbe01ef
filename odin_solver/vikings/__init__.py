"""Vikings (Kiesling): parts, rules, models, games; no rule of A Feast for Odin is used."""
