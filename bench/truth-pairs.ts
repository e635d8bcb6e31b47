import { distanceKm } from '../src/domain/geo.ts'
import { latinWords } from '../src/mapping/blocking.ts'
import { factsOf } from '../src/mapping/hotel-facts.ts'
import { judgeHotels, type PreparedHotel, prepareHotel } from '../src/mapping/judge-hotels.ts'
import { REPEATED, type RepeatedPoints, toRepeatedPoints, withKnownPoint } from '../src/mapping/repeated-points.ts'
import { type Oddities, ORDINARY } from '../src/sandbox/content/oddities.ts'
import type { Listed } from '../src/sandbox/content/world.ts'
import { type HotelPairsRow, type Judged, rowOf } from './mapping-hotels.ts'
import type { TrueListing, Truth } from './truth-listings.ts'

/** A pair of listings of the sandbox's world. The first of its kinds says what it is about, the others which oddities either side has. */
type TruthPair = {
  readonly a: TrueListing
  readonly b: TrueListing
  readonly label: 'SAME' | 'DIFFERENT'
  readonly kinds: readonly string[]
}

/** How the judge does on the sandbox's truth: by what a pair is, and by what is odd about either side. */
export function truthPairRows(truth: Truth): readonly HotelPairsRow[] {
  const repeated = repeatedPoints(truth)
  const prepared = new Map<TrueListing, PreparedHotel>()
  function preparedOf(one: TrueListing): PreparedHotel {
    const made = prepared.get(one) ?? prepareHotel(withKnownPoint(factsOf(one.listing), repeated))
    prepared.set(one, made)
    return made
  }
  const judged = truthPairs(truth).map(({ a, b, label, kinds }) => ({
    label,
    kinds,
    verdict: judgeHotels(preparedOf(a), preparedOf(b)).verdict,
  }))
  const byKind = new Map<string, Judged[]>()
  for (const one of judged)
    for (const kind of one.kinds) {
      const some = byKind.get(kind)
      if (some) some.push(one)
      else byKind.set(kind, [one])
    }
  const kinds = [...byKind].sort(([a], [b]) => rankOf(a) - rankOf(b) || (a < b ? -1 : 1))
  return [rowOf(SET, 'all', judged), ...kinds.map(([kind, some]) => rowOf(SET, kind, some))]
}

const SET = 'sandbox'

/** As `propose` finds them in the database. */
function repeatedPoints({ listings }: Truth): RepeatedPoints {
  const told = listings.flatMap(({ listing: { supplierCode, addressLines, latitude, longitude } }) => {
    if (latitude === null || longitude === null) return []
    const rounded = [latitude, longitude].map((degrees) => Number(degrees.toFixed(REPEATED.decimals)))
    return [{ supplierCode, latitude: rounded[0] ?? 0, longitude: rounded[1] ?? 0, address: addressLines.join() }]
  })
  const points = Map.groupBy(
    told,
    ({ supplierCode, latitude, longitude }) => `${supplierCode} ${latitude} ${longitude}`,
  )
  return toRepeatedPoints(
    [...points.values()]
      .filter((some) => new Set(some.map(({ address }) => address)).size >= REPEATED.addresses)
      .flatMap(([first]) => first ?? []),
  )
}

/** What a pair is comes before what is odd about it. */
function rankOf(kind: string): number {
  return kind.startsWith('one hotel') ? 0 : kind.startsWith('two hotels') ? 1 : 2
}

/** What is odd about a listing without anybody having to judge it by that. */
const JUDGED_BY: readonly (keyof Oddities)[] = [
  'name',
  'capitals',
  'address',
  'postcode',
  'country',
  'point',
  'phone',
  'stars',
  'chain',
]

/** All pairs of listings of one hotel at two suppliers, and of two hotels those that are hard to tell apart. */
function truthPairs(truth: Truth): readonly TruthPair[] {
  const byHotel = Map.groupBy(truth.listings, ({ listed }) => listed.hotelId)
  return [...samePairs(truth, byHotel), ...otherPairs(truth, byHotel)]
}

type ByHotel = ReadonlyMap<number, readonly TrueListing[]>

