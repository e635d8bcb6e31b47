import { execFile, execFileSync, spawnSync } from 'node:child_process'
import { globSync, mkdirSync, mkdtempSync, readFileSync, rmSync, statSync, writeFileSync } from 'node:fs'
import { tmpdir } from 'node:os'
import { join } from 'node:path'
import { promisify } from 'node:util'
import { afterAll, beforeAll, describe, expect, it } from 'vitest'
import { type StartedGateway } from '../support/gateway.ts'
import { useGateway } from '../support/use-gateway.ts'

const ROOT = join(import.meta.dirname, '../..')
const PACKAGE = join(ROOT, 'packages/client')
const BIN = join(ROOT, 'node_modules/.bin')
/** Of unminified JavaScript, all files together. */
const MAX_BYTES = 30 * 1_024

const manifest = JSON.parse(readFileSync(join(PACKAGE, 'package.json'), 'utf8'))

let gateway: StartedGateway
/** A partner's project in which the package is installed. */
const project = mkdtempSync(join(tmpdir(), 'client-'))
const installed = join(project, 'node_modules', manifest.name)

useGateway((started) => {
  ;({ gateway } = started)
})

beforeAll(() => {
  mkdirSync(installed, { recursive: true })
  writeFileSync(join(installed, 'package.json'), JSON.stringify(manifest))
  writeFileSync(join(project, 'package.json'), '{"type":"module"}')
  // What `npm run build` does, into another folder.
  for (const step of String(manifest.scripts.build).split(' && ')) {
    const [command = '', ...args] = step.split(' ')
    execFileSync(join(BIN, command), [...args, '--outDir', join(installed, 'dist')], { cwd: PACKAGE })
  }
})

afterAll(() => rmSync(project, { recursive: true, force: true }))

describe('the package', () => {
  it('depends on nothing, neither on packages nor on Node', () => {
    expect(Object.keys(manifest).filter((key) => /dependencies/i.test(key))).toEqual([])
    const sources = globSync('src/**/*.ts', { cwd: PACKAGE }).map((file) => readFileSync(join(PACKAGE, file), 'utf8'))
    expect(sources.length).toBeGreaterThan(10)
    const from = sources.flatMap((text) => [...text.matchAll(/from '([^']+)'/g)].map(([, name = '']) => name))
    expect(from.filter((name) => !name.startsWith('.'))).toEqual([])
    for (const text of sources) expect(text).not.toMatch(/\bprocess\.|\bBuffer\b|\brequire\(/)
  })

  it('is small: below 30 KB of JavaScript before minifying', () => {
    const files = globSync('dist/**/*.js', { cwd: installed })
    const bytes = files.reduce((sum, file) => sum + statSync(join(installed, file)).size, 0)
    expect(bytes).toBeGreaterThan(10_000)
    expect(bytes).toBeLessThan(MAX_BYTES)
  })

  it('keeps its files below 200 lines', () => {
    const files = globSync('src/*.ts', { cwd: PACKAGE })
    const long = files.filter((file) => readFileSync(join(PACKAGE, file), 'utf8').split('\n').length > 200)
    expect(long).toEqual([])
  })

  it('says in its types what the documents say', () => {
    const types = readFileSync(join(installed, 'dist/generated/types.d.ts'), 'utf8')
    expect(types).toContain('The answer comes within ten seconds')
  })

  it('compiles in a partner’s project, for Node and for the Web', () => {
    writeFileSync(
      join(project, 'main.ts'),
      `import { HotelGateway, isProblem, type BookingStatusData, type WebhookEvent, verifyWebhook } from '${manifest.name}'
const gateway = new HotelGateway({ baseUrl: 'http://x', apiKey: 'k' })
export async function book(): Promise<BookingStatusData | number> {
  try {
    const { offer } = await gateway.prebook({ booking_token: 'bkt_1' })
    if (!offer) return 0
    const holder = { given_name: 'Ada', family_name: 'Lovelace', email: 'a@b.c', phone: '+44' }
    return await gateway.createBooking({ offer_id: offer.offer_id, booking_mode: 'INSTANT', holder, guests: [] })
  } catch (error) {
    if (isProblem(error, 'PRICE_MISMATCH')) return error.details.offer_price.amount_minor
    throw error
  }
}
export async function take(request: Request): Promise<WebhookEvent['type']> {
  return (await verifyWebhook({ secret: 'x', headers: request.headers, body: await request.text() })).type
}
// @ts-expect-error -- the input is required
void gateway.getBooking()
// @ts-expect-error -- a name with a slip
void gateway.listBookings({ limt: 3 })
// @ts-expect-error -- the stream is streamRooms
void gateway.openRoomStream({})
void gateway.getMe()
void gateway.listEvents({ after: undefined, limit: null })
`,
    )
    const common = [
      '--noEmit',
      '--strict',
      '--exactOptionalPropertyTypes',
      '--target',
      'es2022',
      '--skipLibCheck',
      'false',
    ]
    for (const [module, resolution] of [
      ['nodenext', 'nodenext'],
      ['esnext', 'bundler'],
    ] as const) {
      const args = [...common, '--module', module, '--moduleResolution', resolution, '--lib', 'es2022,dom,dom.iterable']
      const { stdout } = spawnSync(join(BIN, 'tsc'), [...args, '--types', '', 'main.ts'], {
        cwd: project,
        encoding: 'utf8',
      })
      expect(stdout).toBe('')
    }
  })

  it('runs as it is published', async () => {
    const program = `import { HotelGateway } from '${manifest.name}'
const gateway = new HotelGateway({ baseUrl: process.env.URL, apiKey: process.env.KEY })
console.log((await gateway.getMe()).environment)
for await (const { type } of gateway.allEvents()) console.log(type)`
    // The gateway answers in this process: nothing may block it.
    const { stdout } = await promisify(execFile)(process.execPath, ['--input-type=module', '--eval', program], {
      cwd: project,
      env: { ...process.env, NODE_OPTIONS: '', URL: gateway.url, KEY: gateway.apiKey },
    })
    expect(stdout).toBe('sandbox\n')
  })
})
