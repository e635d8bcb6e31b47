import {
  type DocumentNode,
  type FieldNode,
  getOperationAST,
  GraphQLError,
  Kind,
  type SelectionSetNode,
  visit,
} from 'graphql'

/** What a document may ask for, checked before anything runs. */
export const LIMITS = { depth: 10, aliases: 15, tokens: 2_000, cost: 20_000 } as const

/** How many items a list is taken to have when nothing says so. */
const USUAL_LIST = 5
const DEFAULT_PAGE = 20

/** Lists whose length the client chose, by the field that they hang on. */
const PAGED = new Set(['hotels', 'edges', 'nodes'])
/** Lists of unknown length. */
const LISTS = new Set(['options', 'supplierPrices', 'allocations', 'penalties', 'history', 'attempts', 'providers'])

const limitError = (message: string): GraphQLError =>
  new GraphQLError(message, {
    extensions: { code: 'QUERY_TOO_COMPLEX', retryable: false, http: { status: 400 } },
  })

/** Every limit that a document breaks by its shape alone. */
export const shapeFaults = (document: DocumentNode): GraphQLError[] => {
  let aliases = 0
  visit(document, {
    Field: (field) => {
      if (field.alias) aliases += 1
    },
  })
  const depth = Math.max(
    0,
    ...document.definitions.map((definition) =>
      definition.kind === Kind.OPERATION_DEFINITION ? depthOf(document, definition.selectionSet, new Set()) : 0,
    ),
  )
  return [
    ...(aliases > LIMITS.aliases ? [limitError(`at most ${LIMITS.aliases} aliases, not ${aliases}`)] : []),
    ...(depth > LIMITS.depth ? [limitError(`at most ${LIMITS.depth} levels deep, not ${depth}`)] : []),
  ]
}

const fragmentOf = (document: DocumentNode, name: string): SelectionSetNode | undefined =>
  document.definitions
    .filter((definition) => definition.kind === Kind.FRAGMENT_DEFINITION)
    .find((definition) => definition.name.value === name)?.selectionSet

/** The fields of a selection, fragments followed; a fragment inside itself is left to validation. */
const fieldsOf = (document: DocumentNode, set: SelectionSetNode, seen: ReadonlySet<string>): FieldNode[] =>
  set.selections.flatMap((selection) => {
    if (selection.kind === Kind.FIELD) return [selection]
    if (selection.kind === Kind.INLINE_FRAGMENT) return fieldsOf(document, selection.selectionSet, seen)
    const name = selection.name.value
    const fragment = seen.has(name) ? undefined : fragmentOf(document, name)
    return fragment ? fieldsOf(document, fragment, new Set([...seen, name])) : []
  })

const depthOf = (document: DocumentNode, set: SelectionSetNode, seen: ReadonlySet<string>): number =>
  Math.max(
    0,
    ...fieldsOf(document, set, seen).map((field) => {
      // Introspection is deeper than any real query, and cheap.
      if (field.name.value.startsWith('__')) return 0
      return 1 + (field.selectionSet ? depthOf(document, field.selectionSet, seen) : 0)
    }),
  )

type Variables = Readonly<Record<string, unknown>>

/** The page size that a root field asks for, literally or through variables. */
const pageSize = (field: FieldNode, variables: Variables): number => {
  for (const { name, value } of field.arguments ?? []) {
    if (name.value === 'first' || name.value === 'limit')
      return numberOf(
        value.kind === Kind.INT
          ? Number(value.value)
          : value.kind === Kind.VARIABLE
            ? variables[value.name.value]
            : null,
      )
    if (name.value !== 'input') continue
    if (value.kind === Kind.VARIABLE) return numberOf((variables[value.name.value] as Variables | null)?.['limit'])
    if (value.kind !== Kind.OBJECT) continue
    const limit = value.fields.find((one) => one.name.value === 'limit')?.value
    if (limit?.kind === Kind.INT) return numberOf(Number(limit.value))
    if (limit?.kind === Kind.VARIABLE) return numberOf(variables[limit.name.value])
  }
  return DEFAULT_PAGE
}

const numberOf = (value: unknown): number =>
  typeof value === 'number' && value > 0 ? Math.min(value, 100) : DEFAULT_PAGE

const costOf = (document: DocumentNode, set: SelectionSetNode, page: number, seen: ReadonlySet<string>): number =>
  fieldsOf(document, set, seen).reduce((total, field) => {
    if (!field.selectionSet) return total + 1
    const name = field.name.value
    const items = PAGED.has(name) ? page : LISTS.has(name) ? USUAL_LIST : 1
    return total + 1 + items * costOf(document, field.selectionSet, page, seen)
  }, 0)

/** What an operation costs: a point a field, times the length of the lists that it is in. */
export const operationCost = (
  document: DocumentNode,
  operationName: string | null | undefined,
  variables: Variables,
): number => {
  const operation = getOperationAST(document, operationName)
  if (!operation) return 0
  return fieldsOf(document, operation.selectionSet, new Set()).reduce(
    (total, root) =>
      total +
      (root.selectionSet && !root.name.value.startsWith('__')
        ? costOf(document, root.selectionSet, pageSize(root, variables), new Set())
        : 1),
    0,
  )
}

const isLive = (value: unknown): boolean => value === 'LIVE'

/** Each live search keeps suppliers busy for up to 15 s: one a document. */
export const liveSearches = (
  document: DocumentNode,
  operationName: string | null | undefined,
  variables: Variables,
): number => {
  const operation = getOperationAST(document, operationName)
  if (!operation) return 0
  return fieldsOf(document, operation.selectionSet, new Set()).filter((field) => {
    const input =
      field.name.value === 'search' ? field.arguments?.find(({ name }) => name.value === 'input')?.value : null
    if (input?.kind === Kind.VARIABLE) return isLive((variables[input.name.value] as Variables | null)?.['pricingMode'])
    if (input?.kind !== Kind.OBJECT) return false
    const mode = input.fields.find(({ name }) => name.value === 'pricingMode')?.value
    if (mode?.kind === Kind.ENUM) return isLive(mode.value)
    return mode?.kind === Kind.VARIABLE && isLive(variables[mode.name.value])
  }).length
}

/** Every limit that a request breaks, its variables known. */
export const requestFaults = (cost: number, live: number): GraphQLError[] => [
  ...(cost > LIMITS.cost ? [limitError(`a query may cost ${LIMITS.cost} points, not ${cost}`)] : []),
  ...(live > 1 ? [limitError('at most one live search a document')] : []),
]
