import fc from 'fast-check'
import {
  buildSchema,
  type ExecutionResult,
  execute,
  type GraphQLSchema,
  getOperationAST,
  isObjectType,
  OperationTypeNode,
  parse,
  validate,
} from 'graphql'
import { describe, expect, it } from 'vitest'
import {
  type Compile,
  compileOperation,
  createEventCompiler,
  schemaToCompile,
} from '../../src/graphql/execution/compile.ts'
import { errorsByNull } from '../../src/graphql/execution/errors-by-null.ts'
import { createCompiledExecutor, createReferenceExecutor, type Executor } from '../../src/graphql/execution/executor.ts'
import { createMeasurer } from '../../src/graphql/limits/measure.ts'
import { drawnCount } from '../support/draw.ts'
import { type RandomDocument, randomDocuments } from '../support/random-documents.ts'
import { hostile, ours, type World, worldContext } from '../support/random-world.ts'

/** An executor, and how many operations it has found code for. */
type Counted = { readonly executor: Executor; readonly compiled: () => number }

/** Compiles at the first use: each document of these tests comes once. */
function compiledExecutor(schema: GraphQLSchema): Counted {
  const copy = schemaToCompile(schema)
  const compileEvents = createEventCompiler(schema)
  let compiled = 0
  const compile: Compile = (document, operationName) => {
    const operation = getOperationAST(document, operationName)
    if (!operation) return null
    const events = compileEvents(document, operationName)
    const made = events ? { query: events.result } : compileOperation({ schema, copy }, document, operation)
    if (made) compiled += 1
    return made
  }
  return { executor: createCompiledExecutor(schema, compile), compiled: () => compiled }
}

const EXECUTORS: readonly (readonly [string, (schema: GraphQLSchema) => Counted])[] = [
  ['reference', (schema) => ({ executor: createReferenceExecutor(schema), compiled: () => 0 })],
  ['compiled', compiledExecutor],
]

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

/** A result with its errors as the specification has them: one for each null. */
function withErrorsByNull(schema: GraphQLSchema, { text }: RandomDocument, result: ExecutionResult): ExecutionResult {
  const document = parse(text)
  const operation = getOperationAST(document, 'Chosen')
  const root = operation && schema.getRootType(operation.operation)
  if (!operation || !root) throw new Error('no operation')
  const { fieldsOf } = createMeasurer(schema, document)
  if (!('data' in result)) return result
  return { ...result, errors: errorsByNull(schema, { set: operation.selectionSet, type: root, fieldsOf }, result) }
}

/** The same documents each time, as all that `DRAW` takes a share of. */
const SEED = Number(process.env['SEED'] ?? 1)

type Compared = {
  /** Documents that were valid. */
  readonly documents: number
  /** Those of them that the executor had compiled code for. */
  readonly compiled: number
}

type Differential = {
  readonly schema: GraphQLSchema
  readonly operation: OperationTypeNode
  readonly worlds?: Partial<World>
  readonly runs: number
}

