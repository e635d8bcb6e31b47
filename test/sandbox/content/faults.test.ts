import { gunzipSync } from 'node:zlib'
import { beforeEach, describe, expect, it } from 'vitest'
import { type ContentFault, type Fault, SANDBOX_CONTENT_FAULTS } from '../../../src/domain/sandbox-faults.ts'
import { drawn } from '../../support/draw.ts'
import { bytesOf, unpacked, useContentSandbox } from '../../support/use-content-sandbox.ts'

/** The faults of static content: what a reader meets, and that the call after it is as it should be. */
const sandbox = useContentSandbox({ oneOf: 4 })
const { rapid, ratehawk, hotelbeds, liteapi, NOON } = sandbox

beforeEach(() => sandbox.setTime(NOON))

function spoil(supplierCode: string, fault: Fault | ContentFault): void {
  sandbox.faults.add(supplierCode, 'content', { fault })
}

const FILES = [
  ['expedia_rapid', 'gzip', () => sandbox.rapidLink()],
  ['ratehawk', 'zstd', () => sandbox.dumpLink()],
] as const

describe.each(drawn(FILES, ([code]) => code))('a file of %s', (supplierCode, packing, link) => {
  async function whole(): Promise<Buffer> {
    return bytesOf(await link())
  }

  it('is refused as one whose link has expired, once', async () => {
    const url = await link()
    spoil(supplierCode, 'link_expired')
    expect((await fetch(url)).status).toBe(403)
    expect((await fetch(url)).status).toBe(200)
  })

  it('is cut in the middle, and goes on from there', async () => {
    const bytes = await whole()
    const url = await link()
    spoil(supplierCode, 'cut')
    const answer = await fetch(url)
    expect(answer.headers.get('content-length')).toBe(String(bytes.length))
    const got: Buffer[] = []
    const reading = (async () => {
      for await (const chunk of answer.body ?? []) got.push(Buffer.from(chunk))
    })()
    await expect(reading).rejects.toThrow()
    const first = Buffer.concat(got)
    expect(first.equals(bytes.subarray(0, first.length))).toBe(true)
    expect(first.length).toBeLessThan(bytes.length)
    const rest = await bytesOf(url, { range: `bytes=${first.length}-`, 'if-range': answer.headers.get('etag') ?? '' })
    expect(Buffer.concat([first, rest]).equals(bytes)).toBe(true)
  })

  it('promises more bytes than it has', async () => {
    const bytes = await whole()
    const url = await link()
    spoil(supplierCode, 'wrong_length')
    const answer = await fetch(url)
    expect(Number(answer.headers.get('content-length'))).toBe(bytes.length + 1_024)
    await expect(answer.arrayBuffer()).rejects.toThrow()
  })

  it('is two packed files, one behind the other, with the same rows', async () => {
    const rows = unpacked(await whole(), packing)
    const url = await link()
    spoil(supplierCode, 'second_gzip_member')
    const bytes = await bytesOf(url)
    expect(bytes.equals(await whole())).toBe(false)
    expect(unpacked(bytes, packing)).toEqual(rows)
  })

  it('has one row that is no JSON', async () => {
    const rows = unpacked(await whole(), packing)
    const url = await link()
    spoil(supplierCode, 'bad_line')
    const bytes = await bytesOf(url)
    expect(() => unpacked(bytes, packing)).toThrow(SyntaxError)
    if (packing !== 'gzip') return
    const lines = gunzipSync(bytes).toString('utf8').trimEnd().split('\n')
    expect(lines).toHaveLength(rows.length)
    const bad = lines.flatMap((line, index) => (JSON.stringify(rows[index]) === line ? [] : [index]))
    expect(bad).toEqual([rows.length >> 1])
  })

  it('is well-formed and has four of ten rows', async () => {
    const rows = unpacked(await whole(), packing)
    const url = await link()
    spoil(supplierCode, 'shrunk')
    const fewer = unpacked(await bytesOf(url), packing)
    expect(fewer.length / rows.length).toBeCloseTo(0.4, 2)
  })

  it('drips', async () => {
    const url = await link()
    spoil(supplierCode, 'slow_drip')
    const leave = new AbortController()
    const answer = await fetch(url, { signal: leave.signal })
    const chunks: number[] = []
    const reading = (async () => {
      for await (const chunk of answer.body ?? []) {
        chunks.push(chunk.length)
        if (chunks.length === 2) leave.abort()
      }
    })()
    await expect(reading).rejects.toThrow()
    expect(Math.max(...chunks)).toBeLessThanOrEqual(10_000)
  })

  it.each(['500', '429', 'html', 'garbage', 'reset'] as const)('has the fault %s of any call', async (fault) => {
    const url = await link()
    spoil(supplierCode, fault)
    const answer = await fetch(url).catch(() => null)
    expect(answer?.status ?? 'RESET').toBe({ 500: 500, 429: 429, html: 200, garbage: 200, reset: 'RESET' }[fault])
    await answer?.arrayBuffer()
    expect(unpacked(await bytesOf(url), packing).length).toBeGreaterThan(600)
  })

  it('leaves faults that it cannot have to the call that can', async () => {
    spoil(supplierCode, 'cut')
    // The link is JSON, and comes whole.
    const url = await link()
    await expect((await fetch(url)).arrayBuffer()).rejects.toThrow()
  })
})

describe('dumps', () => {
  it('are not ready when they should be', async () => {
    spoil('ratehawk', 'dump_not_ready')
    expect((await ratehawk('/hotel/info/dump/')).body.error).toBe('dump_not_ready')
    expect((await ratehawk('/hotel/info/dump/')).body.error).toBeNull()
  })
})

describe('pages', () => {
  it('are shifted by a row, which is missed', async () => {
    const page = '/hotels?from=101&to=200&fields=name'
    const { hotels } = (await hotelbeds(page)).body
    spoil('hotelbeds', 'shifted_pages')
    expect((await hotelbeds(page)).body.hotels.slice(0, 99)).toEqual(hotels.slice(1))
    const list = '/data/hotels?countryCode=GB&limit=50&offset=50'
    const { data } = (await liteapi(list)).body
    spoil('liteapi', 'shifted_pages')
    expect((await liteapi(list)).body.data.slice(0, 49)).toEqual(data.slice(1))
  })

  it('are forgotten by Rapid', async () => {
    const first = await rapid('/v3/properties/content?language=en-US&supply_source=expedia&include=name')
    const next = /<([^>]+)>/.exec(first.headers.get('link') ?? '')?.[1] ?? ''
    spoil('expedia_rapid', 'page_token_gone')
    expect((await rapid(next)).status).toBe(410)
    expect((await rapid(next)).status).toBe(200)
  })

  it('are refused as too many in a second, or in a day, in Hotelbeds’ own words', async () => {
    for (const [fault, code] of [
      ['429', 'ERR_403_DEVELOPER_OVER_QPS'],
      ['over_quota', 'ERR_403_DEVELOPER_OVER_RATE'],
    ] as const) {
      spoil('hotelbeds', fault)
      const refused = await hotelbeds('/hotels?from=1&to=2')
      expect(refused.status).toBe(403)
      expect(refused.headers.get('x-mashery-error-code')).toBe(code)
    }
  })
})

it('every fault of static content has a test above', () => {
  expect([...SANDBOX_CONTENT_FAULTS].sort()).toEqual(
    [
      'bad_line',
      'cut',
      'dump_not_ready',
      'link_expired',
      'page_token_gone',
      'second_gzip_member',
      'shifted_pages',
      'shrunk',
      'slow_drip',
      'wrong_length',
    ].sort(),
  )
})
