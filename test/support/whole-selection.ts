import { readFileSync } from 'node:fs'
import { join } from 'node:path'
import {
  buildSchema,
  type GraphQLInterfaceType,
  type GraphQLNamedType,
  type GraphQLObjectType,
  type GraphQLSchema,
  getNamedType,
  isEnumType,
  isInterfaceType,
  isObjectType,
  isUnionType,
} from 'graphql'

/** The printed schema, as clients have it. */
export function printedSchema(): GraphQLSchema {
  return buildSchema(readFileSync(join(import.meta.dirname, '../../schema.graphql'), 'utf8'))
}

/** Between a field's name and its type's, in the alias of one that other members have with another type. */
export const OF_MEMBER = '__'

function clashes(schema: GraphQLSchema, type: GraphQLObjectType | GraphQLInterfaceType, name: string): boolean {
  if (!isObjectType(type)) return false
  const own = String(type.getFields()[name]?.type)
  const siblings = type.getInterfaces().flatMap((above) => schema.getPossibleTypes(above))
  return siblings.some((sibling) => String(sibling.getFields()[name]?.type ?? own) !== own)
}

/** Every field of a type and of all below it; one that leads back to a type above it is left out. */
export function wholeSelection(
  schema: GraphQLSchema,
  type: GraphQLNamedType,
  above: ReadonlySet<string> = new Set(),
): string {
  const inside = new Set([...above, type.name])
  if (isUnionType(type))
    return `{ __typename ${schema
      .getPossibleTypes(type)
      .filter(({ name }) => !name.endsWith('Problem'))
      .map((member) => `... on ${member.name} ${wholeSelection(schema, member, inside)}`)
      .join(' ')} ... on Problem { code message } }`
  if (!isObjectType(type) && !isInterfaceType(type)) return ''
  const fields = Object.values(type.getFields()).flatMap((field) => {
    const named = getNamedType(field.type)
    if (inside.has(named.name)) return []
    const alias = clashes(schema, type, field.name) ? `${field.name}${OF_MEMBER}${type.name}: ` : ''
    return [`${alias}${field.name} ${wholeSelection(schema, named, inside)}`]
  })
  const members = isInterfaceType(type)
    ? schema.getPossibleTypes(type).map((member) => `... on ${member.name} ${wholeSelection(schema, member, inside)}`)
    : []
  return `{ ${isInterfaceType(type) ? '__typename ' : ''}${[...fields, ...members].join(' ')} }`
}

/** A document that asks for all that a root field has to tell, with its arguments as variables. */
export function wholeDocument(
  schema: GraphQLSchema,
  kind: 'query' | 'mutation' | 'subscription',
  name: string,
): string {
  const root = {
    query: schema.getQueryType(),
    mutation: schema.getMutationType(),
    subscription: schema.getSubscriptionType(),
  }
  const field = root[kind]?.getFields()[name]
  if (!field) throw new Error(`no ${kind} ${name}`)
  const variables = field.args.map((arg) => `$${arg.name}: ${String(arg.type)}`).join(', ')
  const args = field.args.map((arg) => `${arg.name}: $${arg.name}`).join(', ')
  const given = field.args.length > 0 ? [`(${variables})`, `(${args})`] : ['', '']
  return `${kind} Whole${given[0]} { ${name}${given[1]} ${wholeSelection(schema, getNamedType(field.type))} }`
}

/** Names of enum values that differ from the contract's words by more than their case would be a fault. */
export function enumWords(schema: GraphQLSchema): ReadonlySet<string> {
  return new Set(
    Object.values(schema.getTypeMap())
      .filter(isEnumType)
      .flatMap((type) => type.getValues().map(({ name }) => name)),
  )
}
