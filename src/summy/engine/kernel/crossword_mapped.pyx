# cython: language_level=3
"""The search with a map of equations: every equation that it looks at can be made by the hand.

For each pattern class it goes down the map's tree along the faces of the core and those that the hand can give, and
compares the equations found there with the core, as bits under a mask.
"""

from summy.engine.kernel.crossword_cores cimport Core, CoreSet
from summy.engine.kernel.crossword_frames cimport lay_line
from summy.engine.kernel.crossword_tree cimport CHILD, SIZES, Group, Node, descent, has_equations

from libc.stdlib cimport realloc

cdef extern from *:
    int lowest_bit "__builtin_ctz"(unsigned int bits) noexcept nogil
    void prefetch "__builtin_prefetch"(const void *address) noexcept nogil



cdef inline int popcount(uint32_t bits) noexcept nogil:
    """How many bits are set; plain processors of this family have no instruction for it."""
    bits = bits - (bits >> 1 & 0x55555555)
    bits = (bits & 0x33333333) + (bits >> 2 & 0x33333333)
    return ((bits + (bits >> 4)) & 0x0F0F0F0F) * 0x01010101 >> 24


cdef void _compare(Mapped *search, const Hit *hit, int first, int last) noexcept nogil:
    """Compare all equations of a multiset with the core, with `first` to `last` squares before it."""
    cdef const Group *group = &search.map.groups[hit.node]
    cdef const uint64_t *texts = search.map.texts + group.text
    cdef int room = hit.length - search.core.length
    cdef int before, at
    cdef uint32_t index
    cdef int8_t line[9]
    search.context.nodes += group.count
    for index in range(group.count):
        for before in range(first, last + 1):
            if texts[index] >> (5 * before) & search.mask == search.bits:
                for at in range(hit.length):
                    line[at] = <int8_t> (texts[index] >> (5 * at) & 31)
                lay_line(search.context, search.core, line, before, room - before)
                if search.context.sink.stop:
                    return


cdef void _compare_singles(Mapped *search, const Hit *hit) noexcept nogil:
    """Lay all equations of a multiset across single table tiles, wherever they have such a face."""
    cdef const Group *group = &search.map.groups[hit.node]
    cdef const uint64_t *texts = search.map.texts + group.text
    cdef int at
    cdef uint32_t index
    cdef const Core *core
    cdef uint64_t rest
    cdef int8_t line[9]
    search.context.nodes += group.count
    for index in range(group.count):
        rest = texts[index]
        for at in range(hit.length):
            line[at] = <int8_t> (rest & 31)
            rest >>= 5
        for at in range(hit.length):
            if hit.crossings >> line[at] & 1:
                core = search.single[line[at]]
                if at <= core.left and hit.length - 1 - at <= core.right:
                    lay_line(search.context, core, line, at, hit.length - 1 - at)
                    if search.context.sink.stop:
                        return


cdef void _flush(Mapped *search) noexcept nogil:
    """Compare what was found. The memory of later finds is fetched meanwhile: waiting for it takes most of the time."""
    cdef int index, room
    for index in range(search.hit_count):
        prefetch(&search.map.groups[search.hits[index].node])
    for index in range(min(4, search.hit_count)):
        prefetch(search.map.texts + search.map.groups[search.hits[index].node].text)
    for index in range(search.hit_count):
        if index + 4 < search.hit_count:
            prefetch(search.map.texts + search.map.groups[search.hits[index + 4].node].text)
            prefetch(search.map.texts + search.map.groups[search.hits[index + 4].node].text + 8)
        if search.crossing:
            _compare_singles(search, &search.hits[index])
        else:
            room = search.hits[index].length - search.core.length
            _compare(search, &search.hits[index], max(0, room - search.core.right), min(room, search.core.left))
        if search.context.sink.stop:
            break
    search.hit_count = 0


cdef bint _more_hits(FoundHits *found) noexcept nogil:
    cdef int64_t capacity = 2 * found.capacity if found.capacity else 1024
    cdef Hit *bigger = <Hit *> realloc(found.hits, capacity * sizeof(Hit))
    if bigger == NULL:
        found.failed = True
        return False
    found.hits = bigger
    found.capacity = capacity
    return True


cdef inline void _hit(Mapped *search, const Node *node, int length, int points, uint32_t crossings) noexcept nogil:
    cdef Hit *hit
    if search.collect != NULL:
        if search.collect.count == search.collect.capacity and not _more_hits(search.collect):
            return
        hit = &search.collect.hits[search.collect.count]
        search.collect.count += 1
    else:
        if search.hit_count == HITS:
            _flush(search)
        hit = &search.hits[search.hit_count]
        search.hit_count += 1
    hit.points = points
    hit.node = <uint32_t> (node - search.map.nodes)
    hit.length = length
    hit.crossings = crossings


