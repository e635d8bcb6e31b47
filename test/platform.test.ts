import { randomBytes } from 'node:crypto'
import { once } from 'node:events'
import { chmod, mkdtemp, rm, writeFile } from 'node:fs/promises'
import { type AddressInfo, createServer } from 'node:net'
import { tmpdir } from 'node:os'
import { join } from 'node:path'
import { Writable } from 'node:stream'
import pg from 'pg'
import { afterEach, describe, expect, it } from 'vitest'
import { DAY_MS, MINUTE_MS } from '../src/domain/time.ts'
import { startEmbeddedPostgres } from '../src/platform/embedded-postgres.ts'
import { createLogger } from '../src/platform/logger.ts'
import { createMac } from '../src/platform/mac.ts'
import { loadMasterKey, toMasterKey, toMasterKeys, weaknessOf } from '../src/platform/master-key.ts'
import { createSeal, sealedUnder } from '../src/platform/seal.ts'
import { createTokenSeal } from '../src/platform/token-seal.ts'
import { sealedByFirstVersion } from './support/first-version-seal.ts'

const folders: string[] = []

afterEach(async () => {
  for (const folder of folders.splice(0)) await rm(folder, { recursive: true, force: true })
})

async function newFolder(): Promise<string> {
  const made = await mkdtemp(join(tmpdir(), 'platform-'))
  // Reachable for the user as whom a Postgres of ours runs where we are root.
  await chmod(made, 0o711)
  folders.push(made)
  return made
}

describe('the log', () => {
  it('[C-011] never holds a key, a credential or a guest', () => {
    const lines: string[] = []
    const sink = new Writable({
      write: (chunk, _encoding, done) => {
        lines.push(String(chunk))
        done()
      },
    })
    const log = createLogger('info', sink)
    log.info(
      { apiKey: 's3cret', headers: { 'x-api-key': 's3cret' }, booking: { guests: ['s3cret'], email: 's3cret' } },
      'hello',
    )
    expect(lines.join('')).toContain('hello')
    expect(lines.join('')).not.toContain('s3cret')
  })
})

describe('the master key', () => {
  it('is made once, kept, and never made over', async () => {
    const data = await newFolder()
    const first = await loadMasterKey(null, data)
    expect(await loadMasterKey(null, data)).toEqual(first)
    await writeFile(join(data, 'master-key'), 'broken')
    await expect(loadMasterKey(null, data)).rejects.toThrow(/restore it/)
  })

  it('is refused when it is weak, and told why', () => {
    const weak = {
      'is one byte over and over': [Buffer.alloc(32), Buffer.alloc(32, 0x11)],
      'is a pattern that repeats': [
        Buffer.from('0123456789abcdef'.repeat(4), 'hex'),
        Buffer.from('correct horse!! '.repeat(2)),
      ],
      counts: [
        Buffer.from(Uint8Array.from({ length: 32 }, (_, index) => index)),
        Buffer.from(Uint8Array.from({ length: 32 }, (_, index) => 255 - 3 * index)),
      ],
      'has fewer than 16 different bytes': [Buffer.from('aabbbcccccdddeeefffggghhhiiijjjk')],
    }
    for (const [why, keys] of Object.entries(weak)) for (const key of keys) expect(weaknessOf(key)).toBe(why)
    for (let one = 0; one < 10_000; one += 1) expect(weaknessOf(randomBytes(32))).toBeNull()
  })
})

