# cython: language_level=3
"""Pattern classes of a table: what is looked for once, however often it lies on the board.

Every play has exactly one *core*. Where its line has table tiles, the core reaches from the first of them to the last,
with gaps that the play fills. A line that only touches tiles beside it has as its core the first of its squares with a
crossing line; the few faces that the crossing line allows there are as many classes. An opening play has the centre.
Equal cores are one class with a list of places.
"""

from libc.stdlib cimport free, malloc, realloc
from libc.string cimport memcmp, memcpy, memset


cdef int cores_open(CoreSet *cores) except -1:
    """Make an empty set; `cores_find` fills it, any number of times."""
    memset(cores, 0, sizeof(CoreSet))
    cores.mask = 255
    cores.slots = <int32_t *> malloc(256 * sizeof(int32_t))
    if cores.slots == NULL:
        raise MemoryError
    return 0


cdef void cores_close(CoreSet *cores) noexcept nogil:
    free(cores.cores)
    free(cores.places)
    free(cores.slots)
    memset(cores, 0, sizeof(CoreSet))


cdef void *_grown(CoreSet *cores, void *array, int32_t count, int32_t *capacity, size_t size) noexcept nogil:
    """The array with room for one more element; NULL, and `failed`, when memory is out."""
    cdef int32_t wanted
    cdef void *bigger
    if count < capacity[0]:
        return array
    wanted = 2 * capacity[0] if capacity[0] else 64
    bigger = realloc(array, wanted * size)
    if bigger == NULL:
        cores.failed = True
        return NULL
    capacity[0] = wanted
    return bigger


cdef bint _rehash(CoreSet *cores) noexcept nogil:
    cdef int32_t size = 2 * (cores.mask + 1), index
    cdef uint32_t slot
    cdef int32_t *slots = <int32_t *> malloc(size * sizeof(int32_t))
    if slots == NULL:
        cores.failed = True
        return False
    memset(slots, 0xff, size * sizeof(int32_t))
    free(cores.slots)
    cores.slots = slots
    cores.mask = size - 1
    for index in range(cores.count):
        slot = <uint32_t> (cores.cores[index].hash >> 32) & cores.mask
        while slots[slot] >= 0:
            slot = (slot + 1) & cores.mask
        slots[slot] = index
    return True


cdef void _note(CoreSet *cores, const int8_t *faces, int length, bint laid, const Place *place) noexcept nogil:
    """Note one place under the class of its core."""
    cdef uint64_t hash = length + 64 * laid
    cdef uint32_t slot
    cdef int32_t index
    cdef int at
    cdef Core *core
    cdef void *bigger
    for at in range(length):
        hash = (hash ^ <uint64_t> (faces[at] + 1)) * <uint64_t> 0x9E3779B97F4A7C15ULL
        hash ^= hash >> 29
    slot = <uint32_t> (hash >> 32) & cores.mask
    while True:
        index = cores.slots[slot]
        if index < 0:
            bigger = _grown(cores, cores.cores, cores.count, &cores.capacity, sizeof(Core))
            if bigger == NULL:
                return
            cores.cores = <Core *> bigger
            index = cores.count
            cores.count += 1
            cores.slots[slot] = index
            core = &cores.cores[index]
            memset(core, 0, sizeof(Core))
            core.hash = hash
            core.length = length
            core.laid = laid
            memcpy(core.faces, faces, length)
            for at in range(length):
                core.gaps += faces[at] == EMPTY
                core.equals += faces[at] == EQUALS
            core.fixed = 0 if laid else length - core.gaps
            if 2 * cores.count > cores.mask and not _rehash(cores):
                return
            break
        core = &cores.cores[index]
        if core.hash == hash and core.length == length and core.laid == laid and not memcmp(core.faces, faces, length):
            break
        slot = (slot + 1) & cores.mask
    core = &cores.cores[index]
    core.places += 1
    core.left = max(core.left, place.left)
    core.right = max(core.right, place.right)
    core.reach = max(core.reach, place.left + place.right)
    bigger = _grown(cores, cores.places, cores.place_count, &cores.place_capacity, sizeof(Place))
    if bigger == NULL:
        return
    cores.places = <Place *> bigger
    cores.places[cores.place_count] = place[0]
    cores.places[cores.place_count].core = index
    cores.place_count += 1


cdef bint _may_follow(const Rules *rules, int face, int next) noexcept nogil:
    """Whether two faces may stand side by side in a true line."""
    if face < ADD:
        return next >= ADD or (face <= 9 and next <= 9)
    if next < ADD:
        return True
    return face == EQUALS and next == SUBTRACT and rules.sign and not rules.right_side_number