cdef void _descend(Mapped *search, const Node *node, int depth, int next, int points) noexcept nogil:
    """All multisets at and below a node.

    Arguments:
        depth: faces on the way here.
        next: how many of them are the core's.
        points: most points of the tiles for the others.
    """
    cdef uint32_t below = node.below & ALL_FACES
    cdef int place, face, required, spare, own
    cdef const Node *child
    search.context.nodes += 1
    if depth >= search.smallest and has_equations(node) and next == search.required_count:
        _hit(search, node, depth, points, 0)
    if depth == search.largest:
        return
    required = 31
    if next < search.required_count:
        # A face of the core that is passed by is missing for good.
        required = search.required[next]
        below &= (<uint32_t> 2 << required) - 1
        if search.largest - depth == search.required_count - next:
            below &= <uint32_t> 1 << required
    spare = search.supply.blanks - supply_blanks(&search.supply)
    if spare == 0:
        below &= search.own | <uint32_t> 1 << required
    # So many tiles of the hand must still be laid at the least, less those that can stand for several faces.
    spare = search.smallest - depth - (search.required_count - next) - spare - (
        search.supply.choices[0] + search.supply.choices[1])
    while below:
        if search.context.sink.stop:
            return
        place = lowest_bit(below)
        face = search.descent[place]
        own = search.supply.left[face]
        if spare > search.suffix[place + 1] + (own if own > 0 else 0):
            # The tiles that were passed by are missing now.
            return
        child = &search.map.nodes[(node.child & CHILD) + popcount(node.below & ((<uint32_t> 1 << place) - 1))]
        below &= below - 1
        if not child.child >> SIZES & search.sizes:
            continue
        if place == required:
            _descend(search, child, depth + 1, next + 1, points)
        elif take(&search.supply, face):
            _descend(search, child, depth + 1, next,
                     points + search.context.own_points[face] if own > 0 else points + search.context.other_points[face])
            give(&search.supply, face)


cdef uint32_t _crossings(Mapped *search, uint32_t taken) noexcept nogil:
    """Which faces of a multiset, that of the single table tile and those of the hand together, the tile may have."""
    cdef uint32_t faces = taken & search.singles, found = 0
    cdef int face
    # The supply has one blank too many, which stands for the table tile.
    cdef bint enough = supply_blanks(&search.supply) < search.supply.blanks
    if enough and not search.strict:
        return faces
    while faces:
        face = lowest_bit(faces)
        faces &= faces - 1
        give(&search.supply, face)
        if supply_blanks(&search.supply) < search.supply.blanks and (not search.strict or _all_showable(search)):
            found |= <uint32_t> 1 << face
        take(&search.supply, face)
    return found


cdef bint _all_showable(const Mapped *search) noexcept nogil:
    """Whether none of the faces that blanks must show is one that they may not show."""
    cdef int face
    cdef uint32_t blank_faces = search.context.rules.blank_faces
    cdef int strict[2]
    strict[0] = 0
    strict[1] = 0
    for face in range(FACES):
        if search.supply.left[face] < 0 and not blank_faces >> face & 1:
            if not ADD <= face <= DIVIDE:
                return False
            strict[face >= TIMES] -= search.supply.left[face]
    return strict[0] <= search.supply.choices[0] and strict[1] <= search.supply.choices[1]


cdef void _descend_singles(Mapped *search, const Node *node, int depth, uint32_t taken, uint32_t missing) noexcept nogil:
    """All multisets at and below a node that hand and one table tile have together.

    Arguments:
        taken: the faces on the way here.
        missing: those of them that the hand has too few tiles of.
    """
    cdef uint32_t below = node.below & ALL_FACES
    cdef uint32_t crossings, bit
    cdef int place, face
    cdef const Node *child
    search.context.nodes += 1
    if depth >= search.smallest and has_equations(node):
        crossings = _crossings(search, taken)
        if crossings:
            _hit(search, node, depth, 0, crossings)
    if depth == search.largest:
        return
    if supply_blanks(&search.supply) == search.supply.blanks:
        # One of the missing faces must be the table tile's; no more may be missing.
        if not missing & search.singles:
            return
        below &= search.own
    while below:
        if search.context.sink.stop:
            return
        place = lowest_bit(below)
        below &= below - 1
        child = &search.map.nodes[(node.child & CHILD) + popcount(node.below & ((<uint32_t> 1 << place) - 1))]
        if not child.child >> SIZES & search.sizes:
            continue
        face = search.descent[place]
        if take(&search.supply, face):
            bit = <uint32_t> 1 << face
            _descend_singles(search, child, depth + 1, taken | bit,
                             missing | bit if search.supply.left[face] < 0 else missing)
            give(&search.supply, face)


cdef inline bint _is_single(const Core *core) noexcept nogil:
    return core.length == 1 and core.fixed == 1


