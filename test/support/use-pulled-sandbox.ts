import { type ChildProcess, spawn } from 'node:child_process'
import { join } from 'node:path'
import { setTimeout as sleep } from 'node:timers/promises'
import { afterAll, afterEach, beforeAll, beforeEach, expect } from 'vitest'
import type { Core } from '../../src/core.ts'
import type { PullEnd, PullWishes } from '../../src/operations/catalogue/pull/pull.ts'
import { sandboxCatalogue } from '../../src/sandbox/catalogue/catalogue.ts'
import { SANDBOX_CREDENTIALS } from '../../src/sandbox/suppliers/credentials.ts'
import { createMemoryFaults, createMemoryState } from '../../src/sandbox/suppliers/memory-state.ts'
import { type SandboxServer, startSandboxSuppliers } from '../../src/sandbox/suppliers/server.ts'
import type { SandboxFaults, SandboxState } from '../../src/sandbox/suppliers/state.ts'
import { partOf } from './catalogue-part.ts'
import { createTestDatabase, type TestDatabase } from './database.ts'
import type { Json } from './http-client.ts'
import { openCore } from './open-core.ts'
import { pullOf } from './pull-of.ts'

export const PULLED_CODES = ['expedia_rapid', 'hotelbeds', 'ratehawk', 'liteapi'] as const
export type PulledCode = (typeof PULLED_CODES)[number]

/** The organization whose clock the tests move. */
export const ORGANIZATION = 'org_pulls'
const ROOT = join(import.meta.dirname, '../..')
/** One hotel of so many: a pull of a supplier takes a second or two instead of ten. */
const ONE_OF = 9
/** Whoever stages rows where some are staged already stands still; otherwise a process can be killed too late, when all are. */
const HOLD_SECOND_BATCH = `
  CREATE OR REPLACE FUNCTION hold_second_batch() RETURNS trigger LANGUAGE plpgsql AS $$
    BEGIN IF EXISTS (SELECT FROM listings) THEN PERFORM pg_sleep(600); END IF; RETURN NULL; END $$;
  CREATE TRIGGER hold_second_batch BEFORE INSERT ON listings EXECUTE FUNCTION hold_second_batch()`
const HELD_KEYS = ['content', 'hash', 'hashes', 'status'] as const

/** What is staged of a listing; `hash` is that of its content. */
export type StagedRow = Readonly<Record<(typeof HELD_KEYS)[number], Json>>

export type PulledSandbox = {
  readonly core: Core
  readonly database: TestDatabase
  /** One that was not met is forgotten with its test. */
  readonly faults: PendingFaults
  readonly baseOf: (code: PulledCode) => string
  /** Moves the clock of the organization, and so the world's, to so many days from now. A new day is never taken back. */
  readonly setDay: (days: number) => void
  /** Whether the connections are used by the organization, and so live in its time. */
  readonly linkTo: (organizationId: string | null) => Promise<void>
  readonly connect: (connectionId: string, code: PulledCode, baseUrl?: string) => Promise<void>
  readonly pull: (code: PulledCode, wishes?: Partial<PullWishes>, isOver?: () => boolean) => Promise<PullEnd>
  /** Begins the same in another process. */
  readonly pullElsewhere: (code: PulledCode) => ChildProcess
  /** Pulls in another process, which is killed while it stages its second batch of rows. */
  readonly pullAndKill: (code: PulledCode) => Promise<void>
  readonly staged: (code: PulledCode) => Promise<Readonly<Record<string, StagedRow>>>
  readonly count: (code: PulledCode) => Promise<number>
  readonly faultsTold: () => Promise<readonly Json[]>
  readonly forgetAll: () => Promise<void>
}

export function connectionOf(code: PulledCode): string {
  return `conn_${code}`
}

/** The suppliers' sandboxes with a part of the world, and four connections to them, each test with nothing staged. */
export function usePulledSandbox(use: (sandbox: PulledSandbox) => void): void {
  let database: TestDatabase | undefined
  let core: Core | undefined
  let server: SandboxServer | undefined
  const children = new Set<ChildProcess>()
  const faults = createFaults()
  let made: PulledSandbox | undefined

  beforeAll(async () => {
    const opened = await createTestDatabase()
    database = opened
    const ours = await openCore(opened)
    core = ours
    const suppliers = await startPartOfSuppliers(ours, faults)
    server = suppliers
    made = sandboxOf({ core: ours, database: opened, server: suppliers, faults, children })
    await opened.query(`INSERT INTO organizations (id, name, created_at) VALUES ('${ORGANIZATION}', 'Pulls', now())`)
    for (const code of PULLED_CODES) await made.connect(connectionOf(code), code)
    use(made)
  })
  beforeEach(async () => {
    await made?.forgetAll()
    await made?.linkTo(null)
  })
  afterEach(async () => {
    for (const child of children) child.kill('SIGKILL')
    children.clear()
    faults.forget()
  })
  afterAll(async () => {
    await core?.close()
    await server?.close()
    await database?.drop()
  })
}

type PendingFaults = SandboxFaults & {
  readonly add: ReturnType<typeof createMemoryFaults>['add']
  /** How many were never met. */
  readonly left: () => number
  readonly forget: () => void
}

