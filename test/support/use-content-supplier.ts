import { createServer, type IncomingMessage, type ServerResponse } from 'node:http'
import type { AddressInfo } from 'node:net'
import { afterAll, beforeAll, beforeEach } from 'vitest'
import type { Core } from '../../src/core.ts'
import type { PullEnd, PullWishes } from '../../src/operations/catalogue/pull/pull.ts'
import { pullContent } from '../../src/operations/catalogue/pull/pull-content.ts'
import type { ContentSource } from '../../src/suppliers/content-source.ts'
import { createTestDatabase, type TestDatabase } from './database.ts'
import type { Json } from './http-client.ts'
import { openCore } from './open-core.ts'
import { pageSource, ROWS_A_PAGE, withSource } from './page-source.ts'

export type Row = Readonly<Record<string, unknown>> | string

/** A supplier that the test plays over HTTP: what it has, and what happens before a page is answered. */
export type ContentSupplier = {
  readonly core: Core
  readonly database: TestDatabase
  /** What it answers, by kind and language: `WHOLE en`. */
  readonly has: Map<string, readonly Row[]>
  /** Answers `version` with its pages, and paths of fields that nobody knows. */
  readonly told: { version?: string; unknown?: readonly string[] }
  readonly asked: string[]
  /** Called for each page, counted from 0, before it is answered; true: it has answered by itself. */
  before: (from: number, response: ServerResponse) => Promise<boolean> | boolean
  readonly url: () => string
  readonly pull: (wishes?: Partial<PullWishes>, source?: ContentSource) => Promise<PullEnd>
  /** What is staged, by id, without what depends on the run. */
  readonly staged: () => Promise<Readonly<Record<string, Json>>>
  readonly faults: () => Promise<readonly Json[]>
}

export const CONNECTION = 'conn_played'
/** To the same supplier, under another contract. */
export const SECOND_CONNECTION = 'conn_played_twice'

export function useContentSupplier(use: (supplier: ContentSupplier) => void): void {
  let database: TestDatabase | undefined
  let core: Core | undefined
  const server = createServer((request, response) => void answer(request, response))
  let supplier: ContentSupplier | undefined

  async function answer(request: IncomingMessage, response: ServerResponse): Promise<void> {
    const { pathname, searchParams } = new URL(request.url ?? '', 'http://played')
    supplier?.asked.push(request.url ?? '')
    if (pathname === '/words') return send(response, { h: 'Hotel', a: 'Apartment' })
    const from = Number(searchParams.get('from'))
    if (!supplier || (await supplier.before(from, response))) return
    const rows = supplier.has.get(`${searchParams.get('kind')} ${searchParams.get('language')}`) ?? []
    send(response, { ...supplier.told, rows: rows.slice(from, from + ROWS_A_PAGE), total: rows.length })
  }

  beforeAll(async () => {
    await new Promise<void>((resolve) => server.listen(0, '127.0.0.1', resolve))
    const opened = await createTestDatabase()
    database = opened
    const made = await openCore(opened)
    core = made
    await connect(made, CONNECTION, 'sandbox')
    await connect(made, SECOND_CONNECTION, 'sandbox')
    supplier = {
      core: made,
      database: opened,
      has: new Map(),
      told: {},
      asked: [],
      before: () => false,
      url: urlOf,
      pull: (wishes = {}, source = pageSource) => pull(made, wishes, source),
      staged: async () => {
        const rows = await opened.query(
          `SELECT supplier_hotel_id AS id, status, content, content_hash::text AS hash FROM listings ORDER BY id`,
        )
        return Object.fromEntries(rows.map(({ id, ...row }) => [id, row]))
      },
      faults: async () =>
        (await opened.query(`SELECT faults FROM catalogue_runs ORDER BY id`)).flatMap(({ faults }) => faults),
    }
    use(supplier)
  })

  beforeEach(async () => {
    await database?.query(
      `DELETE FROM listings; DELETE FROM content_passes; DELETE FROM catalogue_runs; DELETE FROM content_pulls;
       DELETE FROM content_dictionaries`,
    )
    if (!supplier) return
    supplier.has.clear()
    supplier.asked.length = 0
    supplier.before = () => false
    for (const key of ['version', 'unknown'] as const) delete supplier.told[key]
  })

  afterAll(async () => {
    await core?.close()
    await database?.drop()
    server.closeAllConnections()
    server.close()
  })

  function urlOf(): string {
    return `http://127.0.0.1:${(server.address() as AddressInfo).port}`
  }

  async function connect({ store, seals, clock }: Core, connectionId: string, environment: string): Promise<void> {
    await store.connections.upsert(
      {
        connectionId,
        supplierCode: 'liteapi',
        environment,
        name: 'played',
        baseUrl: urlOf(),
        credentials: seals.credentials.seal('{"apiKey":"sand_played"}', connectionId),
        settings: {},
      },
      clock.real(),
    )
  }
}

export function pull(core: Core, wishes: Partial<PullWishes>, source: ContentSource): Promise<PullEnd> {
  const nothing = { since: null, isWhole: false, isAccepted: false, isDryRun: false, only: null } as const
  return pullContent(
    { ...core.deps, suppliers: withSource(core.deps.suppliers, source) },
    { connectionId: CONNECTION, actor: 'operator:ada', languages: ['en'], ...nothing, ...wishes },
    { onProgress: () => undefined, isOver: () => false },
  )
}

function send(response: ServerResponse, body: object): void {
  response.writeHead(200, { 'content-type': 'application/json' }).end(JSON.stringify(body))
}

/** So many hotels in Paris, some hundred metres apart. */
export function hotels(count: number, changes: Readonly<Record<number, object>> = {}): Row[] {
  return Array.from({ length: count }, (_, index) => ({
    id: `h${index}`,
    name: `Hôtel ${index}`,
    country_code: 'FR',
    city: 'Paris',
    latitude: 48.8 + (index % 40) / 1_000,
    longitude: 2.3 + Math.floor(index / 40) / 1_000,
    images: [`https://pictures.example/${index}.jpg`],
    ...changes[index],
  }))
}
