import { PrismaPg } from '@prisma/adapter-pg'
import { createPostgresPool } from '../platform/postgres-pool.ts'
import { heavyOwner, ownTurn } from '../platform/request-trace.ts'
import { Prisma, PrismaClient } from './client/client.ts'

/** The client itself or an open transaction: what every function of the store takes. */
export type Database = Omit<PrismaClient, '$connect' | '$disconnect' | '$on' | '$extends' | '$use' | '$transaction'>

export type RootDatabase = PrismaClient

export type DatabaseOptions = {
  readonly url: string
  /** Most connections of this process. */
  readonly poolSize: number
  /** A statement that takes longer is cancelled by the server, ms. */
  readonly statementTimeoutMs: number
}

/** Opens the pool lazily: nothing connects before the first query. */
export function createDatabase({ url, poolSize, statementTimeoutMs }: DatabaseOptions): RootDatabase {
  const pool = createPostgresPool({
    url,
    size: poolSize,
    statementTimeoutMs,
    applicationName: 'hotel-gateway',
    owner: heavyOwner,
    // Statements take a millisecond; where Postgres expects a large result it would compile them for thirty.
    serverOptions: '-c jit=off',
  })
  return new PrismaClient({
    adapter: new TurnTakingPg(pool, { statementNameGenerator: nameStatements(), disposeExternalPool: true }),
  })
}

/** Rows that Prisma makes objects of in a fraction of a millisecond. */
const FEW_ROWS = 20

/** An adapter whose long answers wait for the turn of who asked before Prisma makes objects of them. */
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

/** Prepared statements that each connection keeps, at the most. */
const MAX_NAMED = 300

/** A list of parameters makes a statement of its own for each length. */
const HAS_LIST = /\(\$\d+,\s?\$\d+/

/** Names statements, so that Postgres parses and plans each once for a connection; '' leaves one unnamed. */
function nameStatements(): (query: { readonly sql: string }) => string {
  const names = new Map<string, string>()
  return ({ sql }) => {
    const known = names.get(sql)
    if (known !== undefined) return known
    if (names.size >= MAX_NAMED) return ''
    const isInsert = sql.startsWith('INSERT')
    const name = !isInsert && HAS_LIST.test(sql) ? '' : `gateway_${names.size}`
    if (name !== '') names.set(sql, name)
    return name
  }
}

export type Sql = Prisma.Sql

/** A part of a statement; values become parameters, other parts are put in. `names`: columns, never what a client sent. */
export const sql = Object.assign(Prisma.sql, {
  join: (values: readonly unknown[]): Sql => Prisma.join([...values]),
  names: (columns: readonly string[]): Sql => Prisma.raw(columns.join(', ')),
})

/** A JSON column takes plain data; Prisma's own input type demands an index signature that ours need not have. */
export function json(value: unknown): Prisma.InputJsonValue {
  return value as Prisma.InputJsonValue
}

/** True for a statement that was given up because a lock did not come in time. */
export function isLockTimeout(error: unknown): boolean {
  return error instanceof Error && /lock timeout|55P03/.test(`${error.message} ${JSON.stringify(error)}`)
}