describe('a seal', () => {
  const [first, second] = [randomBytes(32), randomBytes(32)]
  const GUESTS = { purpose: 'guests', column: 'bookings.guests_sealed' }
  function guests(key: Buffer, also: Buffer | null = null) {
    return createSeal(toMasterKeys(key, also), GUESTS)
  }

  it('opens in its own row only: not in another row, column or purpose, nor with a bit turned', () => {
    const sealed = guests(first).seal('Ada', 'ubk_1')
    expect(guests(first).open(sealed, 'ubk_1')).toBe('Ada')
    expect(() => guests(first).open(sealed, 'ubk_2')).toThrow(/for something else/)
    for (const place of [
      { ...GUESTS, purpose: 'tokens' },
      { ...GUESTS, column: 'bookings.metadata' },
    ])
      expect(() => createSeal(toMasterKeys(first, null), place).open(sealed, 'ubk_1')).toThrow()
    for (let at = 0; at < sealed.length; at += 1) {
      const turned = Buffer.from(sealed)
      turned[at] = (turned[at] ?? 0) ^ 1
      expect(() => guests(first).open(turned, 'ubk_1')).toThrow()
      expect(() => guests(first).open(sealed.subarray(0, at), 'ubk_1')).toThrow()
    }
  })

  it('names its key, and is opened by a process that has that key as the second one', () => {
    const sealed = guests(first).seal('Ada', 'ubk_1')
    expect(sealedUnder(sealed)).toBe(toMasterKey(first).id)
    expect(guests(second, first).open(sealed, 'ubk_1')).toBe('Ada')
    expect(() => guests(second).open(sealed, 'ubk_1')).toThrow(/a key that this process does not have/)
    expect(sealedUnder(guests(second, first).seal('Ada', 'ubk_1'))).toBe(toMasterKey(second).id)
  })

  it('opens what code of the first version has sealed, with either key', () => {
    const sealed = sealedByFirstVersion(first, 'guests', 'Ada')
    expect(guests(first).open(sealed, 'ubk_1')).toBe('Ada')
    expect(guests(second, first).open(sealed, 'ubk_1')).toBe('Ada')
    expect(() => guests(second).open(sealed, 'ubk_1')).toThrow()
  })
})

describe('a seal of tokens', () => {
  const key = toMasterKeys(randomBytes(32), null)
  function at(now: number) {
    return createTokenSeal(key, 'booking-tokens', () => now)
  }

  it('has a key of its own for each day, and knows yesterday’s and nobody older', () => {
    const now = Date.UTC(2027, 0, 10, 23, 59)
    const sealed = at(now).sealBytes(Buffer.from('option'))
    expect(
      at(now + 2 * MINUTE_MS)
        .openBytes(sealed)
        .toString(),
    ).toBe('option')
    expect(() => at(now + 2 * DAY_MS).openBytes(sealed)).toThrow(/another day/)
    const tomorrow = Buffer.from(sealed)
    tomorrow.writeUInt32BE(tomorrow.readUInt32BE(5) + 1, 5)
    expect(() => at(now).openBytes(tomorrow)).toThrow()
  })

  it('is taken for a MAC of either key while one is replaced', () => {
    const [old, next] = [randomBytes(32), randomBytes(32)]
    const before = createMac(toMasterKeys(old, null), 'x')
    const given = before.mac('cursor').slice(0, 10)
    expect(createMac(toMasterKeys(next, old), 'x').isMac('cursor', given)).toBe(true)
    expect(createMac(toMasterKeys(next, null), 'x').isMac('cursor', given)).toBe(false)
    expect(before.isMac('cursos', given)).toBe(false)
    expect(createMac(toMasterKeys(next, old), 'x').mac('cursor')).not.toBe(before.mac('cursor'))
  })
})

describe('the embedded Postgres', () => {
  async function ask(url: string, sql: string): Promise<unknown[]> {
    const client = new pg.Client({ connectionString: url })
    await client.connect()
    try {
      return (await client.query(sql)).rows
    } finally {
      await client.end()
    }
  }

  it('keeps its data over a restart, and is shared until the last one leaves', async () => {
    const data = join(await newFolder(), 'data')
    const first = await startEmbeddedPostgres(data)
    await ask(first.url, 'CREATE TABLE kept AS SELECT 1 AS one')
    await first.stop()
    const again = await startEmbeddedPostgres(data)
    expect(await ask(again.url, 'SELECT one FROM kept')).toEqual([{ one: 1 }])
    const user = new pg.Client({ connectionString: again.url })
    await user.connect()
    await again.stop()
    expect(await ask(again.url, 'SELECT 1 AS alive')).toEqual([{ alive: 1 }])
    await user.end()
    const sharing = await startEmbeddedPostgres(data)
    await sharing.stop()
    await expect(ask(sharing.url, 'SELECT 1')).rejects.toThrow()
  })

  it('starts on another port when a program opens the first one before it does', async () => {
    const program = createServer().listen(0, '127.0.0.1')
    await once(program, 'listening')
    const { port } = program.address() as AddressInfo
    let asked = 0
    const started = await startEmbeddedPostgres(join(await newFolder(), 'data'), {}, async () => {
      asked += 1
      if (asked === 2) program.close()
      return port
    })
    expect(asked).toBe(2)
    expect(await ask(started.url, 'SELECT 1 AS alive')).toEqual([{ alive: 1 }])
    await started.stop()
  })
})
