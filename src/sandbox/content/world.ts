import type { SandboxCatalogue } from '../catalogue/catalogue.ts'
import { hash32, pick } from '../catalogue/hash.ts'
import type { SandboxSupplierCode } from '../catalogue/types.ts'
import { describeListing } from './describe-listing.ts'
import { distortedAddress } from './distort/place.ts'
import type { DistortedListing } from './distorted-listing.ts'
import { type Day, type Life, lifeOf } from './life.ts'
import { createListedIndex, type Listed, type ListedIndex } from './listed.ts'
import { type Oddities, ORDINARY, odditiesOf } from './oddities.ts'
import { type TrueHotel, trueHotel } from './true-hotel.ts'

export type { Listed } from './listed.ts'

/**
 * What the sandbox's suppliers say about hotels: a function of the seed and the day. It holds the list of listings, and makes the
 * rest anew at each question.
 */
export type World = {
  readonly seed: string
  /** The truth; null for an unknown hotel. */
  readonly hotel: (hotelId: number) => TrueHotel | null
  readonly hotelIds: readonly number[]
  /** True for an apartment in another hotel's building. */
  readonly isUnit: (hotelId: number) => boolean
  /** All listings that a supplier ever has, by id. */
  readonly listings: (supplierCode: SandboxSupplierCode) => readonly Listed[]
  readonly find: (supplierCode: SandboxSupplierCode, supplierHotelId: string) => Listed | null
  /** A number of the listing's own, from which its oddities are drawn. */
  readonly keyOf: (listed: Listed) => number
  /** The country code as the listing has it. */
  readonly countryOf: (listed: Listed) => string
  readonly life: (listed: Listed, day: Day) => Life
  readonly oddities: (listed: Listed) => Oddities
  /** The row of that day, also of a listing that is closed then. */
  readonly describe: (listed: Listed, day: Day) => DistortedListing
}

/** The seed decides about the oddities and the days; which hotels there are is the catalogue's affair. */
const WORLD_SEED = 'world-1'

export function createWorld(catalogue: SandboxCatalogue, seed: string = WORLD_SEED): World {
  const further = new Map(catalogue.further().hotels.map((row) => [row.hotel.hotelId, row]))
  const index = createListedIndex(catalogue)
  /** Lists by country ask for it again and again. */
  const countries = new Map<Listed, string>()

  function truthOf(hotelId: number): TrueHotel | null {
    const hotel = catalogue.findHotel(hotelId)
    return hotel && trueHotel(hotel, further.get(hotelId) ?? null)
  }
  function knownTruth({ hotelId }: Listed): TrueHotel {
    const truth = truthOf(hotelId)
    if (!truth) throw new RangeError(`no hotel ${hotelId} in the sandbox`)
    return truth
  }
  function oddities(listed: Listed, truth = knownTruth(listed)): Oddities {
    return odditiesOfListing(index, { seed, listed, truth })
  }
  function countryOf(listed: Listed): string {
    const known = countries.get(listed)
    if (known !== undefined) return known
    const truth = knownTruth(listed)
    const { countryCode } = distortedAddress({ truth, oddities: oddities(listed, truth) })
    countries.set(listed, countryCode)
    return countryCode
  }
  return {
    seed,
    hotel: truthOf,
    hotelIds: [...catalogue.hotels.map(({ hotelId }) => hotelId), ...further.keys()],
    isUnit: (hotelId) => further.get(hotelId)?.kind === 'UNIT',
    listings: index.of,
    find: index.find,
    keyOf: (listed) => keyOf(seed, listed),
    countryOf,
    life: (listed, day) => lifeOfListing(seed, listed, day),
    oddities: (listed) => oddities(listed),
    describe: (listed, day) => {
      const truth = knownTruth(listed)
      const life = lifeOfListing(seed, listed, day)
      return describeListing(catalogue, {
        listed,
        truth,
        life,
        oddities: oddities(listed, truth),
        key: keyOf(seed, listed),
      })
    },
  }
}

const UNEDITED: Life['edits'] = {
  phone: 0,
  text: 0,
  images: 0,
  times: 0,
  fees: 0,
  facilities: 0,
  isRenamed: false,
  isMoved: false,
}

/** Only what the catalogue does not map comes and goes; nothing changes about a scenario's hotel. */
function lifeOfListing(seed: string, { supplierCode, supplierHotelId, standing }: Listed, day: Day): Life {
  const life = lifeOf({ seed, supplierCode, supplierHotelId, isPassing: standing === 'PASSING' }, day)
  return standing === 'SCENARIO' ? { ...life, edits: UNEDITED } : life
}

type Told = { readonly seed: string; readonly listed: Listed; readonly truth: TrueHotel }

function odditiesOfListing(index: ListedIndex, { seed, listed, truth }: Told): Oddities {
  const { supplierCode, standing } = listed
  if (standing === 'SCENARIO') return ORDINARY
  const isTwice = standing === 'TWICE'
  const drawn = odditiesOf(
    { supplierCode, truth, hasOldName: hasOldName(index, { seed, listed, truth }), isTwice },
    keyOf(seed, listed),
  )
  // The second listing of a hotel turns its words round, so the first one does not.
  return !isTwice && drawn.name === 'NOUN_FIRST' && index.isTwice(listed) ? { ...drawn, name: 'AS_IS' } : drawn
}

/** One supplier of a renamed hotel still has its former name. */
function hasOldName(index: ListedIndex, { seed, listed, truth }: Told): boolean {
  const { supplierCode, hotelId, standing } = listed
  const sellers = index.mapped(hotelId)
  return (
    standing === 'MAPPED' &&
    truth.formerName !== null &&
    sellers.length > 1 &&
    pick(hash32(seed, 'old-name', hotelId), sellers).supplierCode === supplierCode
  )
}

function keyOf(seed: string, { supplierCode, supplierHotelId }: Listed): number {
  return hash32(seed, 'listing', supplierCode, supplierHotelId)
}
