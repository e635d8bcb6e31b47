import {
  type GraphQLArgument,
  type GraphQLEnumType,
  type GraphQLSchema,
  isEnumType,
  isInputObjectType,
  isInterfaceType,
  isObjectType,
} from 'graphql'
import { snakeCase } from '../domain/wire.ts'

/** Names that only GraphQL has; HTTP has no equivalent. */
const GRAPHQL_ONLY: ReadonlySet<string> = new Set([
  'BookingListItem.hotel',
  'HotelPrice.money',
  'Money.decimal',
  'SupplierPrice.money',
])
const GRAPHQL_ONLY_TYPES = /^(Query|Mutation|Subscription|PageInfo|.*Connection|.*Edge)$/

function httpName(name: string): string {
  return `HTTP: \`${snakeCase(name)}\`.`
}

/** Descriptions of arguments that are the same on every field. */
const ARGUMENTS: Readonly<Record<string, string>> = {
  input: 'What the path, the body and the headers of the HTTP request say.',
  by: 'Which one: exactly one of its fields.',
  first: 'How many: 1 to 100. HTTP: `limit`.',
  after: 'Where to go on: the page’s `endCursor`. HTTP: `cursor`, of events `after`.',
}

function describeArgument(argument: GraphQLArgument): void {
  argument.description ??= ARGUMENTS[argument.name] ?? httpName(argument.name)
}

function describeValues(type: GraphQLEnumType): void {
  for (const value of type.getValues()) value.description ??= `HTTP: \`${String(value.value)}\`.`
}

/** Adds to each description the HTTP name that the GraphQL name was derived from; existing descriptions come first. */
export function describeAll(schema: GraphQLSchema): GraphQLSchema {
  for (const type of Object.values(schema.getTypeMap())) {
    if (type.name.startsWith('__')) continue
    if (isEnumType(type)) describeValues(type)
    if (!isObjectType(type) && !isInterfaceType(type) && !isInputObjectType(type)) continue
    for (const field of Object.values(type.getFields())) {
      if ('args' in field) for (const argument of field.args) describeArgument(argument)
      const isOnly = GRAPHQL_ONLY_TYPES.test(type.name) || GRAPHQL_ONLY.has(`${type.name}.${field.name}`)
      if (isOnly || field.description?.includes('HTTP: ')) continue
      field.description = [field.description, httpName(field.name)].filter(Boolean).join(' ')
    }
  }
  return schema
}
