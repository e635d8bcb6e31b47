import { type ChildProcess, execFile, spawn } from 'node:child_process'
import { once } from 'node:events'
import { tmpdir } from 'node:os'
import { join } from 'node:path'
import { promisify } from 'node:util'
import { afterAll, beforeAll, describe, expect, it } from 'vitest'
import type { TestDatabase } from '../support/database.ts'
import { type StartedGateway, TEST_MASTER_KEY } from '../support/gateway.ts'
import { pasted } from '../support/guide-blocks.ts'
import { type HttpClient, type Json } from '../support/http-client.ts'
import { party, stay } from '../support/journey.ts'
import { type Truth, truthOfToday } from '../support/true-listings.ts'
import { until } from '../support/until.ts'
import { useGateway } from '../support/use-gateway.ts'

/** docs/first-catalogue.md, followed from an empty database; then what is sold is compared with what is true. */

const run = promisify(execFile)
const ROOT = join(import.meta.dirname, '../..')

let database: TestDatabase
let gateway: StartedGateway
let http: HttpClient
let served: ChildProcess | null = null
let printed: string
let seconds: number
let truth: Truth
/** By catalogue hotel: its listings as SUPPLIER/ID. */
let listingsOf: ReadonlyMap<number, readonly string[]>

useGateway(
  (started) => {
    ;({ database, gateway, http } = started)
  },
  { env: { SANDBOX_CATALOGUE: 'off' } },
)

beforeAll(async () => {
  const there = await database.query('SELECT 1 FROM hotels UNION ALL SELECT 1 FROM places')
  if (there.length > 0) throw new Error('the catalogue is not empty')
  const { child, port } = await serve()
  served = child
  const script = (await block(port)).replace('URL=http://127.0.0.1:4000', `URL=${gateway.url}`)
  const startedAt = performance.now()
  const { stdout } = await run('bash', ['-euc', script.replaceAll('npm run admin', 'npm run --silent admin')], {
    cwd: ROOT,
    env: {
      ...process.env,
      DATABASE_URL: database.url,
      MASTER_KEY: TEST_MASTER_KEY,
      REDIS_URL: '',
    },
    maxBuffer: 50_000_000,
  })
  seconds = Math.round((performance.now() - startedAt) / 1_000)
  printed = stdout
  truth = truthOfToday()
  const mapped = await database.query(
    "SELECT hotel_id, supplier_code || '/' || supplier_hotel_id AS listing FROM supplier_hotels WHERE on_sale",
  )
  listingsOf = new Map(
    [...Map.groupBy(mapped, (row: Json) => Number(row.hotel_id))].map(([id, rows]) => [
      id,
      rows.map(({ listing }: Json): string => listing),
    ]),
  )
}, 900_000)

afterAll(async () => {
  if (!served?.pid || served.exitCode !== null) return
  const ended = once(served, 'close')
  process.kill(-served.pid, 'SIGTERM')
  await ended
})

/** What a reader pastes; only the ports are this test's. */
async function block(suppliersPort: number, label?: string): Promise<string> {
  return (await pasted('../first-catalogue', tmpdir(), label)).replaceAll('9500', String(suppliersPort))
}

