"""The equation map: every true line up to a length, found by the multiset of its tiles."""

from summy.engine.kernel.shapes cimport *

cdef enum:
    LARGEST_SUBSET = 8    # tiles of the largest subset that `completions` knows
    # Bits of a packed equation: from 0 its symbols, four each; from 48 how many they are;
    EQUALS_AT = 52        # the place of the equals sign;
    LONGEST_AT = 56       # digits of its longest number;
    WHOLE_AT = 60         # whether all steps are whole numbers not below zero;
    LAST_AT = 63          # whether it is the last of its multiset

cdef class EquationMap:
    cdef readonly int symbols             # symbols of the longest line
    cdef readonly int64_t equations       # how many
    cdef readonly int64_t multisets
    cdef object keeper                    # what owns the memory
    cdef const uint64_t *data             # key, equations; key, equations; ...
    cdef const uint64_t *slots            # hash table: low half of a key, where its equations begin in `data`
    cdef const uint64_t *present          # one bit for a few bits more of the key: a filter before `slots`
    cdef const uint16_t *completions      # for each subset and place: the symbols that complete a line there
    cdef int slot_shift
    cdef uint64_t slot_mask
    cdef int present_shift
    # [equals][operators][digits]: where these subsets begin in `completions`
    cdef int64_t subset_base[2][4][9]
    cdef int _point(self, const uint8_t *memory, int64_t size) except -1

cdef uint64_t KEYS[16]                    # of each symbol; the key of a multiset is their sum
cdef int32_t DIGIT_RANK[10][13]           # what one more digit adds to the rank of a multiset of digits
cdef int32_t OPERATOR_RANK[4][4]          # the same for operators
cdef int32_t DIGIT_SETS[13]               # multisets of so many digits
cdef int32_t OPERATOR_SETS[4]             # of so many operators


cdef inline uint32_t entry_of(EquationMap map, uint64_t key) noexcept nogil:
    """Where a multiset probably begins in `data`, 0 when it has no equations: the key there remains to be
    compared.
    """
    cdef uint64_t slot = key >> map.slot_shift
    cdef uint64_t entry = map.slots[slot]
    while entry and entry >> 32 != key & <uint64_t> 0xffffffff:
        slot = (slot + 1) & map.slot_mask
        entry = map.slots[slot]
    return <uint32_t> entry


cdef inline const uint64_t *equations_of(EquationMap map, uint64_t key) noexcept nogil:
    """The first equation of a multiset (the last one has bit LAST_AT), NULL when it has none."""
    cdef uint64_t slot = key >> map.slot_shift
    cdef uint64_t entry
    while True:
        entry = map.slots[slot]
        if entry == 0:
            return NULL
        if entry >> 32 == key & <uint64_t> 0xffffffff and map.data[entry & <uint64_t> 0xffffffff] == key:
            return map.data + (entry & <uint64_t> 0xffffffff) + 1
        slot = (slot + 1) & map.slot_mask


cdef inline bint is_allowed(uint64_t equation, const Grammar *grammar) noexcept nogil:
    """Whether an equation keeps to the stricter rules of the grammar."""
    if grammar.integer_steps and not (equation >> WHOLE_AT) & 1:
        return False
    return grammar.max_digits == 0 or <int> (equation >> LONGEST_AT) & 15 <= grammar.max_digits
