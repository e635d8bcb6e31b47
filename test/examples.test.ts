import { type ChildProcess, spawn } from 'node:child_process'
import { readdir, readFile } from 'node:fs/promises'
import { join } from 'node:path'
import { createInterface } from 'node:readline'
import { afterAll, describe, expect, it } from 'vitest'
import { openFront } from './support/front.ts'
import type { StartedGateway } from './support/gateway.ts'
import { httpClient, type Json } from './support/http-client.ts'
import { bookScenario, httpJourney } from './support/journey.ts'
import { startTcpProxy, type TcpProxy } from './support/tcp-proxy.ts'
import { until } from './support/until.ts'
import { useGateway } from './support/use-gateway.ts'

const ROOT = join(import.meta.dirname, '..')

let gateway: StartedGateway
let receiver: ChildProcess | undefined
const said: string[] = []

useGateway((started) => {
  ;({ gateway } = started)
})

afterAll(async () => {
  receiver?.kill('SIGKILL')
})

type Run = { readonly lines: string[]; readonly ended: Promise<number | null> }

/** Runs an example as its first lines say; `onLine` hears of each line as it is said. */
function runExample(
  [command = '', ...args]: readonly string[],
  key: string,
  onLine: (line: string) => void = () => undefined,
): Run {
  const child = spawn(command, args, {
    cwd: ROOT,
    env: { ...process.env, NODE_OPTIONS: '', KEY: key, GATEWAY_KEY: key },
    stdio: ['ignore', 'pipe', 'inherit'],
  })
  const lines: string[] = []
  createInterface({ input: child.stdout }).on('line', (line) => {
    lines.push(line)
    onLine(line)
  })
  return { lines, ended: new Promise((resolve) => child.once('close', resolve)) }
}

const NODE = [process.execPath, '--disable-warning=ExperimentalWarning']

/** A wire to the gateway that is cut once, at the first line that fits; it works again at once. */
async function cuttingAt(fits: RegExp): Promise<{ proxy: TcpProxy; onLine: (line: string) => void }> {
  const proxy = await startTcpProxy('127.0.0.1', Number(new URL(gateway.url).port))
  let isCut = false
  function onLine(line: string): void {
    if (isCut || !fits.test(line)) return
    isCut = true
    proxy.cut()
    proxy.mend()
  }
  return { proxy, onLine }
}

/** Rooms that come late: the next call to this supplier's rooms answers after 3 s. */
async function slowRooms(supplierCode: string, count = 1): Promise<void> {
  const fault = { supplier_code: supplierCode, operation: 'rooms', fault: 'slow', count }
  await httpClient(gateway).post('/sandbox/faults', fault)
}

describe('examples/curl/first-booking.sh', () => {
  it('searches, reads the room stream, prebooks, books, quotes and cancels', async () => {
    const { lines, ended } = runExample(['bash', 'examples/curl/first-booking.sh', gateway.url], gateway.apiKey)
    expect(await ended).toBe(0)
    const told = Object.fromEntries(lines.map((line) => line.split(': ', 2)))
    expect(told).toMatchObject({ booked: expect.stringMatching(/PROCESSING|CONFIRMED/), cancelled: 'CANCELLED' })
    expect(lines[0]).toMatch(/^search: Scenario: confirm, \d+ \w{3} minor units$/)
    expect(lines[1]).toMatch(/^stream: stream_ready .*provider_options.* done$/)
    expect(lines[2]).toMatch(/^prebook: AVAILABLE, \d+ \w{3}$/)
    expect(['NO_CHARGE', 'KNOWN']).toContain(told['quote'])
  })
})

describe('examples/typescript', () => {
  it('books over GraphQL with typed documents', async () => {
    const run = runExample([...NODE, 'examples/typescript/booking.ts', gateway.url], gateway.apiKey)
    expect(await run.ended).toBe(0)
    expect(run.lines[0]).toBe('hotel: Scenario: confirm')
    expect(run.lines.at(-1)).toMatch(/^booked: ubk_\w+ CONFIRMED$/)
    const id = run.lines.at(-1)?.split(' ')[1]
    expect((await httpClient(gateway).get(`/hotels/book/${id}`)).body.data.status).toBe('CONFIRMED')
  })
})

describe('examples/room-stream.ts', () => {
  it('[C-055] goes on after its last event when its connection is cut', async () => {
    await slowRooms('hotelbeds')
    const { proxy, onLine } = await cuttingAt(/^1 stream_ready/)
    const url = `http://127.0.0.1:${proxy.port}`
    const run = runExample([...NODE, 'examples/room-stream.ts', url, '900001'], gateway.apiKey, onLine)
    expect(await run.ended).toBe(0)
    await proxy.close()
    expect(run.lines).toContain('cut off: coming back')
    const events = run.lines.filter((line) => /^\d/.test(line))
    expect(events.map((line) => Number(line.split(' ')[0]))).toEqual(events.map((_, index) => index + 1))
    expect(events.some((line) => /provider_options hotelbeds \d+ options/.test(line))).toBe(true)
    expect(events.at(-1)).toMatch(/^\d+ done$/)
  })
})

