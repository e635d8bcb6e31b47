import { readConfig } from '../src/config.ts'
import { type Core, createCore } from '../src/core.ts'
import type { Listing } from '../src/domain/listing.ts'
import { chooseCandidates, toBlocked } from '../src/mapping/candidates.ts'
import { factsOf } from '../src/mapping/hotel-facts.ts'
import { MIGRATIONS } from '../src/open-database.ts'
import { stageListings } from '../src/operations/catalogue/stage-listings.ts'
import { regionOf } from '../src/operations/mapping/judge-due.ts'
import { proposeMappings } from '../src/operations/mapping/propose.ts'
import { createLogger } from '../src/platform/logger.ts'
import { migrate } from '../src/platform/migrate.ts'
import { hash32 } from '../src/sandbox/catalogue/hash.ts'
import { catalogueRows } from '../src/sandbox/seed-catalogue.ts'
import { type HotelPairsRow, leastPrecision } from './mapping-hotels.ts'
import { ADMIN_URL, MASTER_KEY, query, urlOf } from './process.ts'
import type { TrueListing, Truth } from './truth-listings.ts'
import { isSimplyNamed } from './truth-pairs.ts'

const DATABASE = 'hdg_bench_truth'
const DATABASE_URL = urlOf(DATABASE)
const TOGETHER = 500

/** What became of a listing: AUTO and the hotel, REVIEW and why, or NEW and its group. */
type Outcome = { readonly verdict: 'AUTO' | 'REVIEW' | 'NEW'; readonly of: string }
type Outcomes = ReadonlyMap<string, Outcome>

/**
 * The whole engine over the sandbox's listings against its catalogue, of which no supplier is mapped: in a database, as an operator runs it.
 * Besides: whether blocking finds the true hotels, and whether the order of the listings makes a difference.
 */
export async function truthProposeRows(
  truth: Truth,
  progress: (line: string) => void,
): Promise<readonly Partial<HotelPairsRow>[]> {
  const straight = await withCatalogue(truth, async (core) => {
    const outcomes = await propose(core, truth.listings, progress)
    return { outcomes, kept: await keptByBlocking(core, truth) }
  })
  const shuffled = truth.listings.toSorted((a, b) => hash32('order', idOf(a)) - hash32('order', idOf(b)))
  const again = await withCatalogue(truth, (core) => propose(core, shuffled, progress))
  const moved = truth.listings.filter((one) => !isSame(straight.outcomes.get(idOf(one)), again.get(idOf(one))))
  const bySupplier = Map.groupBy(truth.listings, ({ listed }) => listed.supplierCode)
  const simple = truth.listings.filter(({ listed }) => isSimplyNamed(truth, listed))
  return [
    rowOf(truth, straight.outcomes, ['all', truth.listings]),
    rowOf(truth, straight.outcomes, ['one script, one brand', simple]),
    ...[...bySupplier].map((part) => rowOf(truth, straight.outcomes, part)),
    secondRow(truth, straight.outcomes),
    groupRow(truth, straight.outcomes),
    { set: SET, kind: 'true hotel among the candidates', ...straight.kept },
    { set: SET, kind: 'otherwise in another order', pairs: moved.length },
  ]
}

const SET = 'sandbox: propose'

async function withCatalogue<T>(truth: Truth, work: (core: Core) => Promise<T>): Promise<T> {
  await query(ADMIN_URL, `DROP DATABASE IF EXISTS ${DATABASE} WITH (FORCE)`)
  await query(ADMIN_URL, `CREATE DATABASE ${DATABASE}`)
  await migrate(DATABASE_URL, MIGRATIONS)
  const config = readConfig({ DATABASE_URL, MASTER_KEY })
  if (!('port' in config)) throw new Error('these are no settings')
  const log = createLogger('silent')
  const core = await createCore({ config, log, databaseUrl: DATABASE_URL, ownSandboxUrls: () => null })
  try {
    const rows = { ...catalogueRows(truth.catalogue), supplierHotels: [], supplierRooms: [] }
    await core.deps.store.transaction((tx) => tx.catalogue.upsert(rows))
    core.deps.catalogue.renew()
    return await work(core)
  } finally {
    await core.close()
    await query(ADMIN_URL, `DROP DATABASE IF EXISTS ${DATABASE} WITH (FORCE)`)
  }
}

async function propose(core: Core, listings: readonly TrueListing[], progress: (line: string) => void) {
  for (let from = 0; from < listings.length; from += TOGETHER) {
    const page: Listing[] = listings.slice(from, from + TOGETHER).map(({ listing }) => listing)
    await stageListings(core.deps.store, page, { runId: 0 })
  }
  await proposeMappings(core.deps, {
    filter: { supplierCode: null, countryCode: null, cells: null },
    all: false,
    isDryRun: false,
    onProgress: (_, __, said) => progress(said),
  })
  const rows = await query(
    DATABASE_URL,
    `SELECT supplier_code || '/' || supplier_hotel_id AS id, mapped.hotel_id::text AS hotel, outcome, why, group_key
     FROM listings LEFT JOIN supplier_hotels mapped USING (supplier_code, supplier_hotel_id)
     LEFT JOIN mapping_proposals ON listing_id = listings.id`,
  )
  return new Map(rows.map((row): [string, Outcome] => [row['id'], outcomeOf(row)]))
}

function outcomeOf(row: Readonly<Record<string, string | null>>): Outcome {
  const { hotel = null, outcome, why, group_key: group } = row
  if (outcome === 'REVIEW') return { verdict: 'REVIEW', of: why ?? '' }
  return hotel !== null ? { verdict: 'AUTO', of: hotel } : { verdict: 'NEW', of: group ?? '' }
}