function samePairs(truth: Truth, byHotel: ByHotel): TruthPair[] {
  return [...byHotel.values()].flatMap((listings) =>
    listings.flatMap((a, index) =>
      listings
        .slice(index + 1)
        .filter((b) => a.listed.supplierCode !== b.listed.supplierCode)
        .map((b): TruthPair => pairOf(truth, { a, b, label: 'SAME', kind: sameKind(truth, a, b) })),
    ),
  )
}

type Told = Pick<TruthPair, 'a' | 'b' | 'label'> & { readonly kind: string }

function pairOf(truth: Truth, { a, b, label, kind }: Told): TruthPair {
  const odd = [a, b].flatMap(({ listed }) => {
    const told = truth.world.oddities(listed)
    return JUDGED_BY.filter((field) => told[field] !== ORDINARY[field]).map((field) => `${field}:${told[field]}`)
  })
  return { a, b, label, kinds: [kind, ...new Set(odd)] }
}

/** In Latin letters, under the brand that it has, and told. */
export function isSimplyNamed(truth: Truth, listed: Listed): boolean {
  const { name } = truth.world.oddities(listed)
  const { isRenamed } = truth.world.life(listed, truth.day).edits
  return !isRenamed && !['OLD_NAME', 'SCRIPT_ONLY', 'ROMANIZED', 'WITHOUT_CHAIN'].includes(name)
}

/** As the targets of mapping.md have them. */
function sameKind(truth: Truth, a: TrueListing, b: TrueListing): string {
  const told = [a, b].map(({ listed }) => ({
    name: truth.world.oddities(listed).name,
    isRenamed: truth.world.life(listed, truth.day).edits.isRenamed,
  }))
  const names = told.map(({ name }) => name)
  if (names.includes('OLD_NAME') || told.some(({ isRenamed }) => isRenamed)) return 'one hotel: renamed'
  const scripts = new Set(names.map((name) => (name === 'SCRIPT_ONLY' || name === 'ROMANIZED' ? name : 'LATIN')))
  if (scripts.size > 1) return 'one hotel: in two scripts'
  if (names.includes('WITHOUT_CHAIN')) return 'one hotel: brand told once'
  return 'one hotel: one script, one brand'
}

const NEAR_KM = 1
/** Of each hotel the nearest ones whose names share a word with its own. */
const NEAREST = 3

function otherPairs(truth: Truth, byHotel: ByHotel): TruthPair[] {
  const hotels = [...byHotel.keys()].flatMap((hotelId) => truth.world.hotel(hotelId) ?? [])
  const besides = hotels.flatMap(({ hotel, beside }) =>
    beside === null
      ? []
      : crossed(truth, byHotel, {
          ids: [hotel.hotelId, beside.hotelId],
          kind: beside.kind === 'UNIT' ? 'two hotels: apartment in the house' : 'two hotels: neighbour of one chain',
        }),
  )
  const known = new Set(hotels.flatMap(({ hotel, beside }) => (beside ? [`${hotel.hotelId} ${beside.hotelId}`] : [])))
  const points = hotels.map(({ hotel, names }) => ({
    hotelId: hotel.hotelId,
    latitude: hotel.latitude,
    longitude: hotel.longitude,
    words: new Set(latinWords(names.en)),
  }))
  const alike = points.flatMap((one) =>
    points
      .filter((other) => other.hotelId > one.hotelId && Math.abs(other.latitude - one.latitude) < 0.01)
      .filter((other) => !known.has(`${other.hotelId} ${one.hotelId}`) && distanceKm(one, other) <= NEAR_KM)
      .map((other) => ({ other, shared: one.words.intersection(other.words).size, km: distanceKm(one, other) }))
      .filter(({ shared }) => shared > 1)
      .sort((a, b) => b.shared - a.shared || a.km - b.km)
      .slice(0, NEAREST)
      .flatMap(({ other }) =>
        crossed(truth, byHotel, { ids: [one.hotelId, other.hotelId], kind: 'two hotels: near, names alike' }),
      ),
  )
  return [...besides, ...alike]
}

type Two = { readonly ids: readonly [number, number]; readonly kind: string }

function crossed(truth: Truth, byHotel: ByHotel, { ids: [one, other], kind }: Two): TruthPair[] {
  return (byHotel.get(one) ?? []).flatMap((a) =>
    (byHotel.get(other) ?? []).map((b) => pairOf(truth, { a, b, label: 'DIFFERENT', kind })),
  )
}
