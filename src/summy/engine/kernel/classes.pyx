# cython: language_level=3
"""The pattern classes of a table: which cores lie on it, and where.

Each run of tiles in a row or column may be the first of a line, and each later one the last; what lies
between is the *core*, whose gaps the line has to fill.
"""

from libc.stdlib cimport free, malloc, realloc
from libc.string cimport memset


cdef inline void _set_place(Place *place, int32_t core, int direction, int32_t coordinate, int32_t at,
                            int left, int right) noexcept nogil:
    place.core = core
    place.down = direction
    place.left = left
    place.right = right
    place.padding = 0
    place.x = coordinate if direction else at
    place.y = at if direction else coordinate


cdef class Snapshot:
    """The pattern classes of one table: cores, and the places where each lies.

    All places of one single tile are one class. Larger cores that are equal are rare, so each is a class by
    itself. Packed plays name places of a snapshot, so a snapshot that anybody holds is never changed: a
    table that changes makes another.
    """

    def __cinit__(self):
        self.core_capacity = 64
        self.cores = <Core *> malloc(self.core_capacity * sizeof(Core))
        self.many = <int32_t *> malloc(self.core_capacity * sizeof(int32_t))
        self.place_capacity = 128
        self.places = <Place *> malloc(self.place_capacity * sizeof(Place))
        self.found = <Place *> malloc(self.place_capacity * sizeof(Place))
        self.cell_capacity = 256
        self.cells = <int8_t *> malloc(self.cell_capacity)
        if (self.many == NULL or self.cores == NULL or self.places == NULL or self.found == NULL
                or self.cells == NULL):
            raise MemoryError

    def __dealloc__(self):
        free(self.cores)
        free(self.many)
        free(self.places)
        free(self.found)
        free(self.cells)

    cdef int rebuild(self, Table *table) except -1 nogil:
        """Find all classes of a table."""
        cdef int direction, symbol
        cdef int32_t index
        cdef LaneSet *lanes
        self.core_count = 0
        self.many_count = 0
        self.place_count = 0
        self.found_count = 0
        self.cell_count = SYMBOLS
        self.most_many = self.most_single = NOTHING_YET
        memset(self.single, 0xff, sizeof(self.single))
        # The first cells hold each symbol once, for the classes of single tiles.
        for symbol in range(SYMBOLS):
            self.cells[symbol] = <int8_t> symbol
        for direction in range(2):
            lanes = &table.sets[direction]
            for index in range(lanes.count):
                if lanes.lanes[index].tiles and not lanes.lanes[index].barren:
                    self._lane(table, direction, &lanes.lanes[index])
        self._group_singles()
        self._measure_room()
        return 0

    cdef int _lane(self, Table *table, int direction, Lane *lane) except -1 nogil:
        """All cores of one lane: each run of tiles as the first of the line, each later one as the last.

        Cores that no line can hold are left out, and so are those that no tile can be added to.
        """
        cdef Event *begin = lane.events
        cdef Event *end = lane.events + lane.count
        cdef Event *first = begin
        cdef Event *last
        cdef int left, right, free_squares, gaps
        cdef int symbol, before
        cdef bint equals
        lane.barren = True
        while first < end:
            if first.symbol >= SYMBOLS:
                first += 1
                continue
            # How many squares before the run may be filled: a table tile needs an empty square after it.
            left = MAX_HAND
            if first > begin:
                free_squares = first.at - (first - 1).at - 1
                if (first - 1).symbol < SYMBOLS:
                    free_squares -= 1
                left = min(left, free_squares)
            else:
                left = min(left, first.at - table.low[direction])
            last = first
            gaps = 0
            equals = first.symbol == EQUALS
            while True:
                # Here `last` is the first tile of a run: on to the run's last.
                while last + 1 < end and (last + 1).at == last.at + 1 and (last + 1).symbol < SYMBOLS:
                    symbol = (last + 1).symbol
                    before = last.symbol
                    if symbol >= PLUS:
                        # Two signs side by side, or a sign behind the equals sign.
                        if before >= PLUS or equals:
                            break
                        equals = symbol == EQUALS
                    elif (before == 0 and last > first and (last - 1).at == last.at - 1
                          and (last - 1).symbol >= PLUS):
                        # A number that begins with 0. (A run's first tile may still get digits before it.)
                        break
                    last += 1
                else:
                    right = MAX_HAND
                    if last + 1 < end:
                        free_squares = (last + 1).at - last.at - 1
                        if (last + 1).symbol < SYMBOLS:
                            free_squares -= 1
                        right = min(right, free_squares)
                    else:
                        right = min(right, table.high[direction] - last.at)
                    if gaps + left + right:
                        lane.barren = False
                        if first == last:
                            self._add_single(first, direction, lane.coordinate, left, right)
                        else:
                            self._add_many(first, last, direction, lane.coordinate, left, right)
                    if last + 1 == end or (last + 1).symbol >= SYMBOLS:
                        break
                    gaps += (last + 1).at - last.at - 1
                    last += 1
                    if gaps > MAX_HAND or (last.symbol >= PLUS and equals):
                        break
                    equals |= last.symbol == EQUALS
                    continue
                break
            # On to the next run.
            first += 1
            while first < end and first.at == (first - 1).at + 1 and first.symbol < SYMBOLS:
                first += 1
        return 0

    cdef int _add_single(self, Event *tile, int direction, int32_t coordinate, int left,
                         int right) except -1 nogil:
        """Note one place of a single tile."""
        cdef int32_t index = self.single[tile.symbol]
        cdef Core *core
        if index < 0:
            index = self._new_core(tile.symbol, 1)
            self.single[tile.symbol] = index
            core = &self.cores[index]
            core.key = key_of(tile.symbol)
            core.pattern = tile.symbol
            core.mask = 15
            self._count_tile(core, tile.symbol)
        core = &self.cores[index]
        core.places += 1
        core.left = max(core.left, left)
        core.right = max(core.right, right)
        if self.found_count + self.place_count == self.place_capacity:
            self._grow_places()
        _set_place(&self.found[self.found_count], index, direction, coordinate, tile.at, left, right)
        self.found_count += 1
        return 0

    cdef int _add_many(self, Event *first, Event *last, int direction, int32_t coordinate, int left,
                       int right) except -1 nogil:
        """Note one larger core and its place."""
        cdef int64_t length = last.at - first.at + 1
        cdef int64_t at = 0
        cdef int32_t index
        cdef int8_t *cells
        cdef Core *core
        if self.cell_count + length > self.cell_capacity:
            self._grow_cells(length)
        cells = self.cells + self.cell_count
        index = self._new_core(self.cell_count, length)
        self.cell_count += length
        core = &self.cores[index]
        core.left = left
        core.right = right
        core.places = 1
        core.first_place = self.place_count
        while True:
            cells[at] = <int8_t> first.symbol
            core.key += key_of(first.symbol)
            if length <= LONGEST_MAPPED:
                core.pattern |= <uint64_t> first.symbol << (4 * at)
                core.mask |= <uint64_t> 15 << (4 * at)
            self._count_tile(core, first.symbol)
            at += 1
            if first == last:
                break
            first += 1
            while at < length - (last.at - first.at) - 1:
                cells[at] = GAP
                core.gaps += 1
                at += 1
        self.most_many = max(self.most_many, core.points)
        self.many[self.many_count] = index
        self.many_count += 1
        if self.found_count + self.place_count == self.place_capacity:
            self._grow_places()
        _set_place(&self.places[self.place_count], index, direction, coordinate,
                   last.at - <int32_t> length + 1, left, right)
        self.place_count += 1
        return 0

    cdef inline void _count_tile(self, Core *core, int symbol) noexcept nogil:
        # Without branches: nobody can tell what comes next.
        core.points += self.points[symbol]
        core.digits += symbol < PLUS
        core.operators += PLUS <= symbol < EQUALS
        core.equals += symbol == EQUALS

    cdef int32_t _new_core(self, int64_t first_cell, int64_t length) except -1 nogil:
        cdef Core *core
        if self.core_count == self.core_capacity:
            self._grow_cores()
        core = &self.cores[self.core_count]
        memset(core, 0, sizeof(Core))
        core.first_cell = first_cell
        core.length = <int32_t> length
        self.core_count += 1
        return self.core_count - 1

    cdef void _group_singles(self) noexcept nogil:
        """Bring the places of each single tile together, behind those of the larger cores."""
        cdef int32_t index
        cdef int symbol
        cdef Core *core
        for symbol in range(SYMBOLS):
            if self.single[symbol] >= 0:
                core = &self.cores[self.single[symbol]]
                core.first_place = self.place_count
                self.place_count += core.places
                core.places = 0
                self.most_single = max(self.most_single, core.points)
        for index in range(self.found_count):
            core = &self.cores[self.found[index].core]
            self.places[core.first_place + core.places] = self.found[index]
            core.places += 1

    cdef void _measure_room(self) noexcept nogil:
        """For single tiles: which of them have room for so many tiles before and so many behind them."""
        cdef int32_t index, place
        cdef int before, behind, tiles, symbol
        cdef uint16_t fits[MOST_AROUND + 2][MOST_AROUND + 2]
        cdef Core *core
        memset(fits, 0, sizeof(fits))
        for symbol in range(SYMBOLS):
            index = self.single[symbol]
            if index < 0:
                continue
            core = &self.cores[index]
            for place in range(core.first_place, core.first_place + core.places):
                before = min(self.places[place].left, MOST_AROUND)
                behind = min(self.places[place].right, MOST_AROUND)
                fits[before][behind] |= <uint16_t> (1 << symbol)
        # Room for more is room for less.
        for before in range(MOST_AROUND, -1, -1):
            for behind in range(MOST_AROUND, -1, -1):
                fits[before][behind] |= fits[before + 1][behind] | fits[before][behind + 1]
        for tiles in range(1, MOST_AROUND + 1):
            for before in range(tiles + 1):
                self.room[tiles][before] = fits[before][tiles - before]

    cdef int _grow_cells(self, int64_t wanted) except -1 nogil:
        cdef int64_t capacity = 2 * self.cell_capacity + wanted
        cdef int8_t *bigger = <int8_t *> realloc(self.cells, capacity)
        if bigger == NULL:
            with gil:
                raise MemoryError
        self.cells = bigger
        self.cell_capacity = capacity
        return 0

    cdef int _grow_cores(self) except -1 nogil:
        cdef int32_t capacity = 2 * self.core_capacity
        cdef int32_t *many
        cdef Core *bigger = <Core *> realloc(self.cores, capacity * sizeof(Core))
        if bigger == NULL:
            with gil:
                raise MemoryError
        self.cores = bigger
        many = <int32_t *> realloc(self.many, capacity * sizeof(int32_t))
        if many == NULL:
            with gil:
                raise MemoryError
        self.many = many
        self.core_capacity = capacity
        return 0

    cdef int _grow_places(self) except -1 nogil:
        cdef int32_t capacity = 2 * self.place_capacity
        cdef Place *bigger = <Place *> realloc(self.found, capacity * sizeof(Place))
        if bigger == NULL:
            with gil:
                raise MemoryError
        self.found = bigger
        bigger = <Place *> realloc(self.places, capacity * sizeof(Place))
        if bigger == NULL:
            with gil:
                raise MemoryError
        self.places = bigger
        self.place_capacity = capacity
        return 0
