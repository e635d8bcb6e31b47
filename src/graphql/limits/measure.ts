import {
  type DocumentNode,
  type FieldNode,
  type GraphQLNamedType,
  type GraphQLSchema,
  getNamedType,
  getNullableType,
  isCompositeType,
  isInterfaceType,
  isListType,
  isObjectType,
  Kind,
  type OperationDefinitionNode,
  type SelectionSetNode,
} from 'graphql'
import { fragmentsOf } from './fragments.ts'

/** The assumed length of a list whose length the client does not choose. */
const USUAL_LIST = 5

/** Lists that are usually longer, by type and field. */
const LONG_LISTS: Readonly<Record<string, number>> = {
  'Hotel.images': 20,
  'Hotel.facilityDetails': 15,
  'Hotel.rooms': 6,
}

/** Lists whose length the client sets with the root field's `first` or `limit`. */
const PAGED: ReadonlySet<string> = new Set(['hotels', 'edges', 'nodes', 'destinations'])

/** The assumed cost of a value whose shape the schema does not define: an event's data has at most some ten kilobytes. */
const JSON_POINTS = 50

/** The cost of `__schema { types }`: a tool's usual introspection fits once in a document, but not twice. */
const ALL_TYPES = 10

/** The measures of a selection with its fragments expanded. */
export type Measure = {
  readonly depth: number
  readonly aliases: number
  readonly directives: number
  /** Points by powers of the page size: [2, 5] means 2 + 5 × page. */
  readonly cost: readonly number[]
}

const NOTHING: Measure = { depth: 0, aliases: 0, directives: 0, cost: [] }

export function costAt(cost: readonly number[], page: number): number {
  return cost.reduceRight((total, points) => total * page + points, 0)
}

function plus(one: readonly number[], other: readonly number[]): number[] {
  return Array.from(
    { length: Math.max(one.length, other.length) },
    (_, power) => (one[power] ?? 0) + (other[power] ?? 0),
  )
}

/** A field, and the type that it is selected on. */
export type Selected = { readonly field: FieldNode; readonly parent: GraphQLNamedType | undefined }

export type Measurer = {
  readonly of: (set: SelectionSetNode, parent: GraphQLNamedType | undefined) => Measure
  readonly ofField: (selected: Selected) => Measure
  /** The fields of a selection as they are executed, with each fragment included once. */
  readonly fieldsOf: (set: SelectionSetNode, parent: GraphQLNamedType | undefined) => Selected[]
}

/**
 * Measures a document, valid or not. Each selection is measured once, even if several fragments lead to it, so the time is at
 * most proportional to the square of the document's length. A fragment that contains itself counts as nothing; validation refuses
 * it.
 */
export function createMeasurer(schema: GraphQLSchema, document: DocumentNode): Measurer {
  const fragments = fragmentsOf(document)
  const measured = new Map<SelectionSetNode, Measure>()

  function fieldsOf(
    set: SelectionSetNode,
    parent: GraphQLNamedType | undefined,
    seen: Set<string> = new Set(),
  ): Selected[] {
    return set.selections.flatMap((selection) => {
      if (selection.kind === Kind.FIELD) return [{ field: selection, parent }]
      if (selection.kind === Kind.INLINE_FRAGMENT) {
        const type = selection.typeCondition ? schema.getType(selection.typeCondition.name.value) : parent
        return fieldsOf(selection.selectionSet, type, seen)
      }
      const fragment = fragments.get(selection.name.value)
      if (!fragment || seen.has(selection.name.value)) return []
      seen.add(selection.name.value)
      return fieldsOf(fragment.selectionSet, schema.getType(fragment.typeCondition.name.value), seen)
    })
  }

  /** Counts the directives of the selections themselves, not of the fields' own selections. */
  function directivesOf(set: SelectionSetNode, seen: Set<string> = new Set()): number {
    return set.selections.reduce((total, selection) => {
      const own = total + (selection.directives?.length ?? 0)
      if (selection.kind === Kind.FIELD) return own
      if (selection.kind === Kind.INLINE_FRAGMENT) return own + directivesOf(selection.selectionSet, seen)
      const fragment = fragments.get(selection.name.value)
      if (!fragment || seen.has(selection.name.value)) return own
      seen.add(selection.name.value)
      return own + directivesOf(fragment.selectionSet, seen)
    }, 0)
  }

  function of(set: SelectionSetNode, parent: GraphQLNamedType | undefined): Measure {
    const known = measured.get(set)
    if (known) return known
    measured.set(set, NOTHING)
    const inner = fieldsOf(set, parent).map(ofField).reduce(sum, NOTHING)
    const measure = { ...inner, directives: inner.directives + directivesOf(set) }
    measured.set(set, measure)
    return measure
  }

  function ofField({ field, parent }: Selected): Measure {
    const { type, items } = listOf(schema, field.name.value, parent)
    const inner = field.selectionSet ? of(field.selectionSet, type) : NOTHING
    return {
      // Introspection is deeper than any real query; validation limits it.
      depth: field.name.value.startsWith('__') ? 0 : 1 + inner.depth,
      aliases: inner.aliases + (field.alias ? 1 : 0),
      directives: inner.directives,
      cost: plus(
        [type?.name === 'JSON' ? JSON_POINTS : 1],
        items === 'page' ? [0, ...inner.cost] : inner.cost.map((points) => points * items),
      ),
    }
  }

  return { of, ofField, fieldsOf }
}

function sum(one: Measure, other: Measure): Measure {
  return {
    depth: Math.max(one.depth, other.depth),
    aliases: one.aliases + other.aliases,
    directives: one.directives + other.directives,
    cost: plus(one.cost, other.cost),
  }
}

/** The type of a field's items, and the assumed number of items. */
function listOf(
  schema: GraphQLSchema,
  name: string,
  parent: GraphQLNamedType | undefined,
): { readonly type: GraphQLNamedType | undefined; readonly items: number | 'page' } {
  if (!parent || !isCompositeType(parent)) return { type: undefined, items: 1 }
  const field = schema.getField(parent, name)
  if (!field || !(isObjectType(parent) || isInterfaceType(parent))) return { type: undefined, items: 1 }
  const type = getNamedType(field.type)
  if (!isListType(getNullableType(field.type))) return { type, items: 1 }
  if (parent.name === '__Schema' && name === 'types') return { type, items: ALL_TYPES }
  return { type, items: PAGED.has(name) ? 'page' : (LONG_LISTS[`${parent.name}.${name}`] ?? USUAL_LIST) }
}

export function rootTypeOf(
  schema: GraphQLSchema,
  { operation }: OperationDefinitionNode,
): GraphQLNamedType | undefined {
  return schema.getRootType(operation) ?? undefined
}
