"""Names and sentences for people, as plain text.

`names` is low in the order of imports: it needs only the components and `placement`, so that
`analysis`, `feast` and the game may use it. `cards`, `game`, `moves`, `menu` and `news` speak of
the game and come after `game`; `plan` and `reports` speak of the planner and come after
`planner`. Nothing here knows rich: `render` draws these texts.
"""
