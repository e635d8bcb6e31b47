import { fold } from '../domain/text.ts'
import { addBit, type Bitset, bitsWhere, emptyBits, intersection, union } from './bitset.ts'
import { supplierMask } from './edition.ts'
import type { LeftOut } from './left-out.ts'
import type { PlaceIndex } from './place-index.ts'

/** The filters of a search; absent or null ones are not applied. Prices are US cents for the whole stay. */
type HotelFilters = {
  readonly rooms: readonly unknown[]
  readonly starRatings?: readonly number[] | null | undefined
  readonly minTotalPriceUsdCents?: number | null | undefined
  readonly maxTotalPriceUsdCents?: number | null | undefined
  readonly propertyTypes?: readonly string[] | null | undefined
  readonly chainIds?: readonly number[] | null | undefined
  readonly facilityIds?: readonly number[] | null | undefined
  readonly hotelName?: string | null | undefined
  readonly hotelIds?: readonly number[] | null | undefined
}

/** Everything that selects the hotels of a search, including the input's filters. */
export type Choice = {
  readonly input: HotelFilters
  readonly nights: number
  /** The suppliers that the organization may use: a hotel that none of them lists is not a result. */
  readonly supplierCodes: readonly string[]
  /** The hotels that recently had no price. */
  readonly leftOut: LeftOut
}

/**
 * The members of a place that pass every filter and are in `within`, as a new set; it still contains the hotels that are left
 * out. Total prices are converted to nightly ones: total / (nights × rooms).
 */
export function chosenMembers(index: PlaceIndex, { input, nights, supplierCodes }: Choice, within?: Bitset): Bitset {
  const sets = within ? [within, listedBy(index, supplierCodes)] : [listedBy(index, supplierCodes)]
  const { starRatings, propertyTypes, chainIds, facilityIds, hotelName, hotelIds } = input
  if (starRatings)
    sets.push(
      anyOf(
        index,
        starRatings.map((stars) => withStars(index, stars)),
      ),
    )
  if (propertyTypes)
    sets.push(
      anyOf(
        index,
        propertyTypes.map((type) => ofType(index, type)),
      ),
    )
  if (chainIds)
    sets.push(
      anyOf(
        index,
        chainIds.map((chainId) => ofChain(index, chainId)),
      ),
    )
  if (facilityIds) sets.push(...facilityIds.map((facilityId) => withFacility(index, facilityId)))
  if (hotelIds) sets.push(amongIds(index, hotelIds))
  if (hotelName) sets.push(index.named(fold(hotelName)))
  const priced = withinPrice(index, input, nights * input.rooms.length)
  if (priced) sets.push(priced)
  return intersection(index.rows.length, sets)
}

function anyOf(index: PlaceIndex, sets: readonly Bitset[]): Bitset {
  const [only] = sets
  return only && sets.length === 1 ? only : union(index.rows.length, sets)
}

function membersWhere(index: PlaceIndex, has: (row: number) => boolean): Bitset {
  return bitsWhere(index.rows.length, (member) => has(index.rows[member] ?? 0))
}

function listedBy(index: PlaceIndex, supplierCodes: readonly string[]): Bitset {
  const { edition } = index.ranking
  const mask = supplierMask(edition, supplierCodes)
  const { suppliers } = edition.columns
  return index.kept(`suppliers ${mask} ${edition.changes}`, () =>
    membersWhere(index, (row) => ((suppliers[row] ?? 0) & mask) !== 0),
  )
}

/** Half a star more does not take a hotel out of its class: 4.5 stars are found with 4. */
function withStars(index: PlaceIndex, wanted: number): Bitset {
  const { stars } = index.ranking.edition.columns
  return index.kept(`stars ${wanted}`, () => membersWhere(index, (row) => stars[row] === wanted))
}

function ofType(index: PlaceIndex, wanted: string): Bitset {
  const { columns, lists } = index.ranking.edition
  const type = lists.propertyTypes.indexOf(wanted)
  if (type < 0) return emptyBits(index.rows.length)
  return index.kept(`type ${type}`, () => membersWhere(index, (row) => columns.propertyTypes[row] === type))
}

function ofChain(index: PlaceIndex, wanted: number): Bitset {
  const { chainIds } = index.ranking.edition.columns
  return index.kept(`chain ${wanted}`, () => membersWhere(index, (row) => chainIds[row] === wanted))
}

function withFacility(index: PlaceIndex, wanted: number): Bitset {
  const { columns, lists, facilityWords } = index.ranking.edition
  const bit = lists.facilityIds.indexOf(wanted)
  if (bit < 0) return emptyBits(index.rows.length)
  return index.kept(`facility ${bit}`, () =>
    membersWhere(
      index,
      (row) => ((columns.facilities[row * facilityWords + (bit >>> 5)] ?? 0) & (1 << (bit & 31))) !== 0,
    ),
  )
}

function amongIds(index: PlaceIndex, hotelIds: readonly number[]): Bitset {
  const bits = emptyBits(index.rows.length)
  for (const hotelId of hotelIds) {
    const member = index.memberOf(hotelId)
    if (member >= 0) addBit(bits, member)
  }
  return bits
}

function withinPrice(index: PlaceIndex, input: HotelFilters, roomNights: number): Bitset | null {
  const { minTotalPriceUsdCents: min, maxTotalPriceUsdCents: max } = input
  if (min == null && max == null) return null
  const [low, high] = [(min ?? 0) / roomNights, (max ?? Number.POSITIVE_INFINITY) / roomNights]
  return index.kept(`nightly ${low} ${high}`, () => pricedWithin(index.nightly(), low, high))
}

function pricedWithin(nightly: Int32Array, low: number, high: number): Bitset {
  const bits = emptyBits(nightly.length)
  // This is the only filter that checks every hotel, often for a range that was never requested before, so its loop makes no
  // function calls.
  for (let member = 0; member < nightly.length; member++) {
    const price = nightly[member] ?? 0
    if (price >= low && price <= high) bits[member >>> 5] = (bits[member >>> 5] ?? 0) | (1 << (member & 31))
  }
  return bits
}
