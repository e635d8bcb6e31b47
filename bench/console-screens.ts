import { createHash, randomBytes } from 'node:crypto'
import { readdirSync } from 'node:fs'
import { join } from 'node:path'
import { BUSY_ENDPOINT, TENANT } from './big-data.ts'
import { quantile, rounded } from './figures.ts'
import { MASTER_KEY, query, startScript, stop } from './process.ts'
import { sized } from './size.ts'

const ROUNDS = sized(40, 2)
const WARM = sized(3, 1)
const WEB = join(import.meta.dirname, '../web/src')

type Variables = Readonly<Record<string, unknown>>
type Document = { readonly name: string; readonly text: string; readonly isOwn: boolean }
type Client = { readonly base: string; readonly cookie: string }

/** A screen's document over a million bookings: over HTTP, from a gateway of its own. */
export type ScreenRow = {
  readonly read: string
  readonly rows: null
  readonly p50Ms: number
  readonly p95Ms: number
  readonly p99Ms: number
}

/** Every question that a screen asks, as the page sends it. */
async function documents(): Promise<Document[]> {
  const files = readdirSync(WEB, { recursive: true, encoding: 'utf8' }).filter((name) => name.endsWith('/documents.ts'))
  const modules = await Promise.all(files.sort().map((file) => import(join(WEB, file)) as Promise<object>))
  return modules
    .flatMap((module) => Object.values(module) as unknown[])
    .filter((text): text is string => typeof text === 'string')
    .flatMap((text) => {
      const name = /^\s*query\s+(\w+)/.exec(text)?.[1]
      return name === undefined ? [] : [{ name, text, isOwn: name.startsWith('Own') }]
    })
}

/** What a document that needs variables is asked with; several, where a screen has filters that read otherwise. */
async function variablesOf(url: string, bookingId: string): Promise<Readonly<Record<string, readonly Variables[]>>> {
  async function idOf(sql: string): Promise<unknown> {
    return (await query(url, sql))[0]?.['id']
  }
  await query(
    url,
    "INSERT INTO catalogue_runs (kind, source, actor, started_at) VALUES ('IMPORT', 'bench', 'bench', now())",
  )
  const hours = 24
  const hotel = await idOf('SELECT id FROM hotels ORDER BY id LIMIT 1')
  const delivery = await idOf('SELECT id FROM webhook_deliveries ORDER BY id LIMIT 1')
  return {
    Booking: [{ id: bookingId }],
    Bookings: [{}, { organizationId: TENANT }, { view: 'STUCK' }, { status: ['AWAITING_REVIEW'] }],
    BookingMatches: [{ text: bookingId }, { text: 'no such thing' }],
    BookingTraffic: [{}, { daysBefore: 7 }],
    Case: [{ id: await idOf('SELECT id FROM cases ORDER BY id LIMIT 1') }],
    Cases: [{}, { closed: true }],
    CatalogueHotel: [{ id: hotel }],
    CatalogueRun: [{ id: await idOf('SELECT id FROM catalogue_runs ORDER BY id LIMIT 1') }],
    Connection: [{ id: 'conn_sandbox_hotelbeds', hours }],
    Deliveries: [
      { endpointId: BUSY_ENDPOINT },
      { endpointId: BUSY_ENDPOINT, status: 'FAILED' },
      { endpointId: BUSY_ENDPOINT, bookingId },
    ],
    Delivery: [{ id: delivery }],
    Endpoint: [{ id: BUSY_ENDPOINT, hours }],
    Events: [{}, { organization: TENANT }, { booking: bookingId }],
    Failures: [
      { hours, endpointId: BUSY_ENDPOINT },
      { hours, organizationId: TENANT },
    ],
    ExplainedSale: [{ id: TENANT, place: 'GB', guests: 'GB' }],
    MappingPair: [{ listing: 'liteapi/none' }],
    OperatorSessions: [{ id: 'usr_bench-operator' }],
    Organization: [{ id: TENANT }],
    OrganizationLimits: [{ id: TENANT }],
    OwnDelivery: [{ id: await idOf(`SELECT id FROM webhook_deliveries WHERE organization_id = '${TENANT}' LIMIT 1`) }],
    RateChanges: [{ currency: 'EUR' }],
    Request: [{ id: 'req_none' }],
    TrafficExchange: [{ id: 'xch_none' }],
  }
}

