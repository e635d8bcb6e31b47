import { zstdCompressSync } from 'node:zlib'
import { distanceKm } from '../../../domain/geo.ts'
import type { Listing } from '../../../domain/listing.ts'
import type { RunFault } from '../../../store/catalogue-runs.ts'
import type { SeenRow, StoredPass } from '../../../store/content-passes.ts'
import type { ListingHead } from '../../../store/pulled-listings.ts'
import type { StoreParts } from '../../../store/store.ts'
import type { ContentItem, ContentLanguage } from '../../../suppliers/content-source.ts'
import type { Deps } from '../../deps.ts'
import { hashOf, type PulledSource, stageListings } from '../stage-listings.ts'
import type { Batch } from './batch.ts'
import { type Checks, checkRow } from './check-row.ts'
import { CLEANING_VERSION } from './clean-row.ts'
import type { Lease } from './lease.ts'
import { inOneOrder, withLanguage, withOtherLanguages } from './merge-languages.ts'
import { BrakeError } from './pull-error.ts'
import { addCleanings, type Tally } from './tally.ts'
import { putAside, type Told, tellBad } from './tell-bad.ts'

type HotelItem = Extract<ContentItem, { type: 'HOTEL' }>

/** What staging needs to know of the pass that it stages for. */
export type Staging = {
  readonly store: Deps['store']
  readonly lease: Lease
  readonly checks: Checks
  readonly supplierCode: string
  readonly language: ContentLanguage
  readonly pass: Pick<StoredPass, 'passId' | 'kind' | 'connectionId'>
  readonly runId: number
  readonly isDryRun: boolean
}

/** Within the transaction that stages. */
type Within = Omit<Staging, 'store'> & { readonly store: StoreParts }

/** What is stored with the rows, in the same transaction. */
export type Reached = {
  readonly mark: StoredPass['mark']
  readonly memory: StoredPass['memory']
  /** Counts the batch, and gets what the run as a whole has counted. */
  readonly tally: Tally
  readonly runCounts: (tally: Tally) => Readonly<Record<string, unknown>>
  /** Why a pass that has counted so much is stopped; null: it goes on. */
  readonly brakeOf: (tally: Tally) => string | null
}

/** Beyond that a listing has moved. */
const MOVED_KM = 1

/** A row that is to be looked at, with what is stored of its listing. */
type Candidate = { readonly item: HotelItem; readonly hash: string; readonly head: ListingHead | null }

/**
 * Stages what was read together with the mark that it leads to, in one transaction: a pull of another connection, or a file, that brings the
 * same listings at the same time waits, or is seen. Rows that were read before cost a comparison. `tally`
 * is changed only here: whoever keeps it passes a copy, and uses it when this has succeeded. A `BrakeError` when the batch cannot be right: then
 * nothing of it is staged, and only its bad lines are told.
 */
export async function stageBatch(staging: Staging, batch: Batch, reached: Reached): Promise<void> {
  const { store, lease, pass, runId, isDryRun, supplierCode } = staging
  const { connectionId } = pass
  const { tally } = reached
  const faults: RunFault[] = []
  const staged = store.transaction(async (tx) => {
    await lease.hold(tx)
    const within = { ...staging, store: tx }
    const ids = [...batch.hotels.keys(), ...batch.ended.keys()]
    await tx.listings.hold(ids.map((supplierHotelId) => ({ supplierCode, supplierHotelId })))
    const sorted = await sortRows(within, batch, { tally, faults })
    const read = await readCandidates(within, sorted.candidates, { tally, faults })
    await tx.contentPasses.see(pass.passId, sorted.seen)
    if (!isDryRun) {
      const added = read.listings.filter(({ supplierHotelId }) => read.added.has(supplierHotelId)).length
      const written = await stageListings(tx, read.listings, { runId, pulled: read.sources, connectionId })
      await tx.pulledListings.claim({ supplierCode, connectionId }, sorted.others)
      tally.added += added
      tally.changed += written - added
      tally.unchanged += read.listings.length - written
      const shared = await tx.pulledListings.disclaim({ supplierCode, connectionId }, goneIn(batch))
      const ended = await readEnded({ store: tx, supplierCode }, { batch, shared }, tally)
      await stageListings(tx, ended, { runId, pulled: new Map() })
    } else {
      tally.added += read.added.size
      tally.changed += read.listings.length - read.added.size
      await readEnded(within, { batch, shared: [] }, tally)
    }
    const brake = reached.brakeOf(tally)
    if (brake !== null) throw new BrakeError(brake, tally)
    await tx.contentPasses.save(pass.passId, { mark: reached.mark, memory: reached.memory, counts: tally })
    await tx.catalogueRuns.advance(runId, { counts: reached.runCounts(tally), faults })
  })
  await staged.catch(async (error: unknown) => {
    if (error instanceof BrakeError)
      await store.catalogueRuns.advance(runId, { counts: reached.runCounts(tally), faults })
    throw error
  })
}

