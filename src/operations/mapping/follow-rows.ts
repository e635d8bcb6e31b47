import { type MergedHotel, mergeHotel } from '../../domain/content/merge-hotel.ts'
import type { Listing } from '../../domain/listing.ts'
import { judgeAgainst } from '../../mapping/combined-verdict.ts'
import { factsOf } from '../../mapping/hotel-facts.ts'
import { prepareHotel } from '../../mapping/judge-hotels.ts'
import type { HotelListing } from '../../store/content-due.ts'
import type { DescribedHotel } from '../../store/hotel-facts.ts'
import type { StoreParts } from '../../store/store.ts'
import type { Deps } from '../deps.ts'
import { trustOrders } from '../operator/content-trust.ts'
import { type CatalogueNames, factsOfHotel, namesOf } from './hotel-facts.ts'
import { type Ground, type Group, hotelOf, type NewHotel } from './hotel-of-group.ts'
import { createPlaceFinder } from './nearest-place.ts'
import { createTermFinder } from './terms/term-finder.ts'

type RowDeps = Pick<Deps, 'store' | 'catalogue' | 'log'>

/** The listings that are certain to be a hotel, and what all of them are merged to. */
type MergedListings = {
  readonly hotelId: number
  readonly told: readonly HotelListing[]
  readonly merged: MergedHotel | null
}

export type RowFollower = {
  /**
   * Writes the rows of those of the hotels that were made of listings, of what these tell now; returns those that have changed. Whoever
   * calls holds the hotels.
   */
  readonly follow: (tx: StoreParts, hotels: readonly MergedListings[]) => Promise<readonly number[]>
}

/**
 * What lists, pages and vouchers show of a hotel is its row: it is written here alone, so that they agree. Its ground, which is every place
 * there is, is read when the first hotel needs it.
 */
export function createRowFollower(deps: RowDeps): RowFollower {
  let known: Promise<Known> | undefined
  return {
    follow: async (tx, merged) => {
      const open = new Map(merged.filter((one) => one.merged !== null).map((one) => [one.hotelId, one]))
      const hotels = open.size === 0 ? [] : await tx.hotelFacts.madeHotels([...open.keys()])
      if (hotels.length === 0) return []
      known ??= readKnown(deps)
      const { ground, names } = await known
      const rows = hotels.flatMap((hotel) => {
        const all = open.get(hotel.hotelId)
        return all ? rowOf(deps, groupOf(hotel, all, { ground, names }), ground) : []
      })
      const terms = ground.terms.made()
      const changed = await tx.catalogue.writeHotels({ terms, hotels: rows })
      if (terms.length > 0) deps.catalogue.renew()
      return changed
    },
  }
}

type Known = { readonly ground: Ground; readonly names: CatalogueNames }

async function readKnown(deps: RowDeps): Promise<Known> {
  const [places, terms, trust, names] = await Promise.all([
    createPlaceFinder(deps),
    deps.store.hotels.terms(),
    trustOrders(deps.store),
    namesOf(deps),
  ])
  return { ground: { places, terms: createTermFinder(terms), trust }, names }
}

/** Those that tell of the hotel, merged: mostly all of them, which are merged already. */
function groupOf(hotel: DescribedHotel, { told, merged }: MergedListings, { ground, names }: Known): Group {
  const { hotelId } = hotel
  const listings = tellers(hotel, told, names)
  return { hotelId, listings, merged: listings.length === told.length ? merged : mergeHotel(listings, ground.trust) }
}

/** None: nothing certain is told, or not where it is. The row stays as it is then. */
function rowOf({ log }: RowDeps, group: Group, ground: Ground): NewHotel[] {
  try {
    const row = hotelOf(group, ground)
    return 'hotelId' in row && row.names['en'] !== '' ? [row] : []
  } catch (error) {
    log.error({ err: error, hotelId: group.hotelId }, 'the row of a hotel could not be made of its listings')
    return []
  }
}

/**
 * The listings that still are the hotel by what they tell now. One that has become another house must not take the hotel with it before
 * the engine or a person has looked: the comparison of the two would see nothing any more.
 */
function tellers(hotel: DescribedHotel, told: readonly HotelListing[], names: CatalogueNames): Listing[] {
  const own = prepareHotel(factsOfHotel(hotel, names))
  const prepared = told.map((one) => ({ ...one, facts: prepareHotel(factsOf(one.listing)) }))
  const still = prepared.filter(({ isJudged, facts }) => {
    if (isJudged) return true
    const others = prepared.filter((other) => other.facts !== facts).map((other) => other.facts)
    return judgeAgainst(facts, own, others).verdict === 'SAME'
  })
  return still.map(({ listing }) => listing)
}