function createFaults(): PendingFaults {
  let queue = createMemoryFaults()
  let left = 0
  return {
    take: async (call) => {
      const taken = await queue.take(call)
      if (taken !== null) left -= 1
      return taken
    },
    add: (supplierCode, operation, given) => {
      left += given.count ?? 1
      queue.add(supplierCode, operation, given)
    },
    left: () => left,
    forget: () => {
      left = 0
      queue = createMemoryFaults()
    },
  }
}

/** Suppliers' sandboxes with one hotel of nine, which come with it. */
export async function startPartOfSuppliers(
  core: Core,
  faults: SandboxFaults = createMemoryFaults(),
): Promise<SandboxServer> {
  const states = new Map<string, SandboxState>()
  function stateOf(code: string): SandboxState {
    const state = states.get(code) ?? createMemoryState()
    states.set(code, state)
    return state
  }
  return startSandboxSuppliers({
    clock: core.clock,
    catalogue: () => partOf(sandboxCatalogue(), ONE_OF),
    state: stateOf,
    faults,
    log: { debug: () => undefined, error: (fields, message) => expect.fail(`${message} ${JSON.stringify(fields)}`) },
    port: 0,
  })
}

function heldBatches(database: TestDatabase) {
  return database.query(
    `SELECT pid FROM pg_stat_activity WHERE datname = current_database() AND wait_event = 'PgSleep'`,
  )
}

type Contract = { readonly connectionId: string; readonly code: PulledCode; readonly baseUrl: string }

/** Makes a connection to a supplier of the sandbox. */
export async function connectTo(
  { seals, store, clock }: Core,
  { connectionId, code, baseUrl }: Contract,
): Promise<void> {
  const credentials = seals.credentials.seal(JSON.stringify(SANDBOX_CREDENTIALS[code]), connectionId)
  const connection = { connectionId, supplierCode: code, environment: 'sandbox', name: code, baseUrl }
  await store.connections.upsert({ ...connection, credentials, settings: {} }, clock.real())
}

type Opened = Pick<PulledSandbox, 'core' | 'database' | 'faults'> & {
  readonly server: SandboxServer
  readonly children: Set<ChildProcess>
}

function sandboxOf({ core, database, server, faults, children }: Opened): PulledSandbox {
  function baseOf(code: PulledCode): string {
    return server.baseUrls[code] ?? ''
  }
  async function count(code: PulledCode): Promise<number> {
    const [row] = await database.query(`SELECT count(*)::int AS count FROM listings WHERE supplier_code = $1`, [code])
    return row?.count
  }
  function pullElsewhere(code: PulledCode): ChildProcess {
    const child = spawn(
      process.execPath,
      [
        '--disable-warning=ExperimentalWarning',
        '--disable-warning=DeprecationWarning',
        join(ROOT, 'test/support/pull-sandbox-child.ts'),
        database.url,
        connectionOf(code),
      ],
      { cwd: ROOT, stdio: ['ignore', 'ignore', 'inherit'] },
    )
    children.add(child)
    return child
  }
  return {
    core,
    database,
    faults,
    baseOf,
    count,
    pullElsewhere,
    setDay: (days) => core.clock.shift(ORGANIZATION, { offsetMs: days * 86_400_000, resets: 0 }),
    linkTo: async (organizationId) => {
      await database.query('DELETE FROM organization_suppliers')
      if (organizationId === null) return
      for (const code of PULLED_CODES)
        await database.query(
          `INSERT INTO organization_suppliers (organization_id, supplier_code, connection_id) VALUES ($1, $2, $3)`,
          [organizationId, code, connectionOf(code)],
        )
    },
    connect: (connectionId, code, baseUrl = baseOf(code)) => connectTo(core, { connectionId, code, baseUrl }),
    pull: (code, wishes = {}, isOver = () => false) =>
      pullOf(core, { connectionId: connectionOf(code), ...wishes }, isOver),
    pullAndKill: async (code) => {
      await database.query(HOLD_SECOND_BATCH)
      const child = pullElsewhere(code)
      const ended = new Promise((resolve) => child.once('exit', (_, signal) => resolve(signal)))
      while ((await heldBatches(database)).length === 0 && child.exitCode === null) await sleep(5)
      child.kill('SIGKILL')
      expect(await ended).toBe('SIGKILL')
      for (const { pid } of await heldBatches(database)) await database.query('SELECT pg_terminate_backend($1)', [pid])
      await database.query('DROP TRIGGER hold_second_batch ON listings')
      // Its lease has run out.
      await database.query('UPDATE content_pulls SET leased_until = gateway_now()')
    },
    staged: async (code) => {
      const rows = await database.query(
        `SELECT supplier_hotel_id AS id, status, content, content_hash::text AS hash, source_hashes AS hashes FROM listings
         WHERE supplier_code = $1 ORDER BY id`,
        [code],
      )
      return Object.fromEntries(rows.map(({ id, ...row }) => [id, row]))
    },
    faultsTold: async () =>
      (await database.query(`SELECT faults FROM catalogue_runs ORDER BY id`)).flatMap(({ faults: told }) => told),
    forgetAll: async () => {
      await database.query(
        `DELETE FROM listings; DELETE FROM content_passes; DELETE FROM catalogue_runs; DELETE FROM content_pulls`,
      )
    },
  }
}
