import { builder, type ObjectType } from './builder.ts'

/** A page of a list, as Relay has it: forward only. */
export type Connection<Node> = {
  readonly nodes: readonly { readonly node: Node; readonly cursor: string }[]
  readonly endCursor: string | null
  readonly hasNextPage: boolean
}

const PageInfoType = builder
  .objectRef<{ readonly endCursor: string | null; readonly hasNextPage: boolean }>('PageInfo')
  .implement({
    description: 'Where a page ends. Lists are walked forward only.',
    fields: (t) => ({
      hasNextPage: t.exposeBoolean('hasNextPage'),
      hasPreviousPage: t.boolean({ resolve: () => false }),
      startCursor: t.string({ nullable: true, resolve: () => null }),
      endCursor: t.exposeString('endCursor', { nullable: true }),
    }),
  })

export const connectionType = <Node>(name: string, node: ObjectType<Node>) => {
  const EdgeType = builder.objectRef<Connection<Node>['nodes'][number]>(`${name}Edge`).implement({
    description: 'An item with its place in the list.',
    fields: (t) => ({
      cursor: t.exposeString('cursor'),
      node: t.field({ type: node, resolve: (edge) => edge.node as never }),
    }),
  })
  return builder.objectRef<Connection<Node>>(`${name}Connection`).implement({
    description: 'A page of a list.',
    fields: (t) => ({
      edges: t.field({ type: [EdgeType], resolve: (page) => [...page.nodes] }),
      nodes: t.field({ type: [node], resolve: (page) => page.nodes.map((edge) => edge.node) as never }),
      pageInfo: t.field({ type: PageInfoType, resolve: ({ endCursor, hasNextPage }) => ({ endCursor, hasNextPage }) }),
    }),
  })
}
