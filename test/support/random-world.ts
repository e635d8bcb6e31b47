import {
  buildSchema,
  extendSchema,
  type GraphQLObjectType,
  type GraphQLOutputType,
  type GraphQLSchema,
  getNamedType,
  getNullableType,
  isAbstractType,
  isEnumType,
  isListType,
  isNonNullType,
  isObjectType,
  isSpecifiedScalarType,
  parse,
} from 'graphql'
import { schema as ourSchema } from '../../src/graphql/schema.ts'

/** What a value is that a resolver hands out: decided by a seed and its place, so that both executions meet the same. */
export type World = { readonly seed: number; readonly hostile: boolean; readonly waits: boolean }

function hash(text: string): number {
  let value = 2_166_136_261
  for (const letter of text) value = Math.imul(value ^ (letter.codePointAt(0) ?? 0), 16_777_619)
  return value >>> 1
}

function chance(world: World, place: string, percent: number): boolean {
  return world.hostile && hash(`${world.seed} ${place}`) % 100 < percent
}

const WRONG_LEAVES = [Number.NaN, undefined, { a: 1 }, [1], 'text', 1.5, 2 ** 40, true, '']

function leafOf(type: GraphQLOutputType, place: string, world: World): unknown {
  const named = getNamedType(type)
  if (chance(world, `wrong ${place}`, 4)) {
    const wrong = WRONG_LEAVES[hash(`${world.seed}${place}`) % WRONG_LEAVES.length]
    // A scalar of ours hands NaN on, and JSON makes null of it: compiled code tells the fault.
    return Number.isNaN(wrong) && !isSpecifiedScalarType(named) ? 'text' : wrong
  }
  if (isEnumType(named)) return named.getValues()[hash(place) % named.getValues().length]?.value
  const values: Record<string, unknown> = {
    Int: 7,
    Float: 1.25,
    Boolean: true,
    ID: hash(place) % 2 ? 'id' : 12,
    SafeInt: 9,
  }
  return values[named.name] ?? `${named.name} of ${place}`
}

/** A plain value of a type: objects carry every field that is read off them, and what our own resolvers look at. */
function valueOf(schema: GraphQLSchema, type: GraphQLOutputType, place: string, world: World, depth: number): unknown {
  if (chance(world, `fault ${place}`, 4)) return new Error(`a fault at ${place}`)
  if (chance(world, `null ${place}`, isNonNullType(type) ? 4 : 15)) return null
  const inner = getNullableType(type) as GraphQLOutputType
  if (isListType(inner)) {
    if (chance(world, `no list ${place}`, 3)) return 5
    const item = inner.ofType
    return depth < 0 ? [] : [0, 1].map((index) => valueOf(schema, item, `${place}.${index}`, world, depth))
  }
  if (isAbstractType(inner) || isObjectType(inner)) {
    if (depth < 0) return null
    const possible = isAbstractType(inner) ? schema.getPossibleTypes(inner) : [inner]
    const chosen = possible[hash(`${world.seed}${place}`) % possible.length] as GraphQLObjectType
    const typename = chance(world, `type ${place}`, 3) ? 'NoSuchType' : chosen.name
    return objectOf(schema, chosen, typename, place, world, depth)
  }
  return leafOf(inner, place, world)
}

function objectOf(
  schema: GraphQLSchema,
  type: GraphQLObjectType,
  typename: string,
  place: string,
  world: World,
  depth: number,
): object {
  return {
    currencyExponent: 2,
    ...Object.fromEntries(
      Object.values(type.getFields()).map((field) => [
        field.name,
        valueOf(schema, field.type, `${place}.${field.name}`, world, depth - 1),
      ]),
    ),
    __typename: typename,
  }
}

/** What a resolver does with its arguments: it tells them where it can. */
function answerOf(schema: GraphQLSchema, type: GraphQLOutputType, place: string, args: object, world: World): unknown {
  if (chance(world, `throws ${place}`, 12)) throw new Error(`thrown at ${place}`)
  const named = getNamedType(type)
  const value =
    named.name === 'String' && !isListType(getNullableType(type))
      ? JSON.stringify(sorted(args))
      : valueOf(schema, type, place, world, 3)
  return world.waits && hash(`${world.seed} waits ${place}`) % 2 === 0
    ? Promise.resolve().then(() => {
        if (chance(world, `rejects ${place}`, 12)) throw new Error(`rejected at ${place}`)
        return value
      })
    : value
}

/** Arguments whatever their order is. */
function sorted(value: unknown): unknown {
  if (Array.isArray(value)) return value.map(sorted)
  if (typeof value !== 'object' || value === null) return value
  return Object.fromEntries(
    Object.entries(value)
      .toSorted(([one], [other]) => one.localeCompare(other))
      .map(([name, child]) => [name, sorted(child)]),
  )
}

/** A copy whose named fields are answered by the world in the context. */
function withWorld(original: GraphQLSchema, answered: (type: string, field: string) => boolean): GraphQLSchema {
  const schema = extendSchema(original, parse('scalar Unused'), { assumeValid: true })
  for (const type of Object.values(schema.getTypeMap())) {
    if (!isObjectType(type)) continue
    for (const field of Object.values(type.getFields()))
      if (answered(type.name, field.name))
        field.resolve = (_parent, args, { world }: { world: World }) =>
          answerOf(schema, field.type, `${type.name}.${field.name} ${JSON.stringify(sorted(args))}`, args, world)
  }
  return schema
}

const ROOTS = new Set(['Query', 'Mutation', 'Subscription'])
/** Our own schema, its root fields answered by the world in the context. */
export const ours = withWorld(ourSchema, (type) => ROOTS.has(type))
/** A schema of what ours happens not to have: lists of lists, interfaces, fields that resolvers make late. */
export const hostile = withWorld(
  buildSchema(`
    interface Node { id: ID! next: Node kids: [Node!] }
    interface Named { name: String! }
    type A implements Node & Named { id: ID! next: Node kids: [Node!] name: String! grid: [[Int!]!] mood: Mood! late: A! solved(n: Int = 3, m: Int! = 4, c: Choice): String! }
    type B implements Node { id: ID! next: A! kids: [Node!] either: Either! eithers: [Either!]! wait: B late: A! }
    type C { deep: D! list: [D]! only: String }
    type D { leaf: Int! c: C! tags: [String!]! }
    union Either = A | C | B
    enum Mood { GOOD BAD }
    input Choice @oneOf { one: Int two: String }
    input Filter { n: Int = 5 text: String! tags: [String!] = ["x"] inner: Filter moods: [Mood!] choice: Choice }
    type Query { node(id: ID, filter: Filter): Node a: A! b: B! c(choice: Choice!): C either: [Either] items: [Node!]! echo(filter: Filter!, list: [Int!], mood: Mood = BAD): String }
    type Mutation { one: A two: C! three: B echo(filter: Filter!): String }
  `),
  (type, field) => ROOTS.has(type) || ['solved', 'wait', 'late', 'deep'].includes(field),
)

/** What resolvers of `ours` and `hostile` read. */
export function worldContext(world: World) {
  return {
    world,
    loaders: {
      hotel: {
        load: (id: unknown) =>
          Promise.resolve(
            answerOf(ours, ourSchema.getType('Hotel') as GraphQLObjectType, `hotel ${String(id)}`, {}, world),
          ),
      },
    },
  }
}
