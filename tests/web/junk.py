"""Texts that no store has written."""

JUNK = (
    *("", "{", "}", "[", "]", '"', "nul", "\x00", "{}x", '{"a":}', "undefined", "NaN", "'a'", "é"),
    *("null", "true", "false", "0", "-1", "1e308", '""', '"text"', "[]", "[[]]", "[null]", "[1,2]"),
    *("{}", '{"a":1}', '{"players":[null]}', '{"players":[]}', '{"players":{}}', '{"players":5}'),
    *('{"position":null}', '{"position":[]}', '{"position":5,"at":"x"}', '{"data":null}'),
    *('{"steps":[null],"name":"a","at":0}', '{"past":null,"present":null}', '{"used":null}'),
    *('{"__proto__":null,"length":5}', '{"toString":1}', "[" * 3000, '{"schema":99,"puzzles":[]}'),
)
"""More than 40."""
