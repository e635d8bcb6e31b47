import {
  type FieldNode,
  type GraphQLNamedType,
  type GraphQLSchema,
  getNamedType,
  getNullableType,
  isAbstractType,
  isCompositeType,
  isInterfaceType,
  isListType,
  isObjectType,
  Kind,
  type SelectionSetNode,
} from 'graphql'
import type { Fragments } from '../limits/fragments.ts'

/**
 * The most fields in an operation, with its fragments expanded for each possible type. The size of compiled code and the compile
 * time, during which the event loop is blocked, grow with them.
 */
const MAX_FIELDS = 2_000

/** Why an operation is executed by the reference executor. */
type Reason = 'directives' | 'introspection' | 'key' | 'list resolver' | 'nullability' | 'size'

/**
 * Finds features of a document that graphql-jit does not execute as specified, before the document is compiled; null for a
 * document that it executes exactly. `docs/graphql.md` lists these features.
 */
export function reasonNotToCompile(
  schema: GraphQLSchema,
  { set, type: root }: { readonly set: SelectionSetNode; readonly type: GraphQLNamedType },
  fragments: Fragments,
): Reason | null {
  let fields = 0

  function selection(selected: SelectionSetNode, parent: GraphQLNamedType): Reason | null {
    for (const one of selected.selections) {
      const reason = one.directives?.length ? 'directives' : ofOne(one, parent)
      if (reason) return reason
    }
    return null
  }

  function ofOne(one: SelectionSetNode['selections'][number], parent: GraphQLNamedType): Reason | null {
    if (one.kind === Kind.FIELD) return ofField(one, parent)
    const fragment = one.kind === Kind.FRAGMENT_SPREAD ? fragments.get(one.name.value) : one
    const type = fragment?.typeCondition ? schema.getType(fragment.typeCondition.name.value) : parent
    return fragment && type ? selection(fragment.selectionSet, type) : null
  }

  function ofField(field: FieldNode, parent: GraphQLNamedType): Reason | null {
    const concrete = isAbstractType(parent) ? schema.getPossibleTypes(parent) : [parent]
    fields += concrete.length
    if (fields > MAX_FIELDS) return 'size'
    const { value: name } = field.name
    if ((field.alias ?? field.name).value === '__proto__') return 'key'
    if (name === '__schema' || name === '__type') return 'introspection'
    const definition = isCompositeType(parent) ? schema.getField(parent, name) : undefined
    if (!definition) return null
    if (isListType(getNullableType(definition.type)) && concrete.some((type) => hasResolver(type, name)))
      return 'list resolver'
    if (concrete.some((type) => nullsOf(type, name) !== nullsOf(parent, name))) return 'nullability'
    return field.selectionSet ? selection(field.selectionSet, getNamedType(definition.type)) : null
  }

  return selection(set, root)
}

function hasResolver(type: GraphQLNamedType, name: string): boolean {
  return isObjectType(type) && type.getFields()[name]?.resolve !== undefined
}

/**
 * The nullability of a field's type: `[!]` for `[Hotel!]`. A field of an implementation may be non-null where its interface
 * allows null.
 */
function nullsOf(type: GraphQLNamedType, name: string): string {
  return isObjectType(type) || isInterfaceType(type) ? String(type.getFields()[name]?.type).replace(/\w+/, '') : ''
}
