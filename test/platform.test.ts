import fc from 'fast-check'
import { mkdtemp, rm, writeFile } from 'node:fs/promises'
import { tmpdir } from 'node:os'
import { join } from 'node:path'
import { Writable } from 'node:stream'
import pg from 'pg'
import { afterEach, describe, expect, it } from 'vitest'
import { startEmbeddedPostgres } from '../src/platform/embedded-postgres.ts'
import { createBoundedMap } from '../src/platform/bounded-map.ts'
import { createLogger } from '../src/platform/logger.ts'
import { loadMasterKey } from '../src/platform/master-key.ts'
import { createSeal } from '../src/platform/seal.ts'

const folders: string[] = []

afterEach(async () => {
  for (const folder of folders.splice(0)) await rm(folder, { recursive: true, force: true })
})

const folder = async (): Promise<string> => {
  const made = await mkdtemp(join(tmpdir(), 'platform-'))
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
    const data = await folder()
    const first = await loadMasterKey(null, data)
    expect(await loadMasterKey(null, data)).toEqual(first)
    await writeFile(join(data, 'master-key'), 'broken')
    await expect(loadMasterKey(null, data)).rejects.toThrow(/restore it/)
  })

  it('seals for one purpose only', () => {
    const key = Buffer.alloc(32, 1)
    const sealed = createSeal(key, 'guests').seal('Ada')
    expect(createSeal(key, 'guests').open(sealed)).toBe('Ada')
    expect(() => createSeal(key, 'tokens').open(sealed)).toThrow()
    sealed[20] = (sealed[20] ?? 0) ^ 1
    expect(() => createSeal(key, 'guests').open(sealed)).toThrow()
  })
})

describe('the embedded Postgres', () => {
  const ask = async (url: string, sql: string): Promise<unknown[]> => {
    const client = new pg.Client({ connectionString: url })
    await client.connect()
    try {
      return (await client.query(sql)).rows
    } finally {
      await client.end()
    }
  }

  it('keeps its data over a restart, and is shared until the last one leaves', { timeout: 60_000 }, async () => {
    const data = join(await folder(), 'data')
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
})

describe('a bounded map', () => {
  const action = fc.record({
    key: fc.integer({ min: 0, max: 15 }).map(String),
    weight: fc.integer({ min: 0, max: 40 }),
    isDelete: fc.boolean(),
  })

  it('keeps the newest, within both bounds, and drops nothing before one is reached', () => {
    fc.assert(
      fc.property(fc.array(action, { maxLength: 60 }), (actions) => {
        const [max, maxWeight] = [10, 100]
        const map = createBoundedMap<number>(max, maxWeight)
        let kept: { key: string; weight: number; value: number }[] = []
        for (const [value, { key, weight, isDelete }] of actions.entries()) {
          kept = kept.filter((one) => one.key !== key)
          if (isDelete) map.delete(key)
          else {
            map.set(key, value, weight)
            kept.push({ key, weight, value })
          }
          const sum = kept.reduce((total, one) => total + one.weight, 0)
          const isWithin = kept.length <= max && sum <= maxWeight
          const left = kept.filter((one) => map.get(one.key) === one.value)
          // What went are the oldest, and only when something had to.
          expect(left).toEqual(kept.slice(kept.length - left.length))
          expect(left.length === kept.length).toBe(isWithin)
          expect(left.length).toBeLessThanOrEqual(max)
          expect(left.reduce((total, one) => total + one.weight, 0)).toBeLessThanOrEqual(maxWeight)
          kept = left
        }
      }),
    )
  })
})
