"""Notation of positions in files, and results as plain data.

=================  =====================================================
`positions`        position files: reading, plain data, JSON Schema
`writing`          positions as text of files
`pieces`           the short notation of pieces, such as ``robe a1:c3``
`drawn`            boards drawn as text
`custom_boards`    boards described in a file
`kinds`            the kinds of files, and who reads them
`results`          solutions and checks for ``--json``
`labels`           names of boards, violations on one line
`examples`         shipped positions
`schema`           the shipped JSON Schema
=================  =====================================================
"""