/** Runs random documents by graphql-js itself and by the executor, each in the same world. */
async function differential(
  make: (schema: GraphQLSchema) => Counted,
  { schema, operation, worlds = {}, runs }: Differential,
): Promise<Compared> {
  const { executor, compiled } = make(schema)
  let documents = 0
  await fc.assert(
    fc.asyncProperty(randomDocuments(schema, operation), fc.nat(), async (random, seed) => {
      const world = { seed, hostile: true, waits: false, ...worlds }
      const document = parse(random.text)
      if (!getOperationAST(document, 'Chosen') || validate(schema, document).length > 0) return
      documents += 1
      const { variables } = random
      const reference = await execute({
        schema,
        document,
        operationName: 'Chosen',
        contextValue: worldContext(world),
        variableValues: variables,
      })
      const before = compiled()
      const result = await executor.execute(document, {
        operationName: 'Chosen',
        variables,
        context: worldContext(world),
      })
      // graphql-js may give several errors for one null, compiled code never does.
      const expected = compiled() > before ? withErrorsByNull(schema, random, reference) : reference
      expect(JSON.parse(JSON.stringify(result.data ?? null))).toEqual(JSON.parse(JSON.stringify(expected.data ?? null)))
      expect(nulls(result)).toEqual(nulls(expected))
      // Of several that make the same value null, each executor may give the one that it met first.
      if (exact(worlds, expected)) expect(told(result)).toEqual(told(expected))
    }),
    { numRuns: drawnCount(runs), seed: SEED },
  )
  return { documents, compiled: compiled() }
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

const { QUERY, MUTATION, SUBSCRIPTION } = OperationTypeNode

/** What is compared, and how many documents of it are compiled at least: fewer would prove little. */
const COMPARED: readonly (readonly [string, Differential, number])[] = [
  [
    'queries of our own schema over sound data',
    { schema: ours, operation: QUERY, worlds: { hostile: false }, runs: 300 },
    100,
  ],
  ['queries of our own schema over broken data', { schema: ours, operation: QUERY, runs: 300 }, 100],
  ['mutations of our own schema', { schema: ours, operation: MUTATION, worlds: { waits: true }, runs: 200 }, 50],
  ['events of subscriptions of our own schema', { schema: ours, operation: SUBSCRIPTION, runs: 600 }, 40],
  ['queries of a hostile schema', { schema: hostile, operation: QUERY, runs: 400 }, 120],
  [
    'queries of a hostile schema that answers late',
    { schema: hostile, operation: QUERY, worlds: { waits: true }, runs: 400 },
    120,
  ],
  ['mutations of a hostile schema', { schema: hostile, operation: MUTATION, runs: 300 }, 100],
  [
    'mutations of a hostile schema that answers late',
    { schema: hostile, operation: MUTATION, worlds: { waits: true }, runs: 200 },
    60,
  ],
]

/** One type, and fields that fail in one way each. */
function shop(): GraphQLSchema {
  const schema = buildSchema(`
    input Filter { text: String! limit: Int = 2 }
    input Choice @oneOf { id: ID name: String }
    type Room { name: String! broken: String! beds: [Int!] }
    type Query { room(choice: Choice): Room rooms(filter: Filter!): [Room] echo(n: Int = 3): Int }
    type Mutation { add(n: Int!): Int! }
    type Subscription { added: Room }
  `)
  const room = { name: 'Double', beds: [1, 2] }
  const resolvers: Readonly<Record<string, (args: never, context: { total: number }) => unknown>> = {
    'Query.room': ({ choice }: { choice?: { name?: string } }) => ({ ...room, ...choice }),
    'Query.rooms': ({ filter }: { filter: { limit: number } }) => Array.from({ length: filter.limit }, () => room),
    'Query.echo': ({ n }: { n: number }) => n,
    // Takes a turn, so that two of them overlap unless each waits for the one before it.
    'Mutation.add': async ({ n }: { n: number }, context) => {
      const { total } = context
      await Promise.resolve()
      context.total = total + n
      return context.total
    },
    'Room.broken': () => {
      throw new Error('broken')
    },
  }
  for (const [place, resolver] of Object.entries(resolvers)) {
    const [type = '', name = ''] = place.split('.')
    const parent = schema.getType(type)
    const field = isObjectType(parent) ? parent.getFields()[name] : undefined
    if (!field) throw new Error(`no field ${place}`)
    field.resolve = (_parent, args, context) => resolver(args as never, context as { total: number }) // as the table has them
  }
  return schema
}

type Case = { readonly text: string; readonly variables?: Record<string, unknown>; readonly root?: unknown }

const ANSWERED: readonly (readonly [string, Case, unknown])[] = [
  [
    'aliases, fragments and type names',
    { text: '{ one: room { ...R } room { __typename } } fragment R on Room { label: name beds }' },
    { one: { label: 'Double', beds: [1, 2] }, room: { __typename: 'Room' } },
  ],
  [
    'defaults of arguments, of variables and of input fields',
    {
      text: 'query($f: Filter!, $n: Int = 5) { rooms(filter: $f) { name } a: echo b: echo(n: $n) }',
      variables: { f: { text: 'x' } },
    },
    { rooms: [{ name: 'Double' }, { name: 'Double' }], a: 3, b: 5 },
  ],
  [
    'one member of a choice',
    { text: 'query($c: Choice) { room(choice: $c) { name } }', variables: { c: { name: 'Twin' } } },
    { room: { name: 'Twin' } },
  ],
  [
    'directives',
    { text: 'query($no: Boolean!) { room { name @skip(if: $no) beds } }', variables: { no: true } },
    { room: { beds: [1, 2] } },
  ],
  [
    'mutations one after the other',
    { text: 'mutation { a: add(n: 1) b: add(n: 2) c: add(n: 3) }' },
    { a: 1, b: 3, c: 6 },
  ],
  [
    'an event as the root of a subscription',
    { text: 'subscription { added { name } }', root: { added: { name: 'Suite' } } },
    { added: { name: 'Suite' } },
  ],
  ['introspection', { text: '{ __type(name: "Room") { name } }' }, { __type: { name: 'Room' } }],
]

describe.each(EXECUTORS)('the %s executor', (name, make) => {
  async function run({ text, variables, root }: Case): Promise<ExecutionResult> {
    return make(shop()).executor.execute(parse(text), { variables, root, context: { total: 0 } })
  }

  it.each(ANSWERED)('answers %s', async (_what, asked, data) => {
    const result = await run(asked)
    expect(result.errors).toBeUndefined()
    expect(JSON.parse(JSON.stringify(result.data))).toEqual(data)
  })

  it('makes null what holds a required field that failed, with one error at its place', async () => {
    const { data, errors } = await run({ text: '{ room { name broken } echo }' })
    expect(JSON.parse(JSON.stringify(data))).toEqual({ room: null, echo: 3 })
    expect(errors?.map(({ message, path }) => ({ message, path }))).toEqual([
      { message: 'broken', path: ['room', 'broken'] },
    ])
    expect(errors?.[0]?.locations).toEqual([{ line: 1, column: 15 }])
  })

  it.each([
    ['missing', {}],
    ['of another type', { f: 5 }],
    ['with a field that the type has not', { f: { text: 'x', colour: 'red' } }],
  ])('executes nothing for a variable that is %s, and says why', async (_what, variables) => {
    const result = await run({ text: 'query($f: Filter!) { rooms(filter: $f) { name } }', variables })
    expect(result.data).toBeUndefined()
    expect(result.errors?.[0]?.message).toContain('$f')
  })

  it.each(COMPARED)('does what graphql-js does for random %s', async (_what, compared, least) => {
    const { documents, compiled } = await differential(make, compared)
    expect(name === 'compiled' ? compiled : documents).toBeGreaterThan(drawnCount(least) / 2)
  })
})
