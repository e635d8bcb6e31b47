import { DAY_MS, type Instant } from '../../domain/time.ts'
import { type HotelGroup, LACKS, type ListingGroup } from '../../store/catalogue-health.ts'
import type { Deps } from '../deps.ts'
import { REVIEW_REASONS, type ReviewReason } from '../mapping/proposal.ts'

/** How it stands with listings. Each figure is a number of listings. */
export type ListingFigures = {
  /** Staged ones, and those that are mapped although nothing of them is staged (`notStaged`). */
  readonly listings: number
  readonly active: number
  readonly closed: number
  readonly notOnSale: number
  readonly gone: number
  readonly notStaged: number
  /** Those that a hotel has, whether it is sold from them (`sold`) or not. */
  readonly mapped: number
  readonly sold: number
  readonly pending: number
  readonly unverified: number
  /** Mapped, and a question about it waits for a person. */
  readonly disputed: number
  /** Active ones that no hotel has: of a house that the catalogue lacks, in review, or not judged yet (or taken off by a person). */
  readonly unmatched: number
  readonly inReview: number
  readonly unjudged: number
  /** What waits for a person, mapped or not, by what it is about. */
  readonly review: Readonly<Record<ReviewReason, number>>
  /** Of those, what contradicts other listings: ONE_TO_ONE, TRANSITIVE, COMPETING. */
  readonly conflicts: number
  /** Active, and its supplier has neither changed nor confirmed it for `staleDays`. */
  readonly stale: number
  /** Of the active ones. */
  readonly withoutImage: number
  readonly withoutPoint: number
  readonly withoutRooms: number
  readonly withoutPhone: number
}

/** Hotels, by how many suppliers sell them. */
export type HotelFigures = {
  readonly hotels: number
  readonly soldByNone: number
  readonly soldBy1: number
  readonly soldBy2: number
  readonly soldBy3: number
  readonly soldBy4OrMore: number
  /** The part of the hotels that nobody sells, 0 to 1; null without hotels. */
  readonly shareSoldByNone: number | null
}

export type CatalogueReport = {
  readonly all: ListingFigures & HotelFigures
  readonly suppliers: readonly SupplierFigures[]
  /** Those with the most active listings that are not sold come first. */
  readonly countries: readonly (ListingFigures & HotelFigures & { readonly countryCode: string | null })[]
  readonly suppliersByCountry: readonly (ListingFigures & {
    readonly supplierCode: string
    readonly countryCode: string | null
  })[]
}

export type SupplierFigures = ListingFigures & {
  readonly supplierCode: string
  /** The hotels that nobody else sells. */
  readonly hotelsOnlyHere: number
  /** When content was last pulled, and last came by any way; null: never, or without the name of the supplier. */
  readonly lastPullAt: Instant | null
  readonly lastRunAt: Instant | null
}

export type ReportOptions = {
  /** Null: all. */
  readonly supplierCode: string | null
  /** ISO 3166-1 alpha-2; null: all. */
  readonly countryCode: string | null
  readonly staleDays: number
}

export const STALE_DAYS = 30

/** Listings of one supplier and country. */
type Cell = {
  readonly supplierCode: string
  readonly countryCode: string | null
  readonly figures: Counts
}

/**
 * Counts the whole catalogue by supplier and country: seconds for millions of listings. What changes meanwhile may be counted twice or not at all. Hotels are those of the countries, whichever
 * supplier is asked about.
 */
