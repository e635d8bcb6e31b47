import { type Blocked, cellsOf, chooseCandidates, toBlocked, toRegion } from '../../mapping/candidates.ts'
import { isContradicted, weightOf } from '../../mapping/combined-verdict.ts'
import { type GroupEdge, groupListings, type ListingGroup } from '../../mapping/group-listings.ts'
import { judgeHotels, type PreparedHotel, prepareHotel } from '../../mapping/judge-hotels.ts'
import { type RepeatedPoints, withKnownPoint } from '../../mapping/repeated-points.ts'
import { cursorOf, type DueCursor } from '../../store/place-order.ts'
import type { NewListing } from '../../store/proposal-groups.ts'
import type { Deps } from '../deps.ts'
import { repeatedAt } from './judge-due.ts'
import { asFacts } from './proposal.ts'

type GroupDeps = Pick<Deps, 'store'>

const BATCH = 500
/** Groups that are checked and written together. */
const WRITTEN_TOGETHER = 1_000

/**
 * Finds which listings without a hotel are one new hotel: they are judged against each other as against the catalogue. Returns how many
 * came into a group; those of a group that contradicts itself are for a person.
 */
export async function groupNew(
  deps: GroupDeps,
  onProgress: (done: number, total: number, said: string) => void,
): Promise<{ readonly grouped: number; readonly contradicted: number }> {
  const edges: GroupEdge[] = []
  const met = new Map<number, Omit<NewListing, 'facts'>>()
  let cursor: DueCursor | null = null
  let grouped = 0
  for (;;) {
    const listings: NewListing[] = await deps.store.proposals.ungrouped(cursor, BATCH)
    const last = listings.at(-1)
    if (!last) break
    cursor = cursorOf(last)
    grouped += listings.length
    const region = await regionOf(deps, listings)
    for (const { facts: _, ...one } of [...listings, ...region]) met.set(one.listingId, one)
    const repeated = await repeatedAt(
      deps,
      [...listings, ...region].flatMap(({ cell }) => cell ?? []),
    )
    edges.push(...edgesOf(known(listings, repeated), known(region, repeated)))
    onProgress(0, 1, `${grouped.toLocaleString('en')} listings without a hotel compared`)
  }
  if (grouped === 0) return { grouped, contradicted: 0 }
  const groups = groupListings(await nodesOf(deps, met), edges)
  return { grouped, contradicted: await writeGroups(deps, groups) }
}

function known(listings: readonly NewListing[], repeated: RepeatedPoints): NewListing[] {
  return listings.map((one) => ({ ...one, facts: withKnownPoint(asFacts(one.facts), repeated) }))
}

async function regionOf({ store }: GroupDeps, listings: readonly NewListing[]): Promise<NewListing[]> {
  const blocked = listings.map(toBlockedListing)
  const cells = new Set(blocked.flatMap(({ facts }) => cellsOf(facts)))
  return store.proposals.newInRegion([...cells], [...new Set(blocked.flatMap(({ keys }) => [...keys]))])
}

function toBlockedListing({ listingId, facts }: NewListing): Blocked<number> {
  return toBlocked(listingId, asFacts(facts))
}

/** The pairs of a listing and one of its region that are one hotel, or may be. */
function edgesOf(listings: readonly NewListing[], others: readonly NewListing[]): GroupEdge[] {
  const all = others.map(toBlockedListing)
  const region = toRegion(all)
  const prepared = new Map<number, PreparedHotel>()
  function preparedOf({ id, facts }: Blocked<number>): PreparedHotel {
    const made = prepared.get(id) ?? prepareHotel(facts)
    prepared.set(id, made)
    return made
  }
  return listings.flatMap((listing) => {
    const own = toBlockedListing(listing)
    return chooseCandidates(own, region).chosen.flatMap((other): GroupEdge[] => {
      if (other.id === own.id) return []
      const judged = judgeHotels(preparedOf(own), preparedOf(other))
      if (judged.verdict === 'DIFFERENT') return []
      return [{ a: own.id, b: other.id, verdict: judged.verdict, weight: weightOf(judged) }]
    })
  })
}

/** Every listing that was met, and the others of the groups that those were in. */
async function nodesOf({ store }: GroupDeps, met: ReadonlyMap<number, Omit<NewListing, 'facts'>>) {
  const keys = new Set([...met.values()].flatMap(({ groupKey }) => groupKey ?? []))
  const others = await store.proposals.newOfGroups([...keys])
  const all = new Map([...met.values(), ...others].map((one) => [one.listingId, one]))
  return [...all.values()].map(({ listingId, supplierCode, supplierHotelId, groupKey }) => ({
    listingId,
    supplierCode,
    name: `${supplierCode}/${supplierHotelId}`,
    groupKey,
  }))
}

/** Returns how many listings are in groups that contradict themselves. */
async function writeGroups({ store }: GroupDeps, groups: readonly ListingGroup[]): Promise<number> {
  let contradicted = 0
  for (let from = 0; from < groups.length; from += WRITTEN_TOGETHER) {
    const page = groups.slice(from, from + WRITTEN_TOGETHER)
    const facts = await store.listings.facts(page.flatMap(({ members }) => (members.length > 1 ? members : [])))
    const torn = new Set(
      page.filter(({ members }) =>
        hasContradiction(
          members.flatMap((listingId) => {
            const own = facts.get(listingId)
            return own ? [prepareHotel(asFacts(own))] : []
          }),
        ),
      ),
    )
    await store.transaction(async (tx) => {
      await tx.proposals.setGroups(
        page.flatMap(({ key, members, nearKey }) =>
          members.map((listingId) => ({ listingId, groupKey: key, nearGroupKey: nearKey })),
        ),
      )
      const doubtful = [...torn].flatMap(({ members }) => members)
      await tx.proposals.setReview(doubtful, 'TRANSITIVE')
      contradicted += doubtful.length
    })
  }
  return contradicted
}

function hasContradiction(members: readonly PreparedHotel[]): boolean {
  return members.some((one, index) => members.slice(index + 1).some((other) => isContradicted(judgeHotels(one, other))))
}
