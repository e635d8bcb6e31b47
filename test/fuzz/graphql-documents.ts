import {
  type GraphQLArgument,
  type GraphQLField,
  type GraphQLInputType,
  type GraphQLNamedType,
  type GraphQLObjectType,
  type GraphQLSchema,
  getNamedType,
  isAbstractType,
  isCompositeType,
  isEnumType,
  isInputObjectType,
  isListType,
  isNonNullType,
  isObjectType,
} from 'graphql'
import { snakeCase } from '../../src/domain/wire.ts'
import type { Json } from '../support/http-client.ts'
import type { Random } from '../support/random.ts'
import { spoiled } from './json-bodies.ts'
import type { Live } from './live.ts'
import { goodStay, meaningfulText, NASTY_TEXT, nastyValue } from './values.ts'

export type Operation = 'query' | 'mutation' | 'subscription'

export type MadeDocument = { readonly query: string; readonly variables: Json; readonly operation: Operation }

/** Names of fields and arguments in HTTP's spelling, where they differ by more than that. */
const HTTP_NAMES: Readonly<Record<string, string>> = {
  place_id: 'place_id',
  after_event_id: 'event_id',
  id: 'booking_id',
}

function camel(value: Json): Json {
  if (Array.isArray(value)) return value.map(camel)
  if (value === null || typeof value !== 'object') return value
  return Object.fromEntries(
    Object.entries(value).map(([name, child]) => [
      name.replace(/_([a-z])/g, (_, letter: string) => letter.toUpperCase()),
      camel(child),
    ]),
  )
}

function scalarOf(random: Random, live: Live, type: GraphQLNamedType, name: string): Json {
  const httpName = HTTP_NAMES[snakeCase(name)] ?? snakeCase(name)
  const known = random.chance(0.9) ? live.value(random, httpName) : undefined
  const number = Number(known)
  switch (type.name) {
    case 'Int':
    case 'SafeInt':
      if (httpName === 'max_wait_ms') return random.int(0, 300)
      return Number.isSafeInteger(number) ? number : random.int(0, random.pick([1, 5, 100]))
    case 'Float':
      return random.next() * 100
    case 'Boolean':
      return random.chance(0.5)
    case 'JSON':
      return { own: 'key' }
    default:
      return String(known ?? meaningfulText(random, httpName) ?? random.pick(['a', 'x y', 'USD', '2027-03-10', '1']))
  }
}

/** A value that the SDL allows. */
function inputOf(random: Random, live: Live, type: GraphQLInputType, name: string): Json {
  if (isNonNullType(type)) return inputOf(random, live, type.ofType, name)
  if (isListType(type)) return Array.from({ length: random.int(0, 3) }, () => inputOf(random, live, type.ofType, name))
  if (isEnumType(type)) return random.pick(type.getValues()).name
  if (!isInputObjectType(type)) return scalarOf(random, live, type, name)
  const fields = Object.values(type.getFields())
  if (type.isOneOf) {
    const field = random.pick(fields)
    return { [field.name]: inputOf(random, live, field.type, field.name) }
  }
  const made = Object.fromEntries(
    fields
      .filter((field) => (isNonNullType(field.type) && field.defaultValue === undefined) || random.chance(0.25))
      .map((field) => [field.name, inputOf(random, live, field.type, field.name)]),
  )
  if ('checkIn' in made && random.chance(0.9))
    Object.assign(made, camel(goodStay(random)), { cursor: undefined, searchId: undefined })
  return made
}

/** Operations whose whole input is known from HTTP. */
const HTTP_OPERATIONS: ReadonlySet<string> = new Set(['createBooking', 'confirmHold', 'cancelBooking', 'reviewBooking'])

type Writer = {
  readonly random: Random
  readonly live: Live
  readonly schema: GraphQLSchema
  readonly variables: Map<string, { readonly type: string; readonly value: Json }>
}

/** An argument as a variable, or as a literal. */
function argumentOf(writer: Writer, field: string, argument: GraphQLArgument): string {
  const { random, live, variables } = writer
  const known = HTTP_OPERATIONS.has(field) && argument.name === 'input' ? live.body(random, field) : undefined
  const made = inputOf(random, live, argument.type, argument.name)
  const isInput = known !== undefined && random.chance(0.8)
  const value = isInput
    ? { ...('idempotencyKey' in made ? { idempotencyKey: `g${random.int(0, 1e9)}` } : {}), ...camel(known) }
    : made
  const name = `${argument.name}${variables.size}`
  variables.set(name, { type: String(argument.type), value })
  return `${argument.name}: $${name}`
}

function fieldText(writer: Writer, field: GraphQLField<unknown, unknown>, depth: number): string {
  const { random } = writer
  const given = field.args.filter((one) => isNonNullType(one.type) || random.chance(0.4))
  const args = given.length > 0 ? `(${given.map((one) => argumentOf(writer, field.name, one)).join(', ')})` : ''
  const type = getNamedType(field.type)
  const alias = random.chance(0.02) ? `other${random.int(0, 99)}: ` : ''
  const directive = random.chance(0.05) ? ` @${random.pick(['skip', 'include'])}(if: ${random.chance(0.3)})` : ''
  return `${alias}${field.name}${args}${directive}${isCompositeType(type) ? ` ${selectionOf(writer, type, depth - 1)}` : ''}`
}