export async function catalogueReport(
  { store, clock }: Pick<Deps, 'store' | 'clock'>,
  { supplierCode, countryCode, staleDays }: ReportOptions,
): Promise<CatalogueReport> {
  const unchangedSince = clock.real() - staleDays * DAY_MS
  const runs = await store.catalogueHealth.lastRuns()
  function lastOf(code: string, kind?: string): Instant | null {
    const ended = runs.filter((run) => run.supplierCode === code && (kind === undefined || run.kind === kind))
    return ended.length === 0 ? null : Math.max(...ended.map(({ endedAt }) => endedAt))
  }
  const codes = supplierCode === null ? await store.catalogueHealth.supplierCodes() : [supplierCode]
  function isAsked(group: { readonly countryCode: string | null }): boolean {
    return countryCode === null || group.countryCode === countryCode
  }
  const cells: Cell[] = []
  // One after the other: this must not take the database away from those who search.
  for (const code of codes) {
    const groups = (await listingGroups(store, code, unchangedSince)).filter(isAsked)
    // A whole pull sees what it does not change.
    const isSeen = (lastOf(code, 'PULL') ?? 0) >= unchangedSince
    cells.push(...cellsOf(code, groups, isSeen))
  }
  const hotels = (await hotelGroups(store)).filter(isAsked)
  return {
    all: { ...sumOf(cells), ...hotelFigures(hotels) },
    suppliers: codes.map((code) => ({
      supplierCode: code,
      ...sumOf(cells.filter((cell) => cell.supplierCode === code)),
      hotelsOnlyHere: hotelsIn(hotels.filter(({ alone }) => alone === code)),
      lastPullAt: lastOf(code, 'PULL'),
      lastRunAt: lastOf(code),
    })),
    countries: countriesOf(cells, hotels),
    suppliersByCountry: cells
      .map((cell) => ({ supplierCode: cell.supplierCode, countryCode: cell.countryCode, ...sumOf([cell]) }))
      .sort(worstFirst),
  }
}

async function listingGroups({ transaction, catalogueHealth }: Store, code: string, unchangedSince: Instant) {
  const groups: ListingGroup[] = []
  for (let after = ''; ; ) {
    const until = await catalogueHealth.listingSliceEnd(code, after)
    const slice = { after, until, unchangedSince }
    groups.push(...(await transaction((tx) => tx.catalogueHealth.listingGroups(code, slice))))
    if (until === null) return groups
    after = until
  }
}

async function hotelGroups({ transaction, catalogueHealth }: Store): Promise<HotelGroup[]> {
  const groups: HotelGroup[] = []
  for (let after = 0; ; ) {
    const until = await catalogueHealth.hotelSliceEnd(after)
    const slice = { after, until }
    groups.push(...(await transaction((tx) => tx.catalogueHealth.hotelGroups(slice))))
    if (until === null) return groups
    after = until
  }
}

type Store = Pick<Deps['store'], 'transaction' | 'catalogueHealth'>

function cellsOf(supplierCode: string, groups: readonly ListingGroup[], isSeen: boolean): Cell[] {
  return [...Map.groupBy(groups, ({ countryCode }) => countryCode)].map(([countryCode, some]) => {
    const figures = { ...NOTHING }
    for (const group of some) for (const key of countedAs(group, isSeen)) figures[key] += group.listings
    return { supplierCode, countryCode, figures }
  })
}

type Count = Exclude<keyof ListingFigures, 'review'> | ReviewReason
type Counts = Record<Count, number>

const COUNTS = [
  ...(['listings', 'active', 'closed', 'notOnSale', 'gone', 'notStaged'] as const),
  ...(['mapped', 'sold', 'pending', 'unverified', 'disputed', 'unmatched', 'inReview', 'unjudged'] as const),
  ...(['conflicts', 'stale', 'withoutImage', 'withoutPoint', 'withoutRooms', 'withoutPhone'] as const),
  ...REVIEW_REASONS,
] as const satisfies readonly Count[]
const NOTHING = Object.fromEntries(COUNTS.map((key) => [key, 0])) as Counts // every key is there

const STATUSES: Readonly<Record<string, Count>> = {
  ACTIVE: 'active',
  CLOSED: 'closed',
  NOT_ON_SALE: 'notOnSale',
  GONE: 'gone',
}
const CONFLICTS: ReadonlySet<string> = new Set<ReviewReason>(['ONE_TO_ONE', 'TRANSITIVE', 'COMPETING'])

