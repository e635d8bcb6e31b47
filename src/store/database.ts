import { PrismaPg } from '@prisma/adapter-pg'
import { createPostgresPool } from '../platform/postgres-pool.ts'
import { heavyOwner, ownTurn } from '../platform/request-trace.ts'
import { Prisma, PrismaClient } from './client/client.ts'

/** The client itself or an open transaction. Every function of the store accepts either. */
export type Database = Omit<PrismaClient, '$connect' | '$disconnect' | '$on' | '$extends' | '$use' | '$transaction'>

export type RootDatabase = PrismaClient

export type DatabaseOptions = {
  readonly url: string
  /** The maximum of connections that this process opens. */
  readonly poolSize: number
  /** The server cancels a statement that takes longer than this, ms. */
  readonly statementTimeoutMs: number
  /** True when `url` leads to a pooler that gives a connection for one transaction: the server itself bounds statements then. */
  readonly perTransaction?: boolean
  /** Whether statements get names; true by default. Poolers that give a connection for one transaction may not know them. */
  readonly namesStatements?: boolean
  /** False for a replica. A database that is written refuses a standby: by default. */
  readonly writes?: boolean
  /** What the server shows of its connections; `hotel-gateway` by default. */
  readonly applicationName?: string
  /** Called with the pool, for what it counts. */
  readonly onPool?: (pool: PoolCounts) => void
}

/** The connections of a pool now, and how many wait for one. */
export type PoolCounts = { readonly totalCount: number; readonly idleCount: number; readonly waitingCount: number }

/** Creates a client that connects with its first query, not before. */
export function createDatabase(options: DatabaseOptions): RootDatabase {
  const { url, poolSize, statementTimeoutMs, perTransaction = false, namesStatements = true } = options
  const pool = createPostgresPool({
    url,
    size: poolSize,
    statementTimeoutMs,
    perTransaction,
    writes: options.writes ?? true,
    applicationName: options.applicationName ?? 'hotel-gateway',
    owner: heavyOwner,
    // Statements take a millisecond. Where Postgres expects a large result it would spend thirty on compiling them just in time.
    session: { jit: 'off' },
  })
  options.onPool?.(pool)
  const statementNameGenerator = namesStatements ? nameStatements() : () => ''
  return new PrismaClient({ adapter: new TurnTakingPg(pool, { statementNameGenerator, disposeExternalPool: true }) })
}

/** Prisma converts this many rows to objects in a fraction of a millisecond. */
const FEW_ROWS = 20

/** Before Prisma converts a long result to objects, this adapter waits for the turn of the organization that sent the request. */
class TurnTakingPg extends PrismaPg {
  override async connect(): ReturnType<PrismaPg['connect']> {
    const adapter = await super.connect()
    const queryRaw = adapter.queryRaw.bind(adapter)
    adapter.queryRaw = async (asked) => {
      const answered = await queryRaw(asked)
      if (answered.rows.length > FEW_ROWS) await ownTurn()
      return answered
    }
    return adapter
  }
}

/** The maximum of prepared statements that each connection keeps. */
const MAX_NAMED = 300

/** A statement with a list of parameters has a different text for each length of the list. */
const HAS_LIST = /\(\$\d+,\s?\$\d+/

/**
 * Returns a function that names statements, so that Postgres parses and plans each only once per connection. '' leaves a
 * statement unnamed.
 */
function nameStatements(): (query: { readonly sql: string }) => string {
  const names = new Map<string, string>()
  return ({ sql }) => {
    const known = names.get(sql)
    if (known !== undefined) return known
    if (names.size >= MAX_NAMED) return ''
    const isInsert = sql.trimStart().startsWith('INSERT')
    const name = !isInsert && HAS_LIST.test(sql) ? '' : `gateway_${names.size}`
    if (name !== '') names.set(sql, name)
    return name
  }
}

export type Sql = Prisma.Sql

/**
 * A part of a statement. Values become parameters; parts of SQL are inserted as they are. `names` is for column names, never for
 * a client's input.
 */
export const sql = Object.assign(Prisma.sql, {
  join: (values: readonly unknown[]): Sql => Prisma.join([...values]),
  names: (columns: readonly string[]): Sql => Prisma.raw(columns.join(', ')),
})

/** A JSON column accepts plain data; Prisma's input type demands an index signature, which our types need not have. */
export function json(value: unknown): Prisma.InputJsonValue {
  return value as Prisma.InputJsonValue
}

/** The database's null in a column of JSON. */
export const DB_NULL = Prisma.DbNull
