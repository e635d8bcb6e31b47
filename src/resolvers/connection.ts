import { builder, type ObjectType } from './builder.ts'

/** The page size when `first` is absent. */
export const DEFAULT_PAGE = 20

/** A page of a list in the format of Relay, forward only. */
type Connection<Node> = {
  readonly edges: readonly Edge<Node>[]
  readonly nodes: readonly Node[]
  readonly pageInfo: PageInfo
}

type Edge<Node> = { readonly node: Node; readonly cursor: string }

type PageInfo = {
  readonly hasNextPage: boolean
  readonly hasPreviousPage: false
  readonly startCursor: string | null
  readonly endCursor: string | null
}

/** A page with the cursors of its items; `endCursor`, from the operation, is where the next page begins. */
export function connection<Node>(
  nodes: readonly Node[],
  cursorOf: (node: Node) => string,
  page: { readonly endCursor: string | null; readonly hasNextPage: boolean },
): Connection<Node> {
  const edges = nodes.map((node) => ({ node, cursor: cursorOf(node) }))
  const startCursor = edges[0]?.cursor ?? null
  return { edges, nodes, pageInfo: { ...page, hasPreviousPage: false, startCursor } }
}

export const PageInfoType = builder.objectRef<PageInfo>('PageInfo').implement({
  description: 'Where a page begins and ends, and whether there is more. Pages are read forward only.',
  fields: (t) => ({
    hasNextPage: t.exposeBoolean('hasNextPage', {
      description:
        'True when there is another page: ask for it with `after` set to `endCursor`. After a full page of events it is true even when that was the last one, and the next page is then empty.',
    }),
    hasPreviousPage: t.exposeBoolean('hasPreviousPage', {
      description: 'Always false: pages are read forward only, and nothing is told about the ones before.',
    }),
    startCursor: t.exposeString('startCursor', {
      nullable: true,
      description: 'The cursor of the first item of this page. Null when the page is empty.',
    }),
    endCursor: t.exposeString('endCursor', {
      nullable: true,
      description:
        'Send it as `after`, unchanged, to get the next page. Null when there is none; of events it is where to read on later, and null only when there were none so far.',
    }),
  }),
})

type Listed<Node> = {
  readonly name: string
  readonly node: ObjectType<Node>
  /** What the items are, in the plural: `bookings`. */
  readonly items: string
}

export function edgeType<Node>({ name, node, items }: Listed<Node>) {
  return builder.objectRef<Edge<Node>>(`${name}Edge`).implement({
    description: `One of the ${items} of a page, together with its place in the list.`,
    fields: (t) => ({
      cursor: t.exposeString('cursor', {
        description:
          'Where the item stands in the list. Sent as `after`, unchanged, it begins a page right behind the item.',
      }),
      node: t.field({
        type: node,
        description: 'The item itself, as `nodes` has it too.',
        resolve: (edge) => edge.node as never,
      }),
    }),
  })
}

export function connectionType<Node>(listed: Listed<Node>) {
  const { name, node, items } = listed
  const EdgeType = edgeType(listed)
  return builder.objectRef<Connection<Node>>(`${name}Connection`).implement({
    description: `A page of ${items}. Read \`nodes\` and \`pageInfo\`, unless the cursor of a single item is needed.`,
    fields: (t) => ({
      edges: t.field({
        type: [EdgeType],
        description: 'The items of this page, each with its cursor.',
        resolve: (page) => page.edges,
      }),
      nodes: t.field({
        type: [node],
        description: 'The items of this page in their order, without cursors.',
        resolve: (page) => page.nodes as never,
      }),
      pageInfo: t.expose('pageInfo', {
        type: PageInfoType,
        description: 'Whether there is another page, and the cursor to ask for it with.',
      }),
    }),
  })
}
