"""Editing a position, without any screen: values and pure functions.

===========  =======================================================
`changes`    changes of a position that are refused with a reason
`ghost`      the tile in hand: moved, turned, flipped, judged
`finding`    tiles and entries from typed text
`editor`     what a screen shows, and its commands
===========  =======================================================
"""
