import pg from 'pg'
import { BoundedClient, silenceBound } from './postgres-client.ts'

/** The two ways to the database that is written, as the settings say them. */
type Ways = {
  readonly url: string
  /** Null: `url` leads to the server itself. */
  readonly directUrl: string | null
  /** Whether `url` is said to lead to a pooler that gives a connection for one transaction. */
  readonly perTransaction: boolean
  readonly namesStatements: boolean
}

const LOOK_WITHIN_MS = 5_000

/** The code of a server that takes no writes: whoever starts waits for one that does. */
const READ_ONLY = '25006'

/**
 * Throws an error that says what to write when a URL leads to another kind of thing than its setting says. Each of these seems to work:
 * a listener behind a pooler hears nothing, settings and named statements go to other clients' connections, another database is migrated.
 */
export async function refuseWrongWays({ url, directUrl, perTransaction, namesStatements }: Ways): Promise<void> {
  const main = await lookAt(url)
  const direct = directUrl === null ? main : await lookAt(directUrl)
  if (direct.isShared && directUrl !== null)
    throw new Error(
      'DATABASE_DIRECT_URL leads to a pooler that gives a connection for one transaction, over which notifications are never heard: ' +
        'it has to lead to the server itself',
    )
  if (main.isShared && !perTransaction)
    throw new Error(
      'DATABASE_URL leads to a pooler that gives a connection for one transaction: set DATABASE_POOLER=transaction, and ' +
        'DATABASE_DIRECT_URL to the server itself (docs/operating.md, “A pooler”)',
    )
  if (main.database !== direct.database)
    throw new Error(
      'DATABASE_DIRECT_URL leads to another database than DATABASE_URL: both have to lead to the same one, one of them perhaps through a pooler',
    )
  for (const [setting, { isStandby }] of Object.entries({ DATABASE_URL: main, DATABASE_DIRECT_URL: direct }))
    if (isStandby)
      throw Object.assign(new Error(`${setting} leads to a standby: it has to lead to the primary`), {
        code: READ_ONLY,
      })
  if (main.isShared && namesStatements) await refuseForgottenNames(url)
}

/** What a URL leads to. */
type Place = {
  /** The cluster, and the database in it. */
  readonly database: string
  readonly isStandby: boolean
  /** Whether other clients get the same connection between two transactions. */
  readonly isShared: boolean
}

async function lookAt(url: string): Promise<Place> {
  return withClients(url, async (connect) => {
    const client = await connect()
    const { rows } = await client.query<Omit<Place, 'isShared'> & { readonly pid: number }>(
      `SELECT pg_backend_pid() AS pid, pg_is_in_recovery() AS "isStandby",
         (SELECT system_identifier FROM pg_control_system())::text || '/' || current_database() AS database`,
    )
    const [seen] = rows
    if (!seen) throw new Error('Postgres told nothing of itself')
    // A pooler makes up the number that it tells when a connection is made.
    const isPooled = (client as { readonly processID?: number }).processID !== seen.pid
    const isShared = isPooled && (await isGivenAway(client, seen.pid, await connect()))
    return { database: seen.database, isStandby: seen.isStandby, isShared }
  })
}

/** Whether another client's transaction takes the connection that a first one has had. */
async function isGivenAway(client: pg.Client, pid: number, other: pg.Client): Promise<boolean> {
  await other.query('BEGIN')
  return (await pidOf(other)) === pid || (await pidOf(client)) !== pid
}

async function pidOf(client: pg.Client): Promise<number | undefined> {
  const { rows } = await client.query<{ pid: number }>('SELECT pg_backend_pid() AS pid')
  return rows[0]?.pid
}

/** A pooler that does not follow names has the second client meet the first one's. */
async function refuseForgottenNames(url: string): Promise<void> {
  await withClients(url, async (connect) => {
    for (const client of [await connect(), await connect()])
      await client.query({ name: 'looked_at', text: 'SELECT 1' }).catch((error: unknown) => {
        if (!isOfNames(error)) throw error
        throw new Error(
          'DATABASE_STATEMENT_NAMES is on, and the pooler of DATABASE_URL does not keep names: set it to off, or max_prepared_statements of ' +
            'PgBouncer from 1.21 on',
          { cause: error },
        )
      })
  })
}

/** There is a statement of this name already, or none. */
function isOfNames(error: unknown): boolean {
  return error instanceof Error && 'code' in error && (error.code === '42P05' || error.code === '26000')
}

/** Ends the connections that `work` has made. Nothing is set on them: they may be other clients' next. */
async function withClients<T>(url: string, work: (connect: () => Promise<pg.Client>) => Promise<T>): Promise<T> {
  const clients: pg.Client[] = []
  async function connect(): Promise<pg.Client> {
    const client = new BoundedClient({ connectionString: url, ...silenceBound(LOOK_WITHIN_MS, null) })
    client.on('error', () => undefined)
    clients.push(client)
    await client.connect()
    return client
  }
  try {
    return await work(connect)
  } finally {
    await Promise.all(clients.map((client) => client.end().catch(() => undefined)))
  }
}
