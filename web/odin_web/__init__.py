"""The page of ``odin web``: a server on this computer and the page that it serves.

=============  ================================================================
`server`       start and stop
`app`          routes
`connections`  how many, and how slow they may be
`pagefiles`    markup, scripts, styles, texts
`guard`        who may talk to the server, and what the page may load
`ondemand`     routes that are imported with their first request
`replies`      JSON requests and answers
`searches`     searches in the background, their events, the waiting line
`views`        positions and components as the page shows them
`positions`    requests about positions
`questions`    forms of questions, and searches for their answers
`puzzles`      requests of the page with puzzles
`games`        the solo game: a package
=============  ================================================================
"""

import odin_puzzles  # noqa: F401  registers the kinds of files of puzzles
