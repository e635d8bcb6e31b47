import {
  type GraphQLArgument,
  type GraphQLField,
  type GraphQLInputType,
  type GraphQLSchema,
  getNullableType,
  isEnumType,
  isInputObjectType,
  isListType,
  isRequiredArgument,
  isRequiredInputField,
  OperationTypeNode,
} from 'graphql'
import {
  type HostileValue,
  hostileBodies,
  hostileIntegers,
  hostileLists,
  hostileObjects,
  hostileTexts,
  withValueAt,
} from './hostile-values.ts'
import type { Attack } from './http-attacks.ts'
import type { Json } from './http-client.ts'
import { sampleByName } from './sample-inputs.ts'

type Place = readonly (string | number)[]

const INTEGERS = new Set(['Int', 'SafeInt', 'Float'])

/** A value that an input type takes, with what it must have. */
function sampleOf(name: string, type: GraphQLInputType): Json {
  const inner = getNullableType(type)
  if (isListType(inner)) return [sampleOf(name, inner.ofType)]
  if (isInputObjectType(inner)) return sampleObject(inner)
  if (isEnumType(inner)) return inner.getValues()[0]?.name
  if (INTEGERS.has(inner.name)) return 1
  if (inner.name === 'Boolean') return true
  return sampleByName(name) ?? 'x'
}

function sampleObject(type: { readonly isOneOf: boolean; readonly getFields: () => Json }): Json {
  const fields = Object.values<Json>(type.getFields())
  const needed = type.isOneOf ? fields.slice(-1) : fields.filter(isRequiredInputField)
  return Object.fromEntries(needed.map((field) => [field.name, sampleOf(field.name, field.type)]))
}

/** Every place in an argument that takes a text, a number, a list or an object, with what it is to be given. */
function inputsOf(
  name: string,
  type: GraphQLInputType,
  path: Place,
): { path: Place; values: readonly HostileValue[] }[] {
  const inner = getNullableType(type)
  if (isListType(inner)) {
    const item = inner.ofType
    return [{ path, values: hostileLists(sampleOf(name, item)) }, ...inputsOf(name, item, [...path, 0])]
  }
  if (isInputObjectType(inner))
    return [
      { path, values: hostileObjects },
      ...Object.values(inner.getFields()).flatMap((field) => inputsOf(field.name, field.type, [...path, field.name])),
    ]
  if (INTEGERS.has(inner.name)) return [{ path, values: hostileIntegers }]
  if (inner.name === 'JSON') return [{ path, values: [...hostileObjects, ...hostileTexts()] }]
  return inner.name === 'Boolean' ? [] : [{ path, values: hostileTexts() }]
}

/** A value as a document has it. */
function literal(value: Json): string {
  if (Array.isArray(value)) return `[${value.map(literal).join(' ')}]`
  if (value === null || typeof value !== 'object') return typeof value === 'string' ? quoted(value) : String(value)
  return `{${Object.entries(value)
    .map(([name, child]) => `${name}: ${literal(child)}`)
    .join(' ')}}`
}

/** JSON's escapes are GraphQL's. */
function quoted(text: string): string {
  return JSON.stringify(text)
}

type Root = { readonly operation: OperationTypeNode; readonly field: GraphQLField<unknown, unknown> }

/** Every argument of every root field, as a variable and as a literal. */
export function graphqlAttacks(schema: GraphQLSchema): Attack[] {
  return Object.values(OperationTypeNode).flatMap((operation) => [
    ...Object.values(schema.getRootType(operation)?.getFields() ?? {}).flatMap((field) =>
      fieldAttacks({ operation, field }),
    ),
    ...hostileBodies.map(({ what, make }) => ({
      what: `GraphQL ${operation} body: ${what}`,
      make: () => request(operation, make()),
    })),
  ])
}

function fieldAttacks(root: Root): Attack[] {
  const { operation, field } = root
  const needed = field.args.filter(isRequiredArgument)
  const good = Object.fromEntries(needed.map((one) => [one.name, sampleOf(one.name, one.type)]))
  return field.args.flatMap((argument) =>
    inputsOf(argument.name, argument.type, [argument.name]).flatMap(({ path, values }) =>
      values.flatMap(({ what, make }, index) => {
        const given = [...needed.filter((one) => one !== argument), argument]
        function changed() {
          return withValueAt({ ...sample(argument), ...good }, path, make())
        }
        const where = `GraphQL ${field.name}(${path.join('.')}) = ${what}`
        const variable = {
          what: `${where}, variable`,
          // Every other one is left to the reference executor, as what has a directive is.
          make: () => request(operation, byVariables(root, given, index % 2 === 0), changed()),
        }
        const asLiteral = { what: `${where}, literal`, make: () => request(operation, byLiterals(root, changed())) }
        return isDear(values) ? [variable, asLiteral] : [index % 2 === 0 ? variable : asLiteral]
      }),
    ),
  )
}

/** Lists and objects are coerced entry by entry; texts and numbers are given by turns. */
function isDear(values: readonly HostileValue[]): boolean {
  return values.length < 10 && values !== hostileIntegers
}

function sample({ name, type }: GraphQLArgument): Json {
  return { [name]: sampleOf(name, type) }
}

function byVariables(root: Root, given: readonly GraphQLArgument[], isCompilable: boolean): string {
  const { operation, field } = root
  const variables = given.map(({ name, type }) => `$${name}: ${String(type)}`).join(', ')
  const args = given.map(({ name }) => `${name}: $${name}`).join(', ')
  return `${operation}(${variables}) { ${field.name}(${args}) { __typename${isCompilable ? '' : ' @include(if: true)'} } }`
}

function byLiterals(root: Root, values: Json): string {
  const args = Object.entries(values).map(([name, value]) => `${name}: ${literal(value)}`)
  return `${root.operation} { ${root.field.name}(${args.join(', ')}) { __typename } }`
}

function request(operation: OperationTypeNode, query: string, variables?: Json): ReturnType<Attack['make']> {
  const isStream = operation === OperationTypeNode.SUBSCRIPTION
  return {
    method: 'POST',
    path: isStream ? '/graphql/stream' : '/graphql',
    headers: { 'content-type': 'application/json', ...(isStream ? { accept: 'text/event-stream' } : {}) },
    body: query.startsWith('{') || query.startsWith('[') ? query : JSON.stringify({ query, variables }),
  }
}