/** Some fields of a type, and of those that it can be; what is deeper than `depth` is left out. */
function selectionOf(writer: Writer, type: GraphQLNamedType, depth: number): string {
  const { random, schema } = writer
  const parts = ['__typename']
  if (isAbstractType(type))
    for (const possible of schema.getPossibleTypes(type))
      if (random.chance(0.8)) parts.push(`... on ${possible.name} ${selectionOf(writer, possible, depth)}`)
  if (isObjectType(type))
    for (const field of Object.values(type.getFields())) {
      const isDeep = isCompositeType(getNamedType(field.type))
      if (random.chance(isDeep ? 0.35 : 0.5) && (!isDeep || depth > 1)) parts.push(fieldText(writer, field, depth))
    }
  return `{ ${parts.join(' ')} }`
}

/** A document with one root field or two, that is valid by the SDL. */
export function makeDocument(random: Random, live: Live, schema: GraphQLSchema, operation: Operation): MadeDocument {
  const roots: Readonly<Record<Operation, GraphQLObjectType | null | undefined>> = {
    query: schema.getQueryType(),
    mutation: schema.getMutationType(),
    subscription: schema.getSubscriptionType(),
  }
  const fields = Object.values(roots[operation]?.getFields() ?? {})
  const writer: Writer = { random, live, schema, variables: new Map() }
  const first = random.pick(fields)
  const more = operation === 'query' && random.chance(0.2) ? [random.pick(fields)] : []
  const body = [first, ...more.filter((field) => field !== first)].map((field) => fieldText(writer, field, 6))
  const declared = [...writer.variables].map(([name, { type }]) => `$${name}: ${type}`)
  return {
    operation,
    query: `${operation} Made${declared.length > 0 ? `(${declared.join(', ')})` : ''} { ${body.join(' ')} }`,
    variables: Object.fromEntries([...writer.variables].map(([name, { value }]) => [name, value])),
  }
}

/** Fragments that spread one another at random, and fields of one name in and around them. */
function tangle(random: Random): string {
  const names = Array.from({ length: random.int(2, 150) }, (_, index) => `T${index}`)
  function spread(): string {
    return `...${random.pick(names)}`
  }
  const [inner, fields] = random.pick([
    ['chains', 'id name'],
    ['hotels', 'hotelId chain'],
  ] as const)
  const uses = names.map(() => `${inner} { ${spread()} ${fields} }`)
  const fragments = names.map((name) => {
    const spreads = Array.from({ length: random.int(0, 3) }, spread)
    return `fragment ${name} on FilterTerm { id ${spreads.join(' ')} }`
  })
  return `{ hotelFilters { ... on HotelFilters { ${random.some(uses, random.next()).join(' ')} } } } ${fragments.join(' ')}`
}

/** A literal within itself, hundreds of levels deep. */
function nested(random: Random, ...brackets: readonly (readonly [open: string, close: string])[]): string {
  const [open, close] = random.pick(brackets)
  const levels = random.int(10, 600)
  return `${open.repeat(levels)}1${close.repeat(levels)}`
}

/** A document with one thing wrong: in its text, or in its variables. */
export function spoiledDocument(random: Random, made: MadeDocument): MadeDocument {
  const { query, variables } = made
  function with_(changed: string): MadeDocument {
    return { ...made, query: changed }
  }
  return random.pick<() => MadeDocument>([
    () => ({ ...made, variables: spoiled(random, variables) }),
    () => ({ ...made, variables: spoiled(random, variables) }),
    () => ({ ...made, variables: spoiled(random, variables) }),
    () => ({ ...made, variables: nastyValue(random) }),
    () => with_(query.replace(/\b(\w+) \{/, '$1 { surprise')),
    () => with_(query.replace('__typename', '__typename @nope')),
    () => with_(query.replace('__typename', `a: __typename ${'b: __typename '.repeat(40)}`)),
    () => with_(query.replace(/\$(\w+): (\w+)!?/, '$$$1: Int')),
    () => with_(query.replace(/\$\w+/, '$undefinedOne')),
    () => with_(query.slice(0, random.int(0, query.length))),
    () => with_(`${query} ${query}`),
    () => with_(query.replace(/^(\w+) \w+/, '$1')),
    () => with_(`${query} fragment F on Query { ...F }`),
    () => with_(query.replace('__typename', '...F ') + ' fragment F on Query { ...G } fragment G on Query { ...F }'),
    () =>
      with_(query.replace('__typename', '__schema { types { name fields { name type { name ofType { name } } } } }')),
    () => with_(query.replace('__typename', `__typename @include(if: ${random.pick(['"x"', '1', 'null', '$x'])})`)),
    () => with_(query.replace(/\(([^$)]*)\$\w+\)/, `($1${JSON.stringify(random.pick(NASTY_TEXT))})`)),
    () => with_(tangle(random)),
    () => with_(query.replace(/\(([^$)]*)\$\w+\)/, `($1${nested(random, ['[', ']'], ['{ a: ', ' }'])})`)),
    () => with_(query.replace(/\$(\w+): (\w+)!?/, `$$$1: ${'['.repeat(400)}$2${']'.repeat(400)}`)),
    () => with_(`${'{ a '.repeat(300)}${'}'.repeat(300)}`),
    () => with_(`{ ${'__typename '.repeat(3_000)} }`),
    () => with_(`# ${random.pick(NASTY_TEXT)}\n${query}`),
    () => with_(random.pick(NASTY_TEXT)),
  ])()
}