type Sorted = {
  readonly candidates: readonly Candidate[]
  readonly seen: readonly SeenRow[]
  /** Listings of which nobody knew that this connection has them. */
  readonly others: readonly string[]
}

/** Tells new rows from those that were read before, and from bad ones. */
async function sortRows(staging: Within, batch: Batch, told: Told): Promise<Sorted> {
  const { store, supplierCode, language, pass } = staging
  const faulty = batch.faulty.map((item) => ({ ...item, key: item.supplierHotelId ?? `line:${item.line}` }))
  const ids = [...batch.hotels.keys()]
  const keys = [...ids, ...batch.ended.keys(), ...faulty.map(({ key }) => key)]
  const known = await store.contentPasses.seen(pass.passId, keys)
  const heads = await store.pulledListings.heads({ ...pass, supplierCode }, ids, language)
  const hotels = [...batch.hotels].map(([id, item]) => ({ item, hash: hashOfRow(item), head: heads.get(id) ?? null }))
  const candidates = hotels.filter((one) =>
    isNewRow(staging, one, { known: known.get(one.item.supplierHotelId), told }),
  )
  tellRepeated(staging, batch, told)
  const seen = new Map<string, SeenRow>()
  for (const { item, hash } of candidates)
    seen.set(item.supplierHotelId, { key: item.supplierHotelId, line: item.line, hash })
  for (const { key, ...item } of faulty) {
    if (known.has(key) || seen.has(key)) continue
    if (item.supplierHotelId === null) told.tally.nameless += 1
    tellBad(staging, told, item)
    seen.set(key, { key, line: item.line, hash: null })
  }
  for (const id of batch.ended.keys()) seen.set(id, { key: id, line: 0, hash: null })
  const others = [...heads.values()].flatMap(({ isOurs, supplierHotelId }) => (isOurs ? [] : [supplierHotelId]))
  return { candidates, seen: [...seen.values()], others }
}

function hashOfRow({ listing }: HotelItem): string {
  return hashOf([CLEANING_VERSION, listing])
}

/**
 * False for a row that was read before the pass was cut off, or stood on a page that overlaps, and for one of a hotel that has come in
 * another line: that is told. Changes may name a hotel twice, as updated and as added.
 */
function isNewRow(
  staging: Within,
  { item, hash }: Candidate,
  { known, told }: { readonly known: SeenRow | undefined; readonly told: Told },
): boolean {
  if (!known) {
    told.tally.rows += 1
    return true
  }
  if (known.hash === hash) return false
  if (known.hash === null || known.line === item.line || staging.pass.kind === 'CHANGES') return true
  tellBad(staging, told, { ...item, faults: [twice(staging, item, known.line)] })
  return false
}

/** Rows of hotels that have come in this very batch: the first one counts. */
function tellRepeated(staging: Within, { hotels, repeated }: Batch, told: Told): void {
  if (staging.pass.kind === 'CHANGES') return
  for (const item of repeated) {
    const first = hotels.get(item.supplierHotelId)
    if (first && hashOfRow(item) !== hashOfRow(first))
      tellBad(staging, told, { ...item, faults: [twice(staging, item, first.line)] })
  }
}