cdef void _find_in_lane(CoreSet *cores, const Table *table, const Hand *hand, int direction, int origin) noexcept nogil:
    """All cores of one row or column: each run of tiles as the first of the line, each later one as the last."""
    cdef const Rules *rules = table.rules
    cdef int step = rules.width if direction else 1
    cdef int size = rules.height if direction else rules.width
    cdef int8_t faces[28]
    cdef const Cross *crosses[26]
    cdef int at, first, last, left, right, gaps, equals, square
    cdef bint wild = hand.counts[EQUALS] > 0 or (hand.counts[BLANK] > 0 and rules.blank_faces >> EQUALS & 1)
    cdef Place place
    place.direction = direction
    place.padding = 0
    for at in range(size):
        square = origin + at * step
        faces[at] = table.faces[square]
        crosses[at] = &table.cross[direction][square]
    first = 0
    while first < size:
        if faces[first] == EMPTY or (first and faces[first - 1] != EMPTY):
            if faces[first] == EMPTY and crosses[first].length and crosses[first].faces:
                _find_beside(cores, table, hand, direction, origin, first)
            first += 1
            continue
        # The square before the line must be empty: a table tile there costs one free square.
        left = 0
        while left < hand.size and first - left > 0 and faces[first - left - 1] == EMPTY and crosses[first - left - 1].faces:
            left += 1
        if first - left > 0 and faces[first - left - 1] != EMPTY:
            left -= 1
        gaps = 0
        equals = 0
        last = first
        while True:
            equals += faces[last] == EQUALS
            while last + 1 < size and faces[last + 1] != EMPTY:
                if not _may_follow(rules, faces[last], faces[last + 1]):
                    break
                last += 1
                equals += faces[last] == EQUALS
            if last + 1 < size and faces[last + 1] != EMPTY:
                break
            if equals > 1 and not rules.several_equals:
                break
            right = 0
            while (right < hand.size and last + right + 1 < size and faces[last + right + 1] == EMPTY
                   and crosses[last + right + 1].faces):
                right += 1
            at = last + right + 1
            if at < size and faces[at] != EMPTY:
                # The next run is in reach.
                if (equals or wild) and gaps + left + right > 1:
                    place.first = origin + first * step
                    place.left = left
                    place.right = right - 1
                    _note(cores, faces + first, last - first + 1, False, &place)
                gaps += right
                if gaps > hand.size:
                    break
                last = at
                continue
            if (equals or wild) and gaps + left + right > 0:
                place.first = origin + first * step
                place.left = left
                place.right = right
                _note(cores, faces + first, last - first + 1, False, &place)
            break
        first += 1


cdef void _find_beside(CoreSet *cores, const Table *table, const Hand *hand, int direction, int origin, int at) noexcept nogil:
    """Lines without a table tile whose first square with a crossing line is `at`."""
    cdef const Rules *rules = table.rules
    cdef int step = rules.width if direction else 1
    cdef int size = rules.height if direction else rules.width
    cdef int left = 0, right = 0, face, square, next
    cdef int8_t laid
    cdef const Cross *cross
    cdef Supply supply
    cdef Place place
    if at and table.faces[origin + (at - 1) * step] != EMPTY:
        return
    if at + 1 < size and table.faces[origin + (at + 1) * step] != EMPTY:
        return
    while left < hand.size and at - left > 0:
        square = origin + (at - left - 1) * step
        cross = &table.cross[direction][square]
        if table.faces[square] != EMPTY:
            left -= 1
            break
        if cross.length or not cross.faces:
            break
        left += 1
    while right < hand.size and at + right + 1 < size:
        square = origin + (at + right + 1) * step
        if table.faces[square] != EMPTY:
            right -= 1
            break
        if not table.cross[direction][square].faces:
            break
        right += 1
    place.first = origin + at * step
    place.direction = direction
    place.left = left
    place.right = right
    place.padding = 0
    supply_open(&supply, hand, rules)
    for face in range(FACES):
        if table.cross[direction][place.first].faces >> face & 1 and take(&supply, face):
            give(&supply, face)
            laid = face
            _note(cores, &laid, 1, True, &place)


cdef void _find_opening(CoreSet *cores, const Table *table, const Hand *hand) noexcept nogil:
    """The first play of a game: its core is the free centre."""
    cdef const Rules *rules = table.rules
    cdef int direction, step, size, at, origin
    cdef int8_t free = EMPTY
    cdef Place place
    for direction in range(2):
        if not table.cross[direction][rules.centre].faces:
            continue
        step = rules.width if direction else 1
        size = rules.height if direction else rules.width
        at = rules.centre // rules.width if direction else rules.centre % rules.width
        origin = rules.centre - at * step
        place.first = rules.centre
        place.direction = direction
        place.padding = 0
        place.left = 0
        place.right = 0
        while place.left < hand.size and at - place.left > 0 and table.cross[direction][origin + (at - place.left - 1) * step].faces:
            place.left += 1
        while place.right < hand.size and at + place.right + 1 < size and table.cross[direction][origin + (at + place.right + 1) * step].faces:
            place.right += 1
        _note(cores, &free, 1, False, &place)


cdef void _group(CoreSet *cores) noexcept nogil:
    """Bring the places of each class together, in the order in which they were found."""
    cdef int32_t index, next_place = 0
    cdef Core *core
    cdef Place *grouped
    if not cores.place_count:
        return
    for index in range(cores.count):
        cores.cores[index].first_place = next_place
        next_place += cores.cores[index].places
        cores.cores[index].places = 0
    grouped = <Place *> malloc(cores.place_capacity * sizeof(Place))
    if grouped == NULL:
        cores.failed = True
        return
    for index in range(cores.place_count):
        core = &cores.cores[cores.places[index].core]
        grouped[core.first_place + core.places] = cores.places[index]
        core.places += 1
    free(cores.places)
    cores.places = grouped


cdef void cores_find(CoreSet *cores, const Table *table, const Hand *hand) noexcept nogil:
    """Find the classes of a table in which a hand could make a play."""
    cdef const Rules *rules = table.rules
    cdef int direction, row
    cores.count = 0
    cores.place_count = 0
    cores.failed = False
    memset(cores.slots, 0xff, (cores.mask + 1) * sizeof(int32_t))
    if not hand.size:
        return
    if table.tiles == 0:
        _find_opening(cores, table, hand)
    else:
        for direction in range(2):
            for row in range(rules.width if direction else rules.height):
                _find_in_lane(cores, table, hand, direction, row if direction else row * rules.width)
    _group(cores)
