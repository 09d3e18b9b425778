# cython: language_level=3
"""How good it is for a side to stand as it does at the end of a course: its lead, its chances, and what is maximised."""


cdef void course_judged(const Course *course, int32_t side, WinTable chances, Outcome *outcome) noexcept nogil:
    """Judge a course for a side. A finished game counts as it ended; else the tiles kept count, and the table of chances
    says what the lead is worth. Without a table the lead itself is maximised."""
    cdef int32_t other, unseen = course.bottom - course.top
    cdef int64_t mine, theirs = 0, value
    cdef double chance
    cdef bint any = False
    mine = 100 * course.scores[side] + (0 if course.ended else course.kept[side])
    for other in range(course.sides):
        if other != course.to_move:
            unseen += course.sizes[other]
        if other == side:
            continue
        value = 100 * course.scores[other] + (0 if course.ended else course.kept[other])
        if not any or value > theirs:
            theirs = value
            any = True
    value = max(-(1 << 30), min(1 << 30, mine - theirs))
    outcome.points = <int32_t> value
    if course.ended or chances is None:
        outcome.win = won(value)
    else:
        # The table is for the side whose turn it is.
        if course.to_move == side:
            chance = chances.chance_of(value, unseen)
        else:
            chance = 1 - chances.chance_of(-value, unseen)
        outcome.win = <int32_t> (1_000_000 * chance + 0.5)
    outcome.utility = outcome.points if chances is None else utility(outcome.win, value)


cdef int32_t won(int64_t lead) noexcept nogil:
    """The chances of a side whose game has ended, millionths."""
    return 500_000 if lead == 0 else 1_000_000 if lead > 0 else 0


cdef int32_t utility(int32_t win, int64_t lead) noexcept nogil:
    """What is maximised: chances, and half of a curve that rises with the lead, so that won and lost games are played
    sensibly. 0.5 * (0.5 + 0.5 x / (1 + |x|)) with x in units of 100 points, in whole numbers."""
    return <int32_t> (win + 250_000 + 250_000 * lead // (10_000 + (lead if lead >= 0 else -lead)))


def utility_of_final(int64_t lead, bint chances):
    """What is maximised where a game has ended with this lead, in points: as `course_judged` has it, with chances or without."""
    return utility(won(100 * lead), 100 * lead) if chances else 100 * lead
