import { execFile } from 'node:child_process'
import { randomUUID } from 'node:crypto'
import { cp, mkdtemp, readdir, readFile, rm, symlink } from 'node:fs/promises'
import { createServer, type IncomingMessage, type Server } from 'node:http'
import type { AddressInfo } from 'node:net'
import { tmpdir } from 'node:os'
import { join } from 'node:path'
import { text } from 'node:stream/consumers'
import { promisify } from 'node:util'
import { afterAll, beforeAll, describe, expect, it } from 'vitest'
import { createTestDatabase, type TestDatabase } from '../support/database.ts'
import { TEST_MASTER_KEY } from '../support/gateway.ts'
import { type GatewayProcess, startGatewayProcess } from '../support/gateway-process.ts'
import { type HttpClient, httpClient, type Json } from '../support/http-client.ts'
import { bookingInput, httpJourney, party, stay } from '../support/journey.ts'

const run = promisify(execFile)
const ROOT = join(import.meta.dirname, '../..')
const COPIED = [
  'src',
  'scripts/check-installed.cjs',
  'prisma',
  'docs/guides',
  'package.json',
  'tsconfig.json',
  '.env.example',
  'openapi.json',
  'schema.graphql',
]

let copy: string
let acme: Server
let acmeUrl: string
let database: TestDatabase
let gateway: GatewayProcess
let http: HttpClient

/** What Acme has on its books. */
const books = new Map<string, { id: string; reference: string; status: string }>()

/** What Acme answers, over HTTP. */
function answerOfAcme(request: IncomingMessage, body: Json): { status: number; body: unknown } {
  if (request.headers.authorization !== 'Bearer secret') return { status: 401, body: {} }
  const url = new URL(request.url ?? '/', 'http://acme')
  const id = url.pathname.split('/')[2] ?? ''
  if (url.pathname === '/rates') {
    const rate = { code: 'R1', room: 'Attic', total: '123.45', currency: 'GBP', refundable: true }
    return { status: 200, body: body.hotels.map((hotel: string) => ({ id: hotel, rates: [rate] })) }
  }
  if (request.method === 'POST') {
    const booking = {
      id: `ACME-${books.size + 1}`,
      reference: body.reference,
      status: body.mode === 'HOLD' ? 'ON_HOLD' : 'CONFIRMED',
    }
    books.set(booking.id, booking)
    return { status: 201, body: booking }
  }
  if (id === '') {
    const asked = url.searchParams.get('reference')
    return { status: 200, body: [...books.values()].filter(({ reference }) => reference === asked) }
  }
  const booking = books.get(id)
  if (!booking) return { status: 404, body: {} }
  if (request.method === 'DELETE') booking.status = 'CANCELLED'
  return { status: 200, body: booking }
}

async function startAcme(): Promise<void> {
  acme = createServer((request, response) => {
    void text(request).then((sent) => {
      const { status, body } = answerOfAcme(request, JSON.parse(sent || 'null'))
      response.writeHead(status, { 'content-type': 'application/json' }).end(JSON.stringify(body))
    })
  })
  await new Promise<void>((resolve) => void acme.listen(0, '127.0.0.1', resolve))
  acmeUrl = `http://127.0.0.1:${(acme.address() as AddressInfo).port}`
}

/** The commands of the page, a block each. */
async function commandsOf(page: string): Promise<string[]> {
  return [...(await readFile(join(ROOT, page), 'utf8')).matchAll(/```bash\n([\s\S]*?)```/g)].map(
    ([, block = '']) => block,
  )
}

function shell(command: string) {
  return run('bash', ['-euc', command], {
    cwd: copy,
    env: {
      ...process.env,
      PATH: `${join(ROOT, 'node_modules/.bin')}:${process.env['PATH']}`,
      NODE_OPTIONS: '',
      DATABASE_URL: database.url,
      REDIS_URL: '',
      MASTER_KEY: TEST_MASTER_KEY,
      ACME_URL: acmeUrl,
    },
  })
}

async function filesOf(folder: string): Promise<Map<string, string>> {
  const names = (await readdir(join(folder, 'src'), { recursive: true, withFileTypes: true })).filter((entry) =>
    entry.isFile(),
  )
  const files = await Promise.all(
    names.map(async ({ parentPath, name }) => {
      const path = join(parentPath, name)
      return [path.slice(folder.length + 1), await readFile(path, 'utf8')] as const
    }),
  )
  return new Map(files)
}

beforeAll(async () => {
  copy = await mkdtemp(join(tmpdir(), 'adding-a-supplier-'))
  for (const name of COPIED) await cp(join(ROOT, name), join(copy, name), { recursive: true })
  await cp(join(ROOT, 'test/fixtures'), join(copy, 'test/fixtures'), { recursive: true })
  await symlink(join(ROOT, 'node_modules'), join(copy, 'node_modules'))
  await startAcme()
  database = await createTestDatabase()
})

