"""The lab: instruments that measure players, on one core or on many machines.

Nothing of the game, the site or the computer players needs it. Matches, statistics, self-play and plots need the extra
`lab` (`pip install 'summy-games[lab]'`); analysis and the line protocol do not.
"""
