/** A listing that is the same as a hotel, by itself. */
export type HotelClaim = {
  readonly supplierCode: string
  /** Unlike that of any other listing. */
  readonly listingId: number
  /** The sum of its evidence, as log-odds. */
  readonly weight: number
  /** False for one that waits for a person already: it counts as a rival, and nothing is decided about it. */
  readonly isOpen: boolean
}

/** A listing that is mapped to the hotel already. */
export type HotelMember = Pick<HotelClaim, 'supplierCode' | 'listingId'>

export type HotelClaims = {
  readonly claims: readonly HotelClaim[]
  readonly members: readonly HotelMember[]
  /** Listings that are mapped to the hotel, and that are verified there, now or again, when nothing contradicts. */
  readonly doubted: readonly HotelMember[]
  /** The suppliers that the hotel is mapped to, by whatever listing. */
  readonly suppliers: ReadonlySet<string>
  /** True when a rule says that two listings are two houses. */
  readonly contradict: (oneId: number, otherId: number) => boolean
}

type Settled = {
  readonly mapped: readonly number[]
  /** Of those in doubt the ones that nothing contradicts. */
  readonly restored: readonly number[]
  /** Another listing of their supplier is the hotel, or as likely to be. */
  readonly oneToOne: readonly number[]
  /** Claims, members and those in doubt that are another house than some other of them. */
  readonly transitive: readonly number[]
}

/** A claim is clearly the better of two when it leads by this, in log-odds: as much as half a telephone or an address is worth. */
const CLEAR_LEAD = 2

/**
 * Decides about all claims to one hotel at once, so that their order does not matter: of each supplier one listing at most, and none
 * that contradicts another.
 */
export function settleHotel({ claims, members, doubted, suppliers, contradict }: HotelClaims): Settled {
  const bySupplier = Map.groupBy(claims, ({ supplierCode }) => supplierCode)
  const leaders = [...bySupplier].flatMap(([code, rivals]) => (suppliers.has(code) ? [] : (leaderOf(rivals) ?? [])))
  const leading = new Set(leaders.map(({ listingId }) => listingId))
  const coming = [...leaders, ...doubted].map(({ listingId }) => listingId)
  const together = new Set([...coming, ...members.map(({ listingId }) => listingId)])
  const transitive = new Set<number>()
  for (const one of coming)
    for (const other of together)
      if (one !== other && contradict(one, other)) {
        transitive.add(one)
        transitive.add(other)
      }
  return {
    mapped: [...leading].filter((listingId) => !transitive.has(listingId)),
    restored: doubted.flatMap(({ listingId }) => (transitive.has(listingId) ? [] : [listingId])),
    oneToOne: claims
      .filter(({ isOpen, listingId }) => isOpen && !leading.has(listingId))
      .map(({ listingId }) => listingId),
    transitive: [...transitive],
  }
}

/** The claim of a supplier that leads all its others clearly; null when none does, or when it waits for a person. */
function leaderOf(rivals: readonly HotelClaim[]): HotelClaim | null {
  const [first, second] = rivals.toSorted((a, b) => b.weight - a.weight)
  if (!first || !first.isOpen) return null
  return second && first.weight - second.weight < CLEAR_LEAD ? null : first
}