afterAll(async () => {
  await gateway?.stop()
  await database?.drop()
  acme?.closeAllConnections()
  acme?.close()
  await rm(copy, { recursive: true, force: true })
})

describe('a supplier that is added as docs/adding-a-supplier.md says', () => {
  it('is a folder and a line: no other file changes, and it compiles', async () => {
    const before = await filesOf(copy)
    const [adapter = '', registry = ''] = await commandsOf('docs/adding-a-supplier.md')
    await shell(adapter)
    await shell(registry)
    const after = await filesOf(copy)
    const changed = [...after].filter(([name, content]) => before.get(name) !== content).map(([name]) => name)
    expect(changed.sort((a, b) => a.localeCompare(b))).toEqual([
      'src/suppliers/acme/index.ts',
      'src/suppliers/registry.ts',
    ])
    await shell('tsc -p . --noEmit')
  })

  it('is connected and mapped by the commands of the page', async () => {
    gateway = await startGatewayProcess({ databaseUrl: database.url, root: copy })
    http = httpClient(gateway)
    const [, , connect = '', mapping = ''] = await commandsOf('docs/adding-a-supplier.md')
    expect((await shell(connect)).stdout).toContain('conn_acme')
    expect((await shell(mapping)).stdout).toContain('A-551')
    const [row] = await database.query("SELECT credentials FROM supplier_connections WHERE id = 'conn_acme'")
    expect(Buffer.from(row?.credentials).toString()).not.toContain('secret')
    await expect(shell(connect.replace('"token"', '"tokne"'))).rejects.toThrow(/token/)
    await expect(shell(connect.replace('["GB","DE"]', '["Britain"]'))).rejects.toThrow(/markets/)
  })

  it('takes part in searches, in its markets only', async () => {
    async function search(nationality: string): Promise<Json> {
      const answer = await http.post('/hotels/search', {
        destination: { type: 'hotel', id: 551 },
        ...stay(),
        ...party,
        nationality,
        pricing_mode: 'live',
      })
      const { providers, hotels } = answer.body.data
      const [provider] = providers.filter(({ supplier_code: code }: Json) => code === 'acme')
      return { provider, prices: hotels[0].supplier_prices.filter(({ supplier_code: code }: Json) => code === 'acme') }
    }
    expect(await search('GB')).toMatchObject({
      provider: { outcome: 'PRICED', hotels_priced: 1 },
      prices: [{ supplier_name: 'Acme Rooms', amount: expect.any(Number) }],
    })
    expect(await search('FR')).toMatchObject({ provider: { outcome: 'MARKET_NOT_SOLD' }, prices: [] })
  })

  it('is booked and cancelled as any other, its rooms unmapped', async () => {
    const journey = httpJourney(gateway)
    const option = await acmeOption()
    expect(option).toMatchObject({
      mapping_status: 'UNMAPPED',
      price: { total: { amount_minor: 12_345, currency: 'GBP' } },
      allocations: [{ provider_room: { name: 'Attic' }, service_room: null }],
    })
    const { offer } = await journey.prebook(option.booking_token)
    const booked = await journey.book(bookingInput(offer, 'INSTANT'), randomUUID())
    expect(booked).toMatchObject({ status: 'CONFIRMED', provider: { code: 'acme', booking_id: 'ACME-1' } })
    const quote = await journey.quote(booked.booking_id)
    expect(quote.penalty_status).toBe('NO_CHARGE')
    expect((await journey.cancel(booked.booking_id, quote.quote_id, randomUUID())).status).toBe('CANCELLED')
    expect(books.get('ACME-1')?.status).toBe('CANCELLED')
  })

  it('[C-086] [C-087] that keeps holds and confirms none through its API: 501, and the hold stays as it is', async () => {
    const journey = httpJourney(gateway)
    const { offer } = await journey.prebook((await acmeOption()).booking_token)
    const held = await journey.book(bookingInput(offer, 'HOLD'), randomUUID())
    expect(held).toMatchObject({ status: 'ON_HOLD' })
    expect(held.available_actions).not.toContain('CONFIRM_HOLD')
    const answer = await http.post(`/hotels/book/${held.booking_id}/confirm-hold`, {
      accepted_offer_id: offer.offer_id,
    })
    expect(answer).toMatchObject({ status: 501, body: { code: 'PROVIDER_OPERATION_NOT_SUPPORTED' } })
    expect(await journey.booking(held.booking_id)).toMatchObject({ status: 'ON_HOLD', updated_at: held.updated_at })
  })

  async function acmeOption(): Promise<Json> {
    const events = await httpJourney(gateway).rooms('551', { ...stay(), ...party })
    const [event] = events.filter(({ supplier_code: code }) => code === 'acme')
    return event.options[0]
  }
})
