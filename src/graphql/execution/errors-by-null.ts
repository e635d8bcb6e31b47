import {
  type ExecutionResult,
  type FieldNode,
  GraphQLError,
  type GraphQLOutputType,
  type GraphQLSchema,
  getNullableType,
  isCompositeType,
  isListType,
  isNonNullType,
  type SelectionSetNode,
} from 'graphql'
import type { Measurer, Selected } from '../limits/measure.ts'

/**
 * The position of an error: the length of the path to the value that it makes null, its place in the order of execution, and its
 * fields.
 */
type Position = { readonly length: number; readonly order: readonly number[]; readonly nodes: readonly FieldNode[] }

function responseName({ field }: Selected): string {
  return (field.alias ?? field.name).value
}

/** The selection of an operation, and how its fields are found. */
type SelectedRoot = {
  readonly set: SelectionSetNode
  readonly type: GraphQLOutputType
  readonly fieldsOf: Measurer['fieldsOf']
}

/**
 * Selects the errors of a result as the specification requires: for each value that is null because of errors the first one in
 * the order of execution, and none below such a null. graphql-jit returns all of them.
 */
export function errorsByNull(
  schema: GraphQLSchema,
  { set, type: rootType, fieldsOf }: SelectedRoot,
  { data, errors = [] }: ExecutionResult,
): GraphQLError[] {
  function positionOf(path: readonly (string | number)[]): Position {
    let length = 0
    let type: GraphQLOutputType = rootType
    let selected = fieldsOf(set, rootType as never)
    let nodes: FieldNode[] = []
    const order: number[] = []
    for (const [index, key] of path.entries()) {
      if (typeof key === 'number') {
        const list: GraphQLOutputType = getNullableType(type)
        if (!isListType(list)) break
        type = list.ofType
        order.push(key)
      } else {
        const names = [...new Set(selected.map(responseName))]
        const same = selected.filter((one) => responseName(one) === key)
        const [first] = same
        const parent = first?.parent
        const field = parent && isCompositeType(parent) ? schema.getField(parent, first.field.name.value) : undefined
        if (!field) break
        type = field.type
        order.push(names.indexOf(key))
        nodes = same.map((one) => one.field)
        selected = same.flatMap(({ field: { selectionSet } }) =>
          selectionSet ? fieldsOf(selectionSet, namedOf(field.type) as never) : [],
        )
      }
      if (!isNonNullType(type)) length = index + 1
    }
    return { length, order, nodes }
  }

  const first = new Map<string, { readonly error: GraphQLError; readonly order: readonly number[] }>()
  for (const error of errors) {
    const path = error.path ?? []
    const { length, order, nodes } = positionOf(path)
    if (nullAt(data, path) !== length) continue
    const key = JSON.stringify(path.slice(0, length))
    const known = first.get(key)
    if (!known || isBefore(order, known.order)) first.set(key, { error: located(error, nodes), order })
  }
  return [...first.values()].map(({ error }) => error)
}

/** Adds the fields to an error of graphql-jit, which has none. */
function located(error: GraphQLError, nodes: readonly FieldNode[]): GraphQLError {
  const { message, path, originalError, extensions } = error
  return error.nodes ? error : new GraphQLError(message, { nodes, path, originalError, extensions })
}

function namedOf(type: GraphQLOutputType): GraphQLOutputType {
  const inner = getNullableType(type)
  return isListType(inner) ? namedOf(inner.ofType) : inner
}

/** The length of the shortest prefix of a path whose value is null. */
function nullAt(data: unknown, path: readonly (string | number)[]): number {
  let value = data
  for (const [index, key] of path.entries()) {
    if (value === null || value === undefined) return index
    value = (value as Record<string | number, unknown>)[key]
  }
  return path.length
}

function isBefore(one: readonly number[], other: readonly number[]): boolean {
  for (const [index, place] of one.entries()) {
    const against = other[index]
    if (against === undefined || place > against) return false
    if (place < against) return true
  }
  return one.length < other.length
}
