import fc from 'fast-check'
import {
  buildSchema,
  type DocumentNode,
  type ExecutionResult,
  execute,
  extendSchema,
  type GraphQLObjectType,
  type GraphQLOutputType,
  type GraphQLSchema,
  getNamedType,
  getNullableType,
  getOperationAST,
  isAbstractType,
  isEnumType,
  isListType,
  isNonNullType,
  isObjectType,
  isSpecifiedScalarType,
  OperationTypeNode,
  parse,
  validate,
} from 'graphql'
import { describe, expect, it } from 'vitest'
import {
  compileOperation,
  createCompiler,
  createEventCompiler,
  schemaToCompile,
} from '../../src/graphql/execution/compile.ts'
import { errorsByNull } from '../../src/graphql/execution/errors-by-null.ts'
import { createMeasurer } from '../../src/graphql/limits/measure.ts'
import { schema as ourSchema } from '../../src/graphql/schema.ts'
import { type RandomDocument, randomDocuments } from '../support/random-documents.ts'

/** What a value is that a resolver hands out: decided by a seed and its place, so that both executions meet the same. */
type World = { readonly seed: number; readonly hostile: boolean; readonly waits: boolean }

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
const ours = withWorld(ourSchema, (type) => ROOTS.has(type))
const hostile = withWorld(
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

function context(world: World) {
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

type Told = { readonly message: string; readonly path: string }

function told({ errors = [] }: ExecutionResult): Told[] {
  return errors
    .map(({ message, path }) => ({ message: generic(message), path: JSON.stringify(path ?? []) }))
    .toSorted((one, other) => one.path.localeCompare(other.path))
}

/** Faults of ours that are told in other words; whatever they say is masked on the way out. */
function generic(message: string): string {
  return /must resolve to an Object type|not a possible type|was resolved to a type|Abstract type|resolveType/.test(
    message,
  )
    ? 'no type'
    : message.replace(/\((\w+)(,\w+)*\)/, '$1').replaceAll('"', '')
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

/** The reference's errors in the same sense: one for each null. */
function expectedOf(schema: GraphQLSchema, { text }: RandomDocument, result: ExecutionResult): ExecutionResult {
  const document = parse(text)
  const operation = getOperationAST(document, 'Chosen')
  const root = operation && schema.getRootType(operation.operation)
  if (!operation || !root) throw new Error('no operation')
  const { fieldsOf } = createMeasurer(schema, document)
  if (!('data' in result)) return result
  return { ...result, errors: errorsByNull(schema, { set: operation.selectionSet, type: root }, fieldsOf, result) }
}

/** Both executions of a document, or null when it is not valid or is left to the reference executor. */
async function bothOf(
  schema: GraphQLSchema,
  copy: GraphQLSchema,
  random: RandomDocument,
  world: World,
): Promise<{ readonly expected: ExecutionResult; readonly compiled: ExecutionResult } | null> {
  const document = parse(random.text)
  const operation = getOperationAST(document, 'Chosen')
  if (!operation || validate(schema, document).length > 0) return null
  const compiled =
    operation.operation === OperationTypeNode.SUBSCRIPTION
      ? createEventCompiler(schema)(document, 'Chosen')?.result
      : compileOperation({ schema, copy }, document, operation)?.query
  if (!compiled) return null
  const reference = await execute({
    schema,
    document,
    operationName: 'Chosen',
    contextValue: context(world),
    variableValues: random.variables,
  })
  return {
    expected: expectedOf(schema, random, reference),
    compiled: await compiled(undefined, context(world), random.variables),
  }
}

/** The same documents each time: what lands must not hang on chance. `FC_SEED` chooses others. */
const SEED = Number(process.env['FC_SEED'] ?? 1)

async function differential(
  schema: GraphQLSchema,
  operation: OperationTypeNode,
  worlds: Partial<World>,
  runs: number,
): Promise<number> {
  const copy = schemaToCompile(schema)
  let compared = 0
  await fc.assert(
    fc.asyncProperty(randomDocuments(schema, operation), fc.nat(), async (random, seed) => {
      const both = await bothOf(schema, copy, random, { seed, hostile: true, waits: false, ...worlds })
      if (!both) return
      compared += 1
      expect(JSON.parse(JSON.stringify(both.compiled.data ?? null))).toEqual(
        JSON.parse(JSON.stringify(both.expected.data ?? null)),
      )
      expect(nulls(both.compiled)).toEqual(nulls(both.expected))
      // Of several that make the same value null, each executor may tell the one that it met first.
      if (exact(worlds, both.expected)) expect(told(both.compiled)).toEqual(told(both.expected))
    }),
    { numRuns: runs, seed: SEED },
  )
  return compared
}

/** Where in the data the errors show. */
function nulls({ data, errors = [] }: ExecutionResult): string[] {
  return errors
    .map(({ path = [] }) => {
      let value: unknown = data
      const length = path.findIndex((key) => {
        if (value === null || value === undefined) return true
        value = (value as Record<string | number, unknown>)[key]
        return false
      })
      return JSON.stringify(length < 0 ? path : path.slice(0, length))
    })
    .toSorted((one, other) => one.localeCompare(other))
}

/** Without waiting, the order is the document's; when everything is null, graphql-jit tells the first that it found. */
function exact({ waits }: Partial<World>, { data }: ExecutionResult): boolean {
  return !waits && data !== null
}

describe('compiled execution does what the reference executor does', () => {
  it('for random queries of our own schema over sound data', async () => {
    expect(await differential(ours, OperationTypeNode.QUERY, { hostile: false }, 300)).toBeGreaterThan(100)
  })
  it('for random queries of our own schema over broken data', async () => {
    expect(await differential(ours, OperationTypeNode.QUERY, {}, 300)).toBeGreaterThan(100)
  })
  it('for random mutations of our own schema', async () => {
    expect(await differential(ours, OperationTypeNode.MUTATION, { waits: true }, 200)).toBeGreaterThan(50)
  })
  it('for the events of random subscriptions of our own schema', async () => {
    expect(await differential(ours, OperationTypeNode.SUBSCRIPTION, {}, 600)).toBeGreaterThan(40)
  })
  it('for random queries of a hostile schema', async () => {
    expect(await differential(hostile, OperationTypeNode.QUERY, {}, 400)).toBeGreaterThan(120)
  })
  it('for random queries of a hostile schema that answers late', async () => {
    expect(await differential(hostile, OperationTypeNode.QUERY, { waits: true }, 400)).toBeGreaterThan(120)
  })
  it('for random mutations of a hostile schema', async () => {
    expect(await differential(hostile, OperationTypeNode.MUTATION, {}, 300)).toBeGreaterThan(100)
    expect(await differential(hostile, OperationTypeNode.MUTATION, { waits: true }, 200)).toBeGreaterThan(60)
  })
})

function compiles(schema: GraphQLSchema, text: string): boolean {
  const document = parse(text)
  const operation = getOperationAST(document)
  return !!operation && compileOperation({ schema, copy: schemaToCompile(schema) }, document, operation) !== null
}

describe('what graphql-jit would do otherwise is left to the reference executor', () => {
  it('documents with @skip or @include', () => {
    expect(compiles(hostile, 'query($v: Boolean!) { a { id @skip(if: $v) } }')).toBe(false)
    expect(compiles(hostile, '{ a { ...F @include(if: true) } } fragment F on A { id }')).toBe(false)
  })
  it('subscriptions, introspection, and a key that is no ordinary property', () => {
    const watch = parse('subscription { bookingUpdated(bookingId: "x") { type } }')
    const compile = createCompiler(ourSchema)
    // Their events are compiled, but they are no query.
    expect([compile(watch, null), compile(watch, null)]).toEqual([null, null])
    expect(compiles(ourSchema, '{ __schema { queryType { name } } }')).toBe(false)
    expect(compiles(hostile, '{ a { __proto__: id } }')).toBe(false)
  })
  it('lists that a resolver makes, and interface fields that some types never leave null', () => {
    expect(compiles(hostile, '{ items { id } }')).toBe(false)
    expect(compiles(hostile, '{ a { kids { next { id } } } }')).toBe(false)
    expect(compiles(hostile, '{ a { kids { id } } }')).toBe(true)
  })
  it('documents whose code would be large', () => {
    // Each fragment asks twice for the next one.
    function doubling(levels: number): string {
      return Array.from({ length: levels }, (_, level) => {
        const inner = level + 1 < levels ? `...F${level + 1}` : 'id'
        return `fragment F${level} on A { x: solved l: late { ${inner} } m: late { ${inner} } }`
      }).join(' ')
    }
    expect(compiles(hostile, `{ a { ...F0 } } ${doubling(3)}`)).toBe(true)
    expect(compiles(hostile, `{ a { ...F0 } } ${doubling(40)}`)).toBe(false)
  })
})

describe('the memory of compiled operations', () => {
  it('compiles at the second use, tells operations of a document apart, and forgets the least recently used', () => {
    const compile = createCompiler(hostile, 2)
    const [first, second, third] = ['a', 'b', 'c'].map((name) =>
      parse(`query ${name.toUpperCase()} { a { ${name}: id } } query Other { b { id } }`),
    ) as [DocumentNode, DocumentNode, DocumentNode]
    expect(compile(first, 'A')).toBeNull()
    const made = compile(first, 'A')
    expect(made).not.toBeNull()
    expect(compile(first, 'Other')).toBeNull()
    expect(compile(first, 'Other')).not.toBe(made)
    expect(compile(first, 'Nobody')).toBeNull()
    expect(compile(first, null)).toBeNull()
    compile(second, 'B')
    // Used again, so the second one is the one to go.
    expect(compile(first, 'A')).toBe(made)
    compile(third, 'C')
    expect(compile(first, 'A')).toBe(made)
    expect(compile(second, 'B')).toBeNull()
  })
})
