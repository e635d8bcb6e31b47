/** Room for ids at the start; it doubles whenever half of it is taken. */
const FIRST_SIZE = 1 << 14

/** Ids that were seen, as hashes of 64 bits in typed arrays: 32 bytes an id at most, whatever their length. */
export type SeenIds = {
  /** Returns where the id was seen first; null when this is the first time, and then keeps `place`, a number above 0. */
  readonly see: (id: string, place: number) => number | null
}

export function createSeenIds(): SeenIds {
  let count = 0
  let table = emptyTable(FIRST_SIZE)

  function grow(): void {
    const old = table
    table = emptyTable(old.places.length * 2)
    old.places.forEach((place, slot) => {
      if (place !== 0)
        fill(table, slotOf(table, old.lows[slot] ?? 0, old.highs[slot] ?? 0), [
          old.lows[slot] ?? 0,
          old.highs[slot] ?? 0,
          place,
        ])
    })
  }

  return {
    see: (id, place) => {
      const low = hash(id, 0x811c9dc5)
      const high = hash(id, 0x9747b28c)
      const slot = slotOf(table, low, high)
      const known = table.places[slot] ?? 0
      if (known !== 0) return known
      fill(table, slot, [low, high, place])
      count += 1
      if (count * 2 > table.places.length) grow()
      return null
    },
  }
}

type Table = { readonly lows: Int32Array; readonly highs: Int32Array; readonly places: Uint32Array }

function emptyTable(size: number): Table {
  return { lows: new Int32Array(size), highs: new Int32Array(size), places: new Uint32Array(size) }
}

/** The slot of an id, or the free one where it belongs. */
function slotOf({ lows, highs, places }: Table, low: number, high: number): number {
  const last = places.length - 1
  let slot = (low ^ (high >>> 7)) & last
  while (places[slot] !== 0 && (lows[slot] !== low || highs[slot] !== high)) slot = (slot + 1) & last
  return slot
}

function fill(
  { lows, highs, places }: Table,
  slot: number,
  [low, high, place]: readonly [number, number, number],
): void {
  lows[slot] = low
  highs[slot] = high
  places[slot] = place
}

/** FNV-1a with a seed of its own, and mixed at the end, so that two of them are independent enough. */
function hash(text: string, seed: number): number {
  let value = seed
  for (let index = 0; index < text.length; index++) value = Math.imul(value ^ text.charCodeAt(index), 0x01000193)
  value = Math.imul(value ^ (value >>> 16), 0x85ebca6b)
  return (value ^ (value >>> 13)) | 0
}
