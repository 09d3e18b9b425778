/**
 * Every option of <summy-board>, with its meaning and default. `board.set({...})` changes any of them;
 * what is left out stays as it is. Squares are `[x, y]`: x to the right, y down. The board knows no rules: it shows
 * what it is given and tells what people do (see the events at the end of this file).
 * @module
 */

/**
 * @typedef {[number, number]} Square
 * @typedef {{x: number, y: number, tile: string, face?: string, points?: number|null, state?: string, step?: number}} BoardTile
 *   `state`: "" at rest, "new" laid in this turn and not played yet, "mate" laid by a team mate; add "drop" to let it
 *   land, "no" to shake it; `step` is its place in the line: tiles land one after the other
 * @typedef {{x: number, y: number, direction: "across"|"down"}} Cursor
 * @typedef {{x: number, y: number, direction: "across"|"down", length: number, mark: string, text: string}} Band
 *   `mark` is the class of the side's shape ("", "b", "c", "d"), `text` stands in the chip ("+14")
 * @typedef {{x: number, y: number, name: string, tile?: BoardTile, closed: boolean, willClose: boolean,
 *   premium: string, cursor: ("across"|"down"|null)}} CellInfo what `label` is told of one square
 * @typedef {ReturnType<typeof defaults>} BoardOptions
 */

/** A fresh set of options. */
export function defaults() {
  return {
    /** Size of a bounded board; null = the table has no edge. @type {number|null} */
    width: null,
    /** @type {number|null} */
    height: null,
    /** Square whose tile carries a thin frame: the first tile of Summy. @type {Square|null} */
    first: null,
    /** Rows of premium names ("3E", "2P", "" ...) of a bounded board. @type {string[][]|null} */
    premium: null,
    /** Square drawn as a star, when premium squares are. @type {Square|null} */
    centre: null,

    /** All tiles that lie, one a square. @type {BoardTile[]} */
    tiles: [],
    /** Closed squares: hatched lids. @type {Square[]} */
    closed: [],
    /** Squares that would close: dashed lids. @type {Square[]} */
    willClose: [],
    /** Band round the last line. @type {Band|null} */
    last: null,
    /** Where typing goes and in which direction. @type {Cursor|null} */
    cursor: null,
    /** Points of the line that is being laid, shown under a square. @type {{x: number, y: number, text: string}|null} */
    score: null,
    /** Square under a dragged tile. @type {Square|null} */
    target: null,

    /** Tiles in the state "new" may be dragged and squares answer to taps. */
    interactive: true,
    /** Division is drawn as ÷ instead of : */
    obelus: false,
    /** Room that panels cover, in pixels: the camera keeps clear of it. */
    insets: { top: 0, right: 0, bottom: 0, left: 0 },
    /** Sides of a square in pixels: the smallest and largest that "fit" chooses, the largest of zooming. */
    fitMinimum: 28,
    fitMaximum: 48,
    zoomMinimum: 8,
    zoomMaximum: 88,
    /** On a bounded board, a finger's tap on a square smaller than this first zooms to it. 0 = never. */
    tapMinimum: 44,

    /** Name of the grid for screen readers. */
    name: "Board",
    /** Words for a square, for screen readers. @type {(cell: CellInfo) => string} */
    label: (cell) => [cell.name, cell.tile ? cell.tile.face ?? cell.tile.tile : "empty"].join(": "),
  };
}

/*
 * Events, all bubbling, with `detail`:
 *   square   {x, y, touch}      a square was tapped, or Enter-less pointer click
 *   cursor   {x, y}             the keyboard moved to a square
 *   lift     {x, y, pointer}    a tile in the state "new" is being dragged away; `pointer` is the pointer event
 *   camera   {}                 the visible part changed
 */
