import { randomBytes } from 'node:crypto'
import {
  type DocumentNode,
  type ExecutionResult,
  executeSync,
  extendSchema,
  type FieldNode,
  GraphQLError,
  type GraphQLObjectType,
  GraphQLSchema,
  getOperationAST,
  isObjectType,
  Kind,
  type OperationDefinitionNode,
  OperationTypeNode,
  parse,
  separateOperations,
  TypeInfo,
  visit,
  visitWithTypeInfo,
} from 'graphql'
import type { HotelItem } from '../../domain/contract/search.ts'
import { createBoundedMemory } from '../../platform/kept.ts'
import { createTextBuilder, type Written, written } from '../../platform/text-builder.ts'
import { type CompiledOperation, compileOperation, schemaToCompile } from '../execution/compile.ts'
import { fragmentsOf } from '../limits/fragments.ts'
import { createHotelWriters, type HotelWriter } from './hotel-writer.ts'
import { Unwritable } from './projection.ts'

/**
 * An operation with lists of hotels that are written as text instead of being executed: the content that hotels have in every
 * search is written once and reused. The rest of the operation is executed as usual.
 */
export type ListOperation = {
  readonly query: CompiledOperation['query']
  /** Writes the answer as bytes; `tell` writes the text of a result. */
  readonly write: (result: ExecutionResult, tell: (result: ExecutionResult) => string) => Buffer
}

/** Null for an operation without such a list, or with a list that is not plain: that operation is executed as a whole. */
export type CompileLists = (document: DocumentNode, operationName: string | null | undefined) => ListOperation | null

/** The type with the list, the fields that are the list, and the name of the added field that returns the list unresolved. */
const PARENT = 'Search'
const LISTS: ReadonlySet<string> = new Set(['hotels', 'nodes'])
const RAW = 'hotelsAsTheyAre'
const RAW_TYPE = `scalar AsItIs extend type ${PARENT} { ${RAW}: AsItIs! }`

/** Marks the position of a list until it is written. It is random, so that no client can send it. */
const MARK = randomBytes(16).toString('hex')

const MAX_COMPILED = 500

type List = { readonly field: FieldNode; readonly name: string; readonly write: HotelWriter }

export function createListCompiler(schema: GraphQLSchema, limit = MAX_COMPILED): CompileLists {
  const parent = schema.getType(PARENT)
  const itemType = schema.getType('HotelItem')
  if (!isObjectType(parent) || !isObjectType(itemType)) throw new Error('the schema has no list of hotels')
  const raw = withRawList(schema)
  const schemas = { schema: raw, copy: schemaToCompile(raw) }
  const writerOf = createHotelWriters(itemType)
  const remake = createRemaker(schema, parent)
  const compiled = createBoundedMemory<OperationDefinitionNode, { readonly made: ListOperation | null }>({
    max: limit,
    drops: 'least-used',
  })

  function make(document: DocumentNode, operation: OperationDefinitionNode): ListOperation | null {
    const own = separateOperations(document)[operation.name?.value ?? '']
    const list = own && operation.operation === OperationTypeNode.QUERY ? findList(schema, own, writerOf) : null
    if (!own || !list) return null
    const rewritten = visit(own, { Field: (field) => (field === list.field ? rawField(list.name) : undefined) })
    const rewrittenOperation = getOperationAST(rewritten, operation.name?.value)
    const made = rewrittenOperation ? compileOperation(schemas, rewritten, rewrittenOperation) : null
    const plain = { ...list, remake: remake(list, own) }
    return made && { query: made.query, write: (result, tell) => writeAnswer(result, tell, plain) }
  }

  return (document, operationName) => {
    const operation = getOperationAST(document, operationName)
    if (!operation) return null
    const known = compiled.get(operation) ?? { made: make(document, operation) }
    compiled.set(operation, known)
    return known.made
  }
}

/** Holds a list's position in a result until the list is written. */
class AsItIs {
  readonly hotels: unknown
  constructor(hotels: unknown) {
    this.hotels = hotels
  }
}

function withRawList(schema: GraphQLSchema): GraphQLSchema {
  const raw = extendSchema(schema, parse(RAW_TYPE), { assumeValid: true })
  const type = raw.getType(PARENT)
  const field = isObjectType(type) ? type.getFields()[RAW] : undefined
  if (field) field.resolve = (search: Record<string, unknown>) => new AsItIs(search['hotels'])
  return raw
}

