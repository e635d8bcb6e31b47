import { ENGINE_VERSION } from '../../mapping/judge-hotels.ts'
import type { ListingId } from '../../store/hotels.ts'
import type { Claim } from '../../store/mapping-claims.ts'
import type { DueFilter, StoredProposal } from '../../store/proposals.ts'
import type { Deps } from '../deps.ts'
import { followMappings } from './follow-mappings.ts'
import { groupNew } from './group-new.ts'
import { type JudgedBatch, judgeDue } from './judge-due.ts'
import { type SettledClaims, settleClaims, writeSettled } from './settle-claims.ts'
import { syncHotels } from './sync-hotels.ts'
import { createTally, type Tally, type TallyRow } from './tally.ts'

export type ProposeOptions = {
  readonly filter: Pick<DueFilter, 'supplierCode' | 'countryCode' | 'cells'>
  /** True: every listing is judged, not only what is new or changed. */
  readonly all: boolean
  /** True: no mapping and no proposal is written. */
  readonly isDryRun: boolean
  readonly onProgress: (done: number, total: number, said: string) => void
}

type ProposeDeps = Pick<Deps, 'store' | 'catalogue'>

/** Listings that are marked in one statement: tenths of a second. */
const MARKED_TOGETHER = 5_000
/** Hotels whose claims are settled together. */
const SETTLED_TOGETHER = 500

/**
 * Judges the staged listings that are due against the catalogue, and maps those that are certain. Each batch is written as it is done, and
 * what was judged is not due any more: a run that is cut off is continued by the next one, and a second run finds nothing to do.
 */
export async function proposeMappings(deps: ProposeDeps, options: ProposeOptions): Promise<readonly TallyRow[]> {
  const { store } = deps
  const { all, isDryRun, onProgress } = options
  const tally = createTally()
  await syncHotels(deps, (read) => onProgress(0, 1, `${read.toLocaleString('en')} hotels read`))
  if (!isDryRun) await markDue(deps, options)
  const filter: DueFilter = isDryRun ? { ...options.filter, all, engine: ENGINE_VERSION } : options.filter
  const total = await store.proposals.countDue(filter)
  const tried: Tried = { claims: [], judged: new Set() }
  let done = 0
  for await (const batch of judgeDue(deps, filter)) {
    if (isDryRun) keepTried(tried, batch)
    else await writeJudged(deps, batch)
    tally.addProposals(batch.proposals, batch.changes)
    tally.add('STAYS', 'SAME', batch.stays)
    done += batch.listings.length
    onProgress(done, total, `${done.toLocaleString('en')} of ${total.toLocaleString('en')} listings judged`)
    if (isDryRun) tally.add('NEW', 'NO_HOTEL', batch.proposals.filter(isNew).length)
  }
  if (isDryRun) await settleTried(deps, tried, tally)
  else {
    await settleAll(deps, tally)
    const { grouped, contradicted } = await groupNew(deps, onProgress)
    tally.add('NEW', 'NO_HOTEL', grouped - contradicted)
    tally.add('REVIEW', 'TRANSITIVE', contradicted)
  }
  return tally.rows()
}

/** Marks what is to be judged again, some rows at a time: one statement for all of a million listings takes longer than one may. */
async function markDue({ store }: ProposeDeps, { all, onProgress }: ProposeOptions): Promise<void> {
  const wishes = { engine: ENGINE_VERSION, all }
  let total = 0
  for (let afterId = 0; ; ) {
    const marked = await store.proposals.markDue(wishes, afterId, MARKED_TOGETHER)
    if (marked === null) return
    afterId = marked.lastId
    total += marked.count
    onProgress(0, 1, `${total.toLocaleString('en')} listings are to be judged again`)
  }
}