/** The suppliers, in a terminal of their own. */
async function serve(): Promise<{ readonly child: ChildProcess; readonly port: number }> {
  const child = spawn('bash', ['-euc', await block(0, 'suppliers')], { cwd: ROOT, detached: true, stdio: 'pipe' })
  let said = ''
  for (const stream of [child.stdout, child.stderr]) stream.on('data', (chunk) => (said += String(chunk)))
  const [, port] = await until('the suppliers to be served', () => /:(\d+)\/liteapi"/.exec(said), 180_000)
  return { child, port: Number(port) }
}

/** Which true hotels the listings of a catalogue hotel are. */
function trueHotelsOf(hotelId: number): ReadonlySet<number> {
  return new Set((listingsOf.get(hotelId) ?? []).flatMap((listing) => truth.hotelOf.get(listing) ?? []))
}

async function londonHotels(): Promise<Json[]> {
  const [place] = (await http.get('/destinations/autocomplete?q=London&limit=1')).body.data.destinations
  const hotels: Json[] = []
  for (let cursor: string | undefined; ; ) {
    const { body } = await http.post('/hotels/search', {
      destination: { type: 'place', id: place.id },
      ...stay(70),
      ...party,
      limit: 100,
      pricing_mode: 'live',
      ...(cursor ? { cursor } : {}),
    })
    hotels.push(...body.data.hotels)
    cursor = body.data.next_cursor ?? undefined
    if (!cursor) return hotels
  }
}

describe('a catalogue made from four contracts and an empty database', () => {
  it('is searched by the page’s own commands', () => {
    const search = printed.split('\n').find((line) => line.startsWith('{"contract_version"'))
    expect(JSON.parse(search ?? 'null')).toMatchObject({ success: true, data: { hotels: expect.any(Array) } })
    expect(JSON.parse(search ?? 'null').data.hotels.length).toBe(20)
  })

  it('has no listing at a hotel that it is not', () => {
    const mixed = [...listingsOf.keys()].filter((hotelId) => trueHotelsOf(hotelId).size > 1)
    expect(mixed.map((hotelId) => listingsOf.get(hotelId))).toEqual([])
  })

  it('has most of the listings, and asks about the others', async () => {
    const mapped = [...listingsOf.values()].flat().filter((listing) => truth.hotelOf.has(listing))
    const [{ asked, staged }] = await database.query(
      `SELECT count(*) FILTER (WHERE p.outcome = 'REVIEW')::int AS asked, count(*)::int AS staged
       FROM listings l LEFT JOIN mapping_proposals p ON p.listing_id = l.id WHERE l.status = 'ACTIVE'`,
    )
    const made = new Set([...listingsOf.keys()].flatMap((hotelId) => [...trueHotelsOf(hotelId)]))
    const twice = listingsOf.size - made.size
    console.log(
      [
        `${staged} open listings of ${new Set(truth.hotelOf.values()).size} hotels, in ${seconds} s`,
        `${listingsOf.size} hotels made, ${twice} of them twice; ${made.size} of the true ones are sold`,
        `${mapped.length} listings mapped (${Math.round((100 * mapped.length) / staged)} %), ${asked} asked, 0 wrong`,
      ].join('\n'),
    )
    expect(mapped.length / truth.hotelOf.size).toBeGreaterThan(0.85)
    expect(mapped.length + asked).toBeGreaterThan(staged * 0.95)
    expect(twice / listingsOf.size).toBeLessThan(0.02)
  })

  it('sells in a city what is true of it: its hotels, by the suppliers that have them', async () => {
    const shown = await londonHotels()
    const inLondon = truth.hotelsIn('London')
    const sellers = Map.groupBy(truth.hotelOf, ([, hotel]) => hotel)
    const found = new Set<number>()
    for (const { hotel_id: id, supplier_prices: prices } of shown) {
      const [hotel = 0, ...others] = trueHotelsOf(Number(id))
      expect(others).toEqual([])
      expect(inLondon).toContain(hotel)
      found.add(hotel)
      const suppliers = new Set((sellers.get(hotel) ?? []).map(([listing]) => listing.split('/')[0]))
      for (const { supplier_code: code } of prices) expect(suppliers).toContain(code)
    }
    expect(shown.filter(({ supplier_prices: prices }) => prices.length > 1).length).toBeGreaterThan(shown.length / 2)
    expect(found.size / inLondon.size).toBeGreaterThan(0.8)
  })

  it('is booked over the contracts that the page connects', async () => {
    expect(printed.split('\n')).toContain('CONFIRMED')
    const sold = await database.query("SELECT connection_id FROM bookings WHERE organization_id = 'org_acme'")
    expect(sold).toEqual([{ connection_id: expect.stringMatching(/^acme_/) }])
  })
})
