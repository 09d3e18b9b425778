"""The pages around the table: home, new table, open tables, joining, rules, the page of a game, errors."""
