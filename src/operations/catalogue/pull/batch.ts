import type { ContentItem, ContentMark } from '../../../suppliers/content-source.ts'
import { writable } from './clean-row.ts'

type HotelItem = Extract<ContentItem, { type: 'HOTEL' }>
type FaultyItem = Extract<ContentItem, { type: 'FAULTY' }>
type EndedItem = Extract<ContentItem, { type: 'ENDED' }>

/** At most so many rows, and characters as suppliers send them, are in memory before they are staged. */
const MAX_ROWS = 250
const MAX_CHARACTERS = 8_000_000

/** What was read and is not staged yet. */
export type Batch = {
  readonly hotels: ReadonlyMap<string, HotelItem>
  /** Further rows of hotels that are in `hotels`, with the line of the first. */
  readonly repeated: readonly HotelItem[]
  readonly faulty: readonly FaultyItem[]
  readonly ended: ReadonlyMap<string, EndedItem>
  /** The last mark: everything before it is in this batch, or was staged. Null: there was none since the pass was saved last. */
  readonly mark: ContentMark | null
}

export function createBatch() {
  const hotels = new Map<string, HotelItem>()
  const repeated: HotelItem[] = []
  const faulty: FaultyItem[] = []
  const ended = new Map<string, EndedItem>()
  let mark: ContentMark | null = null
  let characters = 0
  return {
    add: (told: ContentItem): void => {
      const item = withWritableId(told)
      if (item.type === 'HOTEL') {
        ended.delete(item.supplierHotelId)
        if (hotels.has(item.supplierHotelId)) repeated.push(item)
        else hotels.set(item.supplierHotelId, item)
        characters += item.raw.length
      } else if (item.type === 'ENDED') {
        hotels.delete(item.supplierHotelId)
        ended.set(item.supplierHotelId, item)
      } else if (item.type === 'FAULTY') faulty.push(item)
      else if (item.type === 'MARK') mark = item.mark
    },
    isFull: (): boolean =>
      hotels.size + repeated.length + faulty.length + ended.size >= MAX_ROWS || characters >= MAX_CHARACTERS,
    isEmpty: (): boolean => hotels.size + repeated.length + faulty.length + ended.size === 0 && mark === null,
    /** Hands out what is in it, and is empty afterwards. */
    take: (): Batch => {
      const taken = {
        hotels: new Map(hotels),
        repeated: [...repeated],
        faulty: [...faulty],
        ended: new Map(ended),
        mark,
      }
      hotels.clear()
      ended.clear()
      repeated.length = 0
      faulty.length = 0
      mark = null
      characters = 0
      return taken
    },
  }
}

/** The longest id of a listing; no supplier has a longer one. */
const MAX_ID = 64

/** A row whose id nobody could store is a row without one. */
function withWritableId(item: ContentItem): ContentItem {
  if (item.type !== 'HOTEL' && item.type !== 'FAULTY') return item
  const { line, supplierHotelId: id } = item
  if (id === null || (id !== '' && id.length <= MAX_ID && writable(id) === id)) return item
  const faults = [`supplier_hotel_id: must have 1 to ${MAX_ID} characters that can be stored`]
  return {
    type: 'FAULTY',
    line,
    supplierHotelId: null,
    faults: item.type === 'FAULTY' ? [...item.faults, ...faults] : faults,
  }
}
