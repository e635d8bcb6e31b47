/** A listing that is no hotel of the catalogue. */
export type GroupNode = {
  readonly listingId: number
  readonly supplierCode: string
  /** SUPPLIER/ID: orders listings in one way, whenever they came. */
  readonly name: string
  /** The group that it was in before. */
  readonly groupKey: string | null
}

/** Two listings that are one hotel, or may be. */
export type GroupEdge = {
  readonly a: number
  readonly b: number
  readonly verdict: 'SAME' | 'REVIEW'
  /** The sum of the evidence, as log-odds. */
  readonly weight: number
}

/** Listings that are one hotel: of each supplier one at most. */
export type ListingGroup = {
  /** The first name of its members. */
  readonly key: string
  readonly members: readonly number[]
  /** A group that they may belong to as well, which is larger or comes first; null: there is none. */
  readonly nearKey: string | null
}

/**
 * Groups listings, the surest pair first. Two groups that both have a listing of one supplier are not joined: the smaller one is near the
 * other. The result does not depend on the order of nodes and edges.
 */
export function groupListings(nodes: readonly GroupNode[], edges: readonly GroupEdge[]): ListingGroup[] {
  const clusters = createClusters(nodes)
  const byId = new Map(nodes.map((node) => [node.listingId, node]))
  function nameOf(listingId: number): string {
    return byId.get(listingId)?.name ?? ''
  }
  function pairName({ a, b }: GroupEdge): string {
    return [nameOf(a), nameOf(b)].sort().join(' ')
  }
  const surest = edges
    .filter(({ a, b }) => byId.has(a) && byId.has(b))
    .map((edge) => ({ edge, name: pairName(edge) }))
    .sort((x, y) => y.edge.weight - x.edge.weight || (x.name < y.name ? -1 : 1))
    .map(({ edge }) => edge)
  for (const { a, b, verdict } of surest) if (verdict === 'SAME') clusters.join(a, b)
  return toGroups(clusters, surest)
}

type Cluster = { readonly members: Set<GroupNode>; readonly suppliers: Set<string> }
type Clusters = ReturnType<typeof createClusters>

function createClusters(nodes: readonly GroupNode[]) {
  const of = new Map<number, Cluster>()
  function merge(one: Cluster, other: Cluster): void {
    for (const node of other.members) {
      one.members.add(node)
      one.suppliers.add(node.supplierCode)
      of.set(node.listingId, one)
    }
  }
  const known = new Map<string, Cluster>()
  for (const node of nodes) {
    const own: Cluster = { members: new Set([node]), suppliers: new Set([node.supplierCode]) }
    of.set(node.listingId, own)
    const before = node.groupKey === null ? undefined : known.get(node.groupKey)
    if (before) merge(before, own)
    else if (node.groupKey !== null) known.set(node.groupKey, own)
  }
  return {
    of: (listingId: number): Cluster | undefined => of.get(listingId),
    all: (): Set<Cluster> => new Set(of.values()),
    join: (a: number, b: number): void => {
      const [one, other] = [of.get(a), of.get(b)]
      if (!one || !other || one === other || !one.suppliers.isDisjointFrom(other.suppliers)) return
      if (one.members.size >= other.members.size) merge(one, other)
      else merge(other, one)
    },
  }
}

function toGroups(clusters: Clusters, edges: readonly GroupEdge[]): ListingGroup[] {
  const ordered = [...clusters.all()]
    .map((cluster) => ({ cluster, names: [...cluster.members].map(({ name }) => name).sort() }))
    .map(({ cluster, names }) => ({ cluster, key: names[0] ?? '', size: names.length }))
    .sort((x, y) => y.size - x.size || (x.key < y.key ? -1 : 1))
  const ranks = new Map(ordered.map(({ cluster }, rank) => [cluster, rank]))
  const nearest = new Map<number, number>()
  for (const { a, b } of edges) {
    const [one, other] = [clusters.of(a), clusters.of(b)].map((cluster) => cluster && ranks.get(cluster))
    if (one === undefined || other === undefined || one === other) continue
    const [first, later] = one < other ? [one, other] : [other, one]
    nearest.set(later, Math.min(first, nearest.get(later) ?? first))
  }
  return ordered.map(({ cluster, key }, rank) => {
    const near = nearest.get(rank)
    return {
      key,
      members: [...cluster.members].map(({ listingId }) => listingId).sort((x, y) => x - y),
      nearKey: near === undefined ? null : (ordered[near]?.key ?? null),
    }
  })
}