describe('examples/subscriptions.ts', () => {
  it('goes on by argument when it is cut off, and follows a booking', async () => {
    await slowRooms('hotelbeds', 2)
    const { proxy, onLine } = await cuttingAt(/^1 stream_ready/)
    const url = `http://127.0.0.1:${proxy.port}`
    const run = runExample([...NODE, 'examples/subscriptions.ts', url, '900001'], gateway.apiKey, onLine)
    expect(await run.ended).toBe(0)
    await proxy.close()
    expect(run.lines).toContain('cut off: coming back')
    const rooms = run.lines.filter((line) => /^\d+ (stream|provider|done)/.test(line))
    expect(rooms.map((line) => Number(line.split(' ')[0]))).toEqual(rooms.map((_, index) => index + 1))
    expect(rooms.at(-1)).toMatch(/ done$/)
    expect(run.lines.slice(-2)).toEqual(['1 booking.updated PROCESSING', '2 booking.confirmed CONFIRMED'])
  })
})

describe('the examples', () => {
  it('examples/README.md names every example that there is', async () => {
    const text = await readFile(join(ROOT, 'examples/README.md'), 'utf8')
    expect((await files()).filter((file) => !text.includes(`(${file})`))).toEqual([])
  })

  it('call HTTP with the client, but where the example shows how it is done by hand', async () => {
    const texts = await Promise.all(
      (await files()).map(async (file) => [file, await readFile(join(ROOT, 'examples', file), 'utf8')] as const),
    )
    const byHand = texts.flatMap(([file, text]) => (/\bfetch\(|\bcurl -/.test(text) ? [file] : []))
    expect(byHand.toSorted()).toEqual(['curl/first-booking.sh', 'room-stream.ts', 'typescript/client.ts'])
    const withClient = texts.flatMap(([file, text]) => (text.includes("packages/client/src/index.ts'") ? [file] : []))
    expect(withClient.toSorted()).toEqual(['first-booking.http.ts', 'room-stream.ts'])
  })

  it('the client and the pictures are found from the README', async () => {
    const text = await readFile(join(ROOT, 'README.md'), 'utf8')
    for (const path of ['packages/client/README.md', 'docs/images', 'docs/guides/client.md'])
      expect(text).toContain(`](${path}`)
  })
})

async function files(): Promise<string[]> {
  return (await readdir(join(ROOT, 'examples'), { recursive: true })).filter((file) => /\.(ts|sh)$/.test(file))
}

describe('examples/receiver', () => {
  it('[C-106] [C-108] verifies, takes each event once and in order, and refuses what is not signed', {
    timeout: 180_000,
  }, async () => {
    const front = await openFront()
    const http = httpClient(gateway)
    const url = `${front.url}/hooks`
    const { signing_secret: secret, endpoint_id: endpointId } = (await http.post('/webhooks/endpoints', { url })).body
      .data
    receiver = spawn(
      process.execPath,
      ['--disable-warning=ExperimentalWarning', 'examples/receiver/receiver.ts', '0'],
      {
        cwd: ROOT,
        env: { ...process.env, NODE_OPTIONS: '', WEBHOOK_SECRET: secret },
        stdio: ['ignore', 'pipe', 'inherit'],
      },
    )
    if (receiver.stdout) createInterface({ input: receiver.stdout }).on('line', (line) => said.push(line))
    const [, port] = await until('the receiver', () => /^listening .* port: (\d+)/.exec(said[0] ?? ''))
    front.leadTo(`http://127.0.0.1:${port}`)
    const { booking_id: id } = await bookScenario(gateway, httpJourney(gateway), 'confirm', 'INSTANT')
    await until('both events', () => said.length >= 3)
    expect(said.slice(1)).toEqual([`booking.updated ${id} 1 PROCESSING`, `booking.confirmed ${id} 2 CONFIRMED`])
    const { deliveries } = (await http.get(`/webhooks/deliveries?endpoint_id=${endpointId}`)).body.data
    for (const { delivery_id: deliveryId } of deliveries as Json[])
      await http.post(`/webhooks/deliveries/${deliveryId}/redeliver`)
    await until('them again', () => said.length >= 5)
    expect(said.slice(3)).toEqual(['seen before', 'seen before'])
    const forged = await fetch(url, {
      method: 'POST',
      headers: {
        'webhook-id': 'evt_1',
        'webhook-timestamp': String(Math.floor(Date.now() / 1_000)),
        'webhook-signature': `v1,${'A'.repeat(43)}=`,
      },
      body: '{}',
    })
    expect(forged.status).toBe(401)
    await front.close()
  })
})