/** The same for one listing, as far as it, and the hotel that it is the same as, can tell. */
export async function proposeListing({ store }: Pick<Deps, 'store'>, listing: ListingId): Promise<void> {
  const filter: DueFilter = { supplierCode: null, countryCode: null, cells: null, listing }
  for await (const batch of judgeDue({ store }, filter)) {
    await writeJudged({ store }, batch)
    await settle({ store }, [...new Set(batch.claims.map(({ hotelId }) => hotelId))])
  }
}

function isNew({ outcome }: StoredProposal): boolean {
  return outcome === 'NEW'
}

async function writeJudged({ store }: Pick<Deps, 'store'>, batch: JudgedBatch): Promise<void> {
  await store.transaction(async (tx) => {
    const judged = await tx.proposals.setJudged(batch.listings, ENGINE_VERSION)
    await followMappings(tx, await tx.mappings.change(batch.changes.filter(({ listingId }) => judged.has(listingId))))
    await tx.proposals.put(batch.proposals.filter(({ listingId }) => judged.has(listingId)))
    await tx.proposals.remove(batch.settled.filter((listingId) => judged.has(listingId)))
  })
}

async function settleAll({ store }: ProposeDeps, tally: Tally): Promise<void> {
  for (let after = 0; ; ) {
    const hotelIds = await store.proposals.claimedHotels(after, SETTLED_TOGETHER)
    const last = hotelIds.at(-1)
    if (last === undefined) return
    after = last
    countSettled(tally, await settle({ store }, hotelIds))
  }
}

function settle({ store }: Pick<Deps, 'store'>, hotelIds: readonly number[]): Promise<SettledClaims> {
  return store.transaction(async (tx) => {
    await tx.proposals.beAlone()
    const found = await settleClaims(tx, await tx.proposals.claims(hotelIds), tx.listings.judgedFacts)
    await writeSettled(tx, found)
    return found
  })
}

/** What a dry run has judged, and what it would write of that. */
type Tried = { readonly claims: Claim[]; readonly judged: Set<number> }

function keepTried({ claims, judged }: Tried, batch: JudgedBatch): void {
  claims.push(...batch.claims)
  for (const { listingId } of batch.listings) judged.add(listingId)
}

/** What a run would map, with what waits from runs before. */
async function settleTried({ store }: ProposeDeps, { claims, judged }: Tried, tally: Tally): Promise<void> {
  const byHotel = Map.groupBy(claims, ({ hotelId }) => hotelId)
  const hotelIds = [...new Set([...byHotel.keys(), ...(await waitingHotels(store))])].sort((a, b) => a - b)
  for (let from = 0; from < hotelIds.length; from += SETTLED_TOGETHER) {
    const page = hotelIds.slice(from, from + SETTLED_TOGETHER)
    const waiting = (await store.proposals.claims(page)).filter(({ listingId }) => !judged.has(listingId))
    const all = [...page.flatMap((hotelId) => byHotel.get(hotelId) ?? []), ...waiting]
    countSettled(tally, await settleClaims(store, all, store.listings.facts))
  }
}

async function waitingHotels({ proposals }: ProposeDeps['store']): Promise<number[]> {
  const found: number[] = []
  for (let page = await proposals.claimedHotels(0, SETTLED_TOGETHER); page.length > 0; ) {
    found.push(...page)
    page = await proposals.claimedHotels(page.at(-1) ?? 0, SETTLED_TOGETHER)
  }
  return found
}

function countSettled(tally: Tally, settled: SettledClaims): void {
  const { mapped, restored, unsure, oneToOne, transitive, doubtful } = settled
  tally.add('AUTO', 'SAME', mapped.length)
  tally.add('AUTO', 'VERIFIED_AGAIN', restored.filter(({ mapping }) => mapping?.verification !== 'VERIFIED').length)
  tally.add('REVIEW', 'UNSURE', unsure.length)
  tally.add('REVIEW', 'ONE_TO_ONE', oneToOne.length)
  tally.add('REVIEW', 'TRANSITIVE', transitive.length + doubtful.length)
}
