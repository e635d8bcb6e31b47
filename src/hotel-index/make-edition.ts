import { setImmediate as breathe } from 'node:timers/promises'
import { fold } from '../domain/text.ts'
import type { SearchRow } from '../store/hotels.ts'
import type { Store } from '../store/store.ts'
import { addBit } from './bitset.ts'
import { growingBytes, growingColumn } from './columns.ts'
import { type Edition, type EditionColumns, makeEdition, supplierBit } from './edition.ts'

/** Rows per read; each read takes some 10 ms of this process' time. */
const PAGE = 2_000

const MICRO = 1_000_000

/** Reads the whole catalogue into columns, and yields to other work in between. The store assigned the number `edition`. */
export async function makeEditionOf(
  { store }: { readonly store: Pick<Store, 'hotels'> },
  edition: number,
  onProgress: (hotels: number) => void = () => undefined,
): Promise<Edition> {
  const facilityIds = (await store.hotels.terms())
    .filter(({ kind }) => kind === 'facility')
    .map(({ id }) => Number(id))
    .sort((a, b) => a - b)
  const gather = gatherEdition(facilityIds, await store.hotels.countHotels())
  let afterId = 0
  for (;;) {
    const page = await store.hotels.searchRows(afterId, PAGE)
    const last = page.at(-1)
    if (!last) break
    for (const hotel of page) gather.add(hotel)
    afterId = last.hotelId
    onProgress(gather.count())
    await breathe()
  }
  return gather.finish(edition)
}

/** Collects hotels one at a time in id order; `expected` is their estimated number. */
export function gatherEdition(facilityIds: readonly number[], expected: number) {
  function int32() {
    return growingColumn((length) => new Int32Array(length), expected)
  }
  const hotelIds = int32()
  const placeIds = int32()
  const latitudes = int32()
  const longitudes = int32()
  const stars = growingColumn((length) => new Uint8Array(length), expected)
  /** The rows with half a star more than their whole ones. */
  const halves: number[] = []
  const chainIds = int32()
  const propertyTypes = growingColumn((length) => new Uint16Array(length), expected)
  const facilities = growingColumn((length) => new Uint32Array(length), expected * Math.ceil(facilityIds.length / 32))
  const suppliers = growingColumn((length) => new Uint32Array(length), expected)
  const weights = int32()
  const estimates = int32()
  const nameEnds = growingColumn((length) => new Uint32Array(length), expected)
  const names = growingBytes()
  const types = new Map<string, number>()
  const supplierCodes: string[] = []
  const facilityIndexes = new Map(facilityIds.map((id, index) => [id, index]))
  const words = new Uint32Array(Math.ceil(facilityIds.length / 32))
  let count = 0

  function typeIndex(type: string): number {
    const known = types.get(type)
    if (known !== undefined) return known
    types.set(type, types.size)
    return types.size - 1
  }

  function add(hotel: SearchRow): void {
    count += 1
    hotelIds.push(hotel.hotelId)
    placeIds.push(hotel.placeId)
    latitudes.push(Math.round(hotel.latitude * MICRO))
    longitudes.push(Math.round(hotel.longitude * MICRO))
    stars.push(Math.floor(hotel.stars ?? 0))
    if ((hotel.stars ?? 0) % 1 !== 0) halves.push(count - 1)
    chainIds.push(hotel.chainId ?? 0)
    propertyTypes.push(typeIndex(hotel.propertyType))
    words.fill(0)
    for (const id of hotel.facilityIds) {
      const index = facilityIndexes.get(id)
      if (index !== undefined) words[index >>> 5] = (words[index >>> 5] ?? 0) | (1 << (index & 31))
    }
    for (const word of words) facilities.push(word)
    suppliers.push(hotel.supplierCodes.reduce((mask, code) => mask | supplierBit(supplierCodes, code), 0))
    weights.push(hotel.weight)
    estimates.push(hotel.nightlyUsdCents)
    const lines = [...new Set(Object.values(hotel.names).map(fold))].join('\n')
    nameEnds.push(names.append(Buffer.from(lines)))
  }

  function finish(edition: number): Edition {
    const columns: EditionColumns = {
      hotelIds: hotelIds.finish(),
      placeIds: placeIds.finish(),
      latitudes: latitudes.finish(),
      longitudes: longitudes.finish(),
      stars: stars.finish(),
      halfStars: bitsOf(count, halves),
      chainIds: chainIds.finish(),
      propertyTypes: propertyTypes.finish(),
      facilities: facilities.finish(),
      suppliers: suppliers.finish(),
      weights: weights.finish(),
      estimates: estimates.finish(),
      names: names.finish(),
      nameEnds: nameEnds.finish(),
    }
    return makeEdition(edition, columns, { propertyTypes: [...types.keys()], facilityIds, supplierCodes })
  }

  return { add, finish, count: () => count }
}

function bitsOf(count: number, rows: readonly number[]): Uint32Array<ArrayBuffer> {
  // An edition without hotels has a word all the same: an empty column is one of before there were halves.
  const bits = new Uint32Array(Math.max(1, Math.ceil(count / 32)))
  for (const row of rows) addBit(bits, row)
  return bits
}