function idOf({ listed }: TrueListing): string {
  return `${listed.supplierCode}/${listed.supplierHotelId}`
}

function isSame(one: Outcome | undefined, other: Outcome | undefined): boolean {
  return one?.verdict === other?.verdict && one?.of === other?.of
}

type Part = readonly [kind: string, listings: readonly TrueListing[]]

/**
 * A row counts listings: recall and what is lost are of those whose hotel the catalogue has. A second listing of a hotel at one supplier is
 * not AUTO by rule (mapping.md, section 6), so that recall leaves it out: `secondRow` has what became of it.
 */
function rowOf(truth: Truth, outcomes: Outcomes, [kind, listings]: Part): HotelPairsRow {
  const inCatalogue = new Set(truth.catalogue.hotels.map(({ hotelId }) => hotelId))
  const seconds = new Set(secondListings(truth, outcomes))
  const told = listings.map((one) => ({ hotelId: one.listed.hotelId, is: outcomes.get(idOf(one)), one }))
  const auto = told.filter(({ is }) => is?.verdict === 'AUTO')
  const wrong = auto.filter(({ hotelId, is }) => String(hotelId) !== is?.of).length
  const known = told.filter(({ hotelId, one }) => inCatalogue.has(hotelId) && !seconds.has(one))
  const review = told.filter(({ is }) => is?.verdict === 'REVIEW').length
  return {
    set: SET,
    kind,
    pairs: told.length,
    same: auto.length,
    review,
    different: told.length - auto.length - review,
    wrong,
    lost: known.filter(({ is }) => is?.verdict === 'NEW').length,
    precision: auto.length === 0 ? '' : rounded(1 - wrong / auto.length),
    atLeast: auto.length === 0 ? '' : rounded(leastPrecision(auto.length, wrong)),
    recall: known.length === 0 ? '' : rounded((auto.length - wrong) / known.length),
    reviewShare: rounded(review / told.length),
  }
}

/** Of each supplier's listings of one hotel of the catalogue those beside the one that is mapped to it, or, where none is, beside the first. */
function secondListings(truth: Truth, outcomes: Outcomes): readonly TrueListing[] {
  const inCatalogue = new Set(truth.catalogue.hotels.map(({ hotelId }) => hotelId))
  const known = truth.listings.filter(({ listed }) => inCatalogue.has(listed.hotelId))
  const bySupplier = Map.groupBy(known, ({ listed }) => `${listed.supplierCode} ${listed.hotelId}`)
  return [...bySupplier.values()].flatMap((all) => {
    const first =
      all.find((one) => isFound(one, outcomes)) ?? all.find(({ listed }) => listed.standing !== 'TWICE') ?? all[0]
    return all.filter((one) => one !== first)
  })
}

function isFound(one: TrueListing, outcomes: Outcomes): boolean {
  const is = outcomes.get(idOf(one))
  return is?.verdict === 'AUTO' && is.of === String(one.listed.hotelId)
}

/** Second listings of a supplier: asked, and of these those that the queue tells as such. Any that is AUTO beside the first is wrong. */
function secondRow(truth: Truth, outcomes: Outcomes): Partial<HotelPairsRow> {
  const seconds = secondListings(truth, outcomes).map((one) => outcomes.get(idOf(one)))
  return {
    set: SET,
    kind: 'second listings of one supplier (AUTO: told as such)',
    pairs: seconds.length,
    same: seconds.filter((is) => is?.verdict === 'REVIEW' && is.of === 'ONE_TO_ONE').length,
    review: seconds.filter((is) => is?.verdict === 'REVIEW').length,
    wrong: seconds.filter((is) => is?.verdict === 'AUTO').length,
    lost: seconds.filter((is) => is?.verdict === 'NEW').length,
  }
}

/** Groups of listings that become hotels: how many have listings of two hotels, and how many hotels are in more than one. */
function groupRow(truth: Truth, outcomes: Outcomes): Partial<HotelPairsRow> {
  const news = truth.listings.flatMap((one) => {
    const is = outcomes.get(idOf(one))
    return is?.verdict === 'NEW' ? [{ hotelId: one.listed.hotelId, group: is.of }] : []
  })
  const groups = [...Map.groupBy(news, ({ group }) => group).values()]
  const hotels = [...Map.groupBy(news, ({ hotelId }) => hotelId).values()]
  return {
    set: SET,
    kind: 'new hotels (wrong: of two, lost: twice)',
    pairs: groups.length,
    wrong: groups.filter((all) => new Set(all.map(({ hotelId }) => hotelId)).size > 1).length,
    lost: hotels.filter((all) => new Set(all.map(({ group }) => group)).size > 1).length,
  }
}

async function keptByBlocking({ deps }: Core, truth: Truth): Promise<Partial<HotelPairsRow>> {
  const inCatalogue = new Set(truth.catalogue.hotels.map(({ hotelId }) => hotelId))
  const known = truth.listings.filter(({ listed }) => inCatalogue.has(listed.hotelId))
  let kept = 0
  for (let from = 0; from < known.length; from += TOGETHER) {
    const page = known.slice(from, from + TOGETHER).map(({ listing, listed }) => ({
      blocked: toBlocked(0, factsOf(listing)),
      hotelId: listed.hotelId,
    }))
    const region = await regionOf(
      deps,
      page.map(({ blocked }) => blocked),
    )
    for (const { blocked, hotelId } of page)
      if (chooseCandidates(blocked, region).chosen.some(({ id }) => id === hotelId)) kept += 1
  }
  return { pairs: known.length, same: kept, lost: known.length - kept, recall: rounded(kept / known.length) }
}

function rounded(share: number): number {
  return Math.round(share * 10_000) / 10_000
}