cdef void _search_singles(Mapped *search) noexcept nogil:
    """All classes of a single table tile."""
    cdef const CoreSet *cores = search.context.cores
    cdef const Core *core
    cdef int index, reach = 0
    search.singles = 0
    for index in range(cores.count):
        core = &cores.cores[index]
        if _is_single(core):
            search.single[core.faces[0]] = core
            search.singles |= <uint32_t> 1 << core.faces[0]
            reach = max(reach, core.reach)
    search.smallest = 3
    search.largest = min(search.map.size, 1 + min(search.context.hand.size, reach))
    if not search.singles or search.largest < 3:
        return
    _note_sizes(search)
    search.strict = search.singles & ~search.context.rules.blank_faces != 0
    search.supply.blanks += 1
    search.supply.blank_faces |= search.singles
    search.crossing = True
    _descend_singles(search, &search.map.nodes[0], 0, 0, 0)
    _flush(search)
    search.crossing = False
    search.supply.blanks -= 1
    search.supply.blank_faces = search.context.rules.blank_faces


cdef void _note_sizes(Mapped *search) noexcept nogil:
    cdef int size
    search.sizes = 0
    for size in range(search.smallest, search.largest + 1):
        search.sizes |= <uint32_t> 1 << (size - 3)


cdef bint _set_core(Mapped *search, const Core *core) noexcept nogil:
    """Make this the present class; False when the hand lacks what it takes."""
    cdef int at, place, index
    cdef int8_t face
    search.core = core
    search.bits = 0
    search.mask = 0
    search.required_count = 0
    for at in range(core.length):
        face = core.faces[at]
        if face == EMPTY:
            continue
        search.bits |= <uint64_t> face << (5 * at)
        search.mask |= <uint64_t> 31 << (5 * at)
        for place in range(FACES):
            if search.descent[place] == face:
                break
        index = search.required_count
        while index and search.required[index - 1] > place:
            search.required[index] = search.required[index - 1]
            index -= 1
        search.required[index] = place
        search.required_count += 1
    return not core.laid or take(&search.supply, core.faces[0])


cdef void _leave_core(Mapped *search) noexcept nogil:
    if search.core.laid:
        give(&search.supply, search.core.faces[0])


cdef void _search_core(Mapped *search, const Core *core) noexcept nogil:
    """All plays of one class."""
    if core.length > search.map.size:
        return
    search.smallest = max(3, core.fixed + max(core.gaps, 1))
    search.largest = min(search.map.size, min(core.fixed + search.context.hand.size, core.length + core.reach))
    if search.smallest > search.largest or not _set_core(search, core):
        return
    _note_sizes(search)
    _descend(search, &search.map.nodes[0], 0, 0, 0)
    _flush(search)
    _leave_core(search)


cdef void mapped_find(Mapped *search, const Core *core, int size, FoundHits *found) noexcept nogil:
    """Add to `found` the multisets of `size` faces, at most as many as the map has, that core and hand have together."""
    if not _set_core(search, core):
        return
    search.smallest = size
    search.largest = size
    _note_sizes(search)
    search.collect = found
    _descend(search, &search.map.nodes[0], 0, 0,
             search.context.own_points[core.faces[0]] if core.laid else 0)
    search.collect = NULL
    _leave_core(search)


cdef void mapped_compare(Mapped *search, const Core *core, const Hit *hit, int before) noexcept nogil:
    """Lay what was found for a class, with so many squares before its core."""
    if search.core != core:
        if not _set_core(search, core):
            return
        _leave_core(search)
    _compare(search, hit, before, before)


cdef void mapped_open(Mapped *search, const MapView *map, Context *context) noexcept nogil:
    """Make ready to search with a map."""
    cdef int place, face
    search.map = map
    search.context = context
    search.descent = descent()
    supply_open(&search.supply, context.hand, context.rules)
    search.own = 0
    search.suffix[FACES] = 0
    for place in range(FACES - 1, -1, -1):
        face = search.descent[place]
        search.suffix[place] = search.suffix[place + 1] + context.hand.counts[face]
        if context.hand.counts[face] or (ADD <= face <= DIVIDE and search.supply.choices[face >= TIMES]):
            search.own |= <uint32_t> 1 << place
    search.hit_count = 0
    search.crossing = False
    search.collect = NULL
    search.core = NULL


cdef void mapped_search(const MapView *map, Context *context) noexcept nogil:
    """All plays whose lines have at most as many faces as the map's equations."""
    cdef Mapped search
    cdef int index
    mapped_open(&search, map, context)
    _search_singles(&search)
    for index in range(context.cores.count):
        if context.sink.stop:
            break
        if not _is_single(&context.cores.cores[index]):
            _search_core(&search, &context.cores.cores[index])