function twice({ supplierCode }: Within, { supplierHotelId }: HotelItem, line: number): string {
  return `supplier_hotel_id: ${supplierCode}/${supplierHotelId} was in line ${line} already`
}

/** Cleans, checks and merges the rows that have changed. */
async function readCandidates(staging: Within, candidates: readonly Candidate[], told: Told) {
  const { store, supplierCode, language, checks } = staging
  const { tally } = told
  const wanted = candidates.filter((one) => isWanted(one, language, tally))
  const contents = await store.pulledListings.contents(
    supplierCode,
    wanted.filter(({ head }) => head).map(({ item }) => item.supplierHotelId),
  )
  const listings: Listing[] = []
  const added = new Set<string>()
  const sources = new Map<string, PulledSource>()
  for (const { item, hash, head } of wanted) {
    const id = item.supplierHotelId
    const { result, cleanings } = checkRow({ supplierCode, supplierHotelId: id, language, row: item.listing }, checks)
    addCleanings(tally, cleanings, item)
    if (!result.ok) {
      putAside(staging, told, { ...item, faults: result.error })
      continue
    }
    const stored = contents.get(id) ?? null
    if (!head) added.add(id)
    if (language === 'en' && stored) countChange(tally, stored, result.value)
    listings.push(inOneOrder(merged(result.value, stored, language)))
    const raw = language === 'en' ? zstdCompressSync(item.raw) : null
    sources.set(id, { raw, sourceHashes: { [language]: hash } })
  }
  return { listings, added, sources }
}

/** False for a row that is as it was read last, and for one in another language of a hotel that is not staged. */
function isWanted({ item, hash, head }: Candidate, language: ContentLanguage, tally: Tally): boolean {
  if (language !== 'en' && !head) {
    tally.withoutEnglish += 1
    return false
  }
  const status = typeof item.listing['status'] === 'string' ? item.listing['status'] : 'ACTIVE'
  if (head?.sourceHash !== hash || (language === 'en' && head.status !== status)) return true
  tally.unchanged += 1
  return false
}

function merged(told: Listing, stored: Listing | null, language: ContentLanguage): Listing {
  return language === 'en' || stored === null ? withOtherLanguages(told, stored) : withLanguage(stored, told, language)
}

function countChange(tally: Tally, stored: Listing, told: Listing): void {
  if (stored.status === 'ACTIVE' && told.status !== 'ACTIVE') tally.ended += 1
  const [from, to] = [pointOf(stored), pointOf(told)]
  if (from && to && distanceKm(from, to) > MOVED_KM) tally.moved += 1
}

function pointOf({ latitude, longitude }: Listing): { latitude: number; longitude: number } | null {
  return latitude === null || longitude === null ? null : { latitude, longitude }
}

/** What this connection no longer has: that a hotel is closed is so for all. */
function goneIn({ ended }: Batch): string[] {
  return [...ended].flatMap(([id, { status }]) => (status === 'GONE' ? [id] : []))
}

type Over = { readonly batch: Batch; readonly shared: readonly string[] }

/** The listings that the supplier says are over, with their new status; `shared` ones another connection still has. */
async function readEnded(
  { store, supplierCode }: { readonly store: Pick<StoreParts, 'pulledListings'>; readonly supplierCode: string },
  { batch: { ended }, shared }: Over,
  tally: Tally,
): Promise<Listing[]> {
  const over = [...ended.keys()].filter((id) => !shared.includes(id))
  const contents = await store.pulledListings.contents(supplierCode, over)
  return [...contents].flatMap(([id, listing]) => {
    const status = ended.get(id)?.status ?? listing.status
    if (listing.status === status) return []
    if (listing.status === 'ACTIVE' || listing.status === 'NOT_ON_SALE') tally.ended += 1
    return [inOneOrder({ ...listing, status })]
  })
}