function rawField(name: string): FieldNode {
  return {
    kind: Kind.FIELD,
    alias: { kind: Kind.NAME, value: name },
    name: { kind: Kind.NAME, value: RAW },
  }
}

/** The only plain list of a document; null when there is none, or more than one. */
function findList(
  schema: GraphQLSchema,
  document: DocumentNode,
  writerOf: ReturnType<typeof createHotelWriters>,
): List | null {
  const fields: FieldNode[] = []
  const info = new TypeInfo(schema)
  visit(
    document,
    visitWithTypeInfo(info, {
      Field: (field) => {
        if (info.getParentType()?.name === PARENT && LISTS.has(field.name.value)) fields.push(field)
      },
    }),
  )
  const [field] = fields
  if (!field?.selectionSet || fields.length > 1 || field.directives?.length) return null
  const fragments = fragmentsOf(document)
  const write = writerOf(field.selectionSet, fragments)
  return write && { field, name: (field.alias ?? field.name).value, write }
}

/** Makes a list with the reference executor, for hotels that violate the schema. */
type Remake = (hotels: unknown) => ExecutionResult

function createRemaker(schema: GraphQLSchema, parent: GraphQLObjectType) {
  const listSchema = queryOf(schema, parent)
  return (list: List, { definitions }: DocumentNode): Remake =>
    (hotels) =>
      executeSync({
        schema: listSchema,
        rootValue: { hotels },
        document: {
          kind: Kind.DOCUMENT,
          definitions: [
            {
              kind: Kind.OPERATION_DEFINITION,
              operation: OperationTypeNode.QUERY,
              selectionSet: { kind: Kind.SELECTION_SET, selections: [list.field] },
            },
            ...definitions.filter(({ kind }) => kind === Kind.FRAGMENT_DEFINITION),
          ],
        },
      })
}

/** The same types with another query root, and without mutations and subscriptions. */
function queryOf(schema: GraphQLSchema, query: GraphQLObjectType): GraphQLSchema {
  const { subscription: _, mutation: __, ...config } = schema.toConfig()
  return new GraphQLSchema({ ...config, query, assumeValid: true })
}

type Data = Record<string, Record<string, unknown> | null>

function writeAnswer(
  { data, errors = [] }: ExecutionResult,
  tell: (result: ExecutionResult) => string,
  { name, write, remake }: List & { readonly remake: Remake },
): Buffer {
  const lists: Written[][] = []
  const all = [...errors]
  // A list is in a field of the root, and that field may be null.
  const root = (data ?? {}) as Data
  for (const [field, search] of Object.entries(root)) {
    const raw = search?.[name]
    if (!search || !(raw instanceof AsItIs)) continue
    const texts = textsOf(write, raw.hotels)
    if (texts) {
      lists.push(texts)
      search[name] = MARK
      continue
    }
    const remade = remake(raw.hotels)
    all.push(...(remade.errors ?? []).map((error) => beneath(error, field)))
    if (remade.data) search[name] = remade.data[name]
    else root[field] = null
  }
  const builder = createTextBuilder()
  const pieces = tell({ data: data ?? null, ...(all.length > 0 ? { errors: all } : {}) }).split(`"${MARK}"`)
  for (const [index, piece] of pieces.entries()) {
    if (index > 0) for (const text of lists[index - 1] ?? []) builder.add(text)
    builder.add(written(piece))
  }
  return builder.bytes()
}

/** Writes a list of hotels; null when the value is not such a list, or a hotel violates the schema. */
function textsOf(write: HotelWriter, hotels: unknown): Written[] | null {
  if (!Array.isArray(hotels) || !hotels.every((hotel) => typeof hotel === 'object' && hotel !== null)) return null
  try {
    return write(hotels as readonly HotelItem[]) // The operation's view has this type, and the writer checks its fields.
  } catch (error) {
    if (error instanceof Unwritable) return null
    throw error
  }
}

/** Prepends the root's path to an error inside a list. */
function beneath({ message, path = [], nodes, originalError, extensions }: GraphQLError, field: string): GraphQLError {
  return new GraphQLError(message, { path: [field, ...path], nodes, originalError, extensions })
}
