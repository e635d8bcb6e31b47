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

const PageInfoType = builder.objectRef<PageInfo>('PageInfo').implement({
  description: 'Where a page ends. Lists are walked forward only.',
  fields: (t) => ({
    hasNextPage: t.exposeBoolean('hasNextPage', { description: 'There is more after `endCursor`.' }),
    hasPreviousPage: t.exposeBoolean('hasPreviousPage', {
      description: 'Always false: lists are walked forward only.',
    }),
    startCursor: t.exposeString('startCursor', { nullable: true, description: 'The place of the first item.' }),
    endCursor: t.exposeString('endCursor', {
      nullable: true,
      description: 'For `after` of the next page. HTTP: `next_cursor`, of events `next_after`.',
    }),
  }),
})

export function connectionType<Node>(name: string, node: ObjectType<Node>) {
  const EdgeType = builder.objectRef<Edge<Node>>(`${name}Edge`).implement({
    description: 'An item with its place in the list.',
    fields: (t) => ({
      cursor: t.exposeString('cursor', { description: 'Its place: `after` resumes behind it.' }),
      node: t.field({ type: node, description: 'The item.', resolve: (edge) => edge.node as never }),
    }),
  })
  return builder.objectRef<Connection<Node>>(`${name}Connection`).implement({
    description: 'A page of a list.',
    fields: (t) => ({
      edges: t.field({ type: [EdgeType], description: 'The items with their places.', resolve: (page) => page.edges }),
      nodes: t.field({ type: [node], description: 'The items alone.', resolve: (page) => page.nodes as never }),
      pageInfo: t.expose('pageInfo', { type: PageInfoType, description: 'Whether there is more, and from where.' }),
    }),
  })
}
