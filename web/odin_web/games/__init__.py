"""The solo game of the page.

=============  ================================================================
`store`        games in files: open, change, undo, redo, import, delete
`index`        the list of games with scores
`views`        what the page shows of a game, as types
`table`        the whole table of a game
`tables`       a table as it stands, without its moves
`moves`        legal moves, by what to touch for them; the history
`chance`       dice and outcomes
`banquet`      the feast, laid by hand or as proposed
`coaching`     searches: the coach, the best placement, the review
`requests`     routes
=============  ================================================================
"""
