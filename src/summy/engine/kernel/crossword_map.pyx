# cython: language_level=3
"""All true equations up to a size, grouped by their multiset of faces.

A tree (`crossword_tree`) leads from face to face to each multiset; below it lie its equations, packed into 64 bits each.
A search goes down the tree only along faces that the hand has, so every equation it meets can be made. `crossword_sides`
and `crossword_joining` build it.
"""

from cpython.buffer cimport PyBUF_SIMPLE, PyBuffer_FillInfo, PyBuffer_Release, PyObject_GetBuffer
from libc.stdlib cimport free
from libc.string cimport memcpy, memset

from summy.engine.kernel.crossword_joining cimport equations_build, equations_close
from summy.engine.kernel.crossword_plays cimport CrosswordRules
from summy.engine.kernel.crossword_shapes cimport *
from summy.engine.kernel.crossword_sides cimport Builder
from summy.engine.kernel.crossword_tree cimport CHILD, LARGEST, Group, Node

MAGIC = b"summy-equations-2".ljust(24, b"\0")

cdef enum:
    NUMBERS = 5           # in the header of a file, behind MAGIC
    HEADER = 64


cdef class Part:
    """A stretch of a map's memory as a read-only buffer, which keeps the map."""

    cdef EquationMap owner
    cdef const void *start
    cdef Py_ssize_t size

    def __getbuffer__(self, Py_buffer *buffer, int flags):
        PyBuffer_FillInfo(buffer, self, <void *> self.start, self.size, 1, flags)


cdef memoryview_of(EquationMap owner, const void *start, Py_ssize_t size):
    """A read-only memoryview of a stretch of a map's memory."""
    cdef Part part = Part.__new__(Part)
    part.owner = owner
    part.start = start
    part.size = size
    return memoryview(part)


cdef class EquationMap:
    """A map in memory: built here (`build`), or lying in a file that is mapped into memory (`from_buffer`)."""

    def __dealloc__(self):
        # Releasing a view that was never taken does nothing.
        PyBuffer_Release(&self._view)
        free(self._owned_nodes)
        free(self._owned_groups)
        free(self._owned_texts)

    @staticmethod
    def build(CrosswordRules rules, faces, int size):
        """Build the map of all equations of at most `size` faces (3 to 9) out of `faces`; takes about two seconds."""
        cdef EquationMap made = EquationMap.__new__(EquationMap)
        cdef Builder builder
        cdef int64_t numbers[5]
        cdef bint done
        if not 3 <= size <= LARGEST:
            raise ValueError("a map holds equations of 3 to 9 faces")
        memset(&builder, 0, sizeof(Builder))
        builder.rules = &rules.rules
        builder.size = size
        for face in faces:
            builder.faces |= <uint32_t> 1 << <int> face
        with nogil:
            done = equations_build(&builder)
            equations_close(&builder)
        made._owned_nodes = builder.tree.nodes
        made._owned_groups = builder.tree.groups
        made._owned_texts = builder.texts
        if not done:
            raise MemoryError
        numbers[0] = size
        numbers[1] = builder.equations
        numbers[2] = builder.multiset_count
        numbers[3] = builder.tree.count
        made._set(builder.tree.nodes, builder.tree.groups, builder.texts, numbers)
        return made

    cdef int _set(self, const Node *nodes, const Group *groups, const uint64_t *texts, const int64_t *numbers) except -1:
        self.nodes = nodes
        self.groups = groups
        self.texts = texts
        self.size = <int> numbers[0]
        self.equations = numbers[1]
        self.multisets = numbers[2]
        self.node_count = numbers[3]
        self.nbytes = HEADER + self.node_count * <int64_t> (sizeof(Node) + sizeof(Group)) + self.equations * 8
        return 0

    def parts(self):
        """The map as bytes to be written one after the other: header, tree, groups, equations."""
        cdef int64_t numbers[5]
        numbers[0] = self.size
        numbers[1] = self.equations
        numbers[2] = self.multisets
        numbers[3] = self.node_count
        numbers[4] = self.nbytes
        return (
            MAGIC + (<char *> numbers)[:NUMBERS * 8],
            memoryview_of(self, self.nodes, self.node_count * sizeof(Node)),
            memoryview_of(self, self.groups, self.node_count * sizeof(Group)),
            memoryview_of(self, self.texts, self.equations * sizeof(uint64_t)),
        )

    @staticmethod
    def from_buffer(holder):
        """The map that lies in a read-only buffer, such as a mapped file; ValueError when it is none."""
        cdef EquationMap made = EquationMap.__new__(EquationMap)
        cdef int64_t numbers[5]
        cdef char *start
        PyObject_GetBuffer(holder, &made._view, PyBUF_SIMPLE)
        start = <char *> made._view.buf
        if made._view.len < HEADER or start[:HEADER - NUMBERS * 8] != MAGIC:
            raise ValueError("not a map of equations")
        memcpy(numbers, start + HEADER - NUMBERS * 8, NUMBERS * 8)
        if not (3 <= numbers[0] <= LARGEST and numbers[4] == made._view.len and 0 < numbers[3] <= CHILD):
            raise ValueError("not a whole map of equations")
        start += HEADER
        made._set(<const Node *> start, <const Group *> (start + numbers[3] * <int64_t> sizeof(Node)),
                  <const uint64_t *> (start + numbers[3] * <int64_t> (sizeof(Node) + sizeof(Group))), numbers)
        if made.nbytes != made._view.len:
            raise ValueError("not a whole map of equations")
        return made

    def __iter__(self):
        """All equations, as tuples of faces, in the order of the tree."""
        cdef int64_t index
        cdef int at, length
        cdef int64_t node
        stack = [(0, 0)]
        while stack:
            node, length = stack.pop()
            for index in range(self.groups[node].text, self.groups[node].text + self.groups[node].count):
                yield tuple([<int> (self.texts[index] >> (5 * at)) & 31 for at in range(length)])
            for index in range(bin(self.nodes[node].below & ALL_FACES).count("1")):
                stack.append(((self.nodes[node].child & CHILD) + index, length + 1))