/** The figures that a listing adds to. */
function countedAs(group: ListingGroup, isSeen: boolean): Count[] {
  const counted: Count[] = ['listings', group.status === null ? 'notStaged' : (STATUSES[group.status] ?? 'gone')]
  const why = group.outcome === 'REVIEW' ? REVIEW_REASONS.find((one) => one === group.why) : undefined
  if (why) counted.push(why)
  if (why && CONFLICTS.has(why)) counted.push('conflicts')
  if (group.verification !== null) counted.push(...mappedAs(group))
  else if (group.status === 'ACTIVE') counted.push(unmappedAs(group))
  if (group.status === 'ACTIVE') counted.push(...toldAs(group, isSeen))
  return counted
}

function mappedAs({ verification, isSold, outcome }: ListingGroup): Count[] {
  const counted: Count[] = ['mapped']
  if (isSold) counted.push('sold')
  if (verification === 'PENDING') counted.push('pending')
  if (verification === 'UNVERIFIED') counted.push('unverified')
  if (outcome === 'REVIEW') counted.push('disputed')
  return counted
}

function unmappedAs({ outcome }: ListingGroup): Count {
  if (outcome === 'REVIEW') return 'inReview'
  return outcome === 'NEW' ? 'unmatched' : 'unjudged'
}

function toldAs({ lacks, isUnchanged }: ListingGroup, isSeen: boolean): Count[] {
  const counted: Count[] = isUnchanged && !isSeen ? ['stale'] : []
  if (lacks & LACKS.image) counted.push('withoutImage')
  if (lacks & LACKS.point) counted.push('withoutPoint')
  if (lacks & LACKS.rooms) counted.push('withoutRooms')
  if (lacks & LACKS.phone) counted.push('withoutPhone')
  return counted
}

function sumOf(cells: readonly Pick<Cell, 'figures'>[]): ListingFigures {
  const sums = { ...NOTHING }
  for (const { figures } of cells) for (const key of COUNTS) sums[key] += figures[key]
  const review = Object.fromEntries(REVIEW_REASONS.map((why) => [why, sums[why]])) as ListingFigures['review']
  const plain = Object.fromEntries(COUNTS.filter((key) => !(key in review)).map((key) => [key, sums[key]])) as Omit<
    ListingFigures,
    'review'
  >
  return { ...plain, review }
}

function countriesOf(cells: readonly Cell[], hotels: readonly HotelGroup[]): CatalogueReport['countries'] {
  const byCountry = Map.groupBy(cells, ({ countryCode }) => countryCode)
  const hotelsOf = Map.groupBy(hotels, ({ countryCode }) => countryCode)
  return [...new Set<string | null>([...byCountry.keys(), ...hotelsOf.keys()])]
    .map((countryCode) => ({
      countryCode,
      ...sumOf(byCountry.get(countryCode) ?? []),
      ...hotelFigures((countryCode === null ? undefined : hotelsOf.get(countryCode)) ?? []),
    }))
    .sort(worstFirst)
}

type Placed = ListingFigures & { readonly countryCode: string | null }

function worstFirst(a: Placed, b: Placed): number {
  const byCode = (a.countryCode ?? '') < (b.countryCode ?? '') ? -1 : 1
  return b.active - b.sold - (a.active - a.sold) || b.listings - a.listings || byCode
}

function hotelFigures(groups: readonly HotelGroup[]): HotelFigures {
  const hotels = hotelsIn(groups)
  function soldBy(isMeant: (suppliers: number) => boolean): number {
    return hotelsIn(groups.filter(({ suppliers }) => isMeant(suppliers)))
  }
  const soldByNone = soldBy((suppliers) => suppliers === 0)
  return {
    hotels,
    soldByNone,
    soldBy1: soldBy((suppliers) => suppliers === 1),
    soldBy2: soldBy((suppliers) => suppliers === 2),
    soldBy3: soldBy((suppliers) => suppliers === 3),
    soldBy4OrMore: soldBy((suppliers) => suppliers >= 4),
    shareSoldByNone: hotels === 0 ? null : Math.round((soldByNone / hotels) * 10_000) / 10_000,
  }
}

function hotelsIn(groups: readonly HotelGroup[]): number {
  return groups.reduce((sum, { hotels }) => sum + hotels, 0)
}