async function signedIn(
  url: string,
  port: string,
  whom: { name: string; role: string; organizationId: string | null },
): Promise<Client> {
  const id = `usr_${whom.name}`
  const token = randomBytes(32).toString('base64url')
  await query(
    url,
    'INSERT INTO console_users (id, organization_id, name, roles, created_at) VALUES ($1, $2, $3, $4, now())',
    [id, whom.organizationId, whom.name, [whom.role]],
  )
  await query(
    url,
    "INSERT INTO console_links (token_hash, user_id, created_at, expires_at) VALUES ($1, $2, now(), now() + interval '1 hour')",
    [createHash('sha256').update(token).digest(), id],
  )
  const base = `http://127.0.0.1:${port}${whom.organizationId === null ? '/console' : '/portal'}`
  const entered = await fetch(`${base}/sign-in?link=${token}`, { redirect: 'manual' })
  return { base, cookie: entered.headers.get('set-cookie')?.split(';')[0] ?? '' }
}

async function ask({ base, cookie }: Client, { name, text }: Document, variables: Variables): Promise<void> {
  const answer = await fetch(`${base}/graphql`, {
    method: 'POST',
    headers: { 'content-type': 'application/json', 'x-console': '1', cookie },
    body: JSON.stringify({ query: text, variables }),
  })
  const { errors = [] } = (await answer.json()) as {
    errors?: readonly { message: string; extensions: { code: string } }[]
  }
  // A million bookings have no exchange that was sampled, and no listing with a question: that there is none is looked up as well.
  const faults = errors.filter(({ extensions }) => extensions.code !== 'NOT_FOUND').map(({ message }) => message)
  if (faults.length > 0) throw new Error(`${name} ${JSON.stringify(variables)}: ${faults.join('; ')}`)
}

async function measure(client: Client, document: Document, variables: Variables): Promise<ScreenRow> {
  const times: number[] = []
  for (let round = 0; round < WARM + ROUNDS; round++) {
    const since = performance.now()
    await ask(client, document, variables)
    if (round >= WARM) times.push(performance.now() - since)
  }
  const [p50Ms = 0, p95Ms = 0, p99Ms = 0] = [0.5, 0.95, 0.99].map((share) => rounded(quantile(times, share)))
  const told = Object.entries(variables).map(([key, value]) => `${key} ${String(value)}`)
  return { read: [`screen ${document.name}`, ...told].join(', '), rows: null, p50Ms, p95Ms, p99Ms }
}

/** Every document of every screen, each by itself, from a gateway that is started over a filled database. */
export async function measureScreens(
  { url, bookingId }: { readonly url: string; readonly bookingId: string },
  progress: (line: string) => void,
): Promise<readonly ScreenRow[]> {
  progress('starting a gateway')
  const started = await startScript('src/main.ts', {
    env: {
      ...process.env,
      DATABASE_URL: url,
      REDIS_URL: '',
      MASTER_KEY,
      LOG_LEVEL: 'info',
      PORT: '0',
      ROLES: 'api,suppliers',
    },
    ready: /"url":"http:\/\/[\d.]+:(\d+)".*"msg":"ready"/,
  })
  try {
    const operator = await signedIn(url, started.said, { name: 'bench-operator', role: 'admin', organizationId: null })
    const partner = await signedIn(url, started.said, {
      name: 'bench-partner',
      role: 'partner_admin',
      organizationId: TENANT,
    })
    const given = await variablesOf(url, bookingId)
    const rows: ScreenRow[] = []
    const faults: string[] = []
    for (const document of await documents())
      for (const variables of given[document.name] ?? [{}]) {
        progress(document.name)
        try {
          rows.push(await measure(document.isOwn ? partner : operator, document, variables))
        } catch (error) {
          faults.push(String(error))
        }
      }
    if (faults.length > 0) throw new Error(faults.join('\n'))
    return rows
  } finally {
    await stop(started)
  }
}
