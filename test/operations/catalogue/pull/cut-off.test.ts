import { spawn } from 'node:child_process'
import { join } from 'node:path'
import { describe, expect, it } from 'vitest'
import { pageSource } from '../../../support/page-source.ts'
import { CONNECTION, type ContentSupplier, hotels, useContentSupplier } from '../../../support/use-content-supplier.ts'

let supplier: ContentSupplier
useContentSupplier((opened) => {
  supplier = opened
})

const ROOT = join(import.meta.dirname, '../../../..')

function pages(): string[] {
  return supplier.asked.filter((path) => path.startsWith('/rows')).map((path) => /from=(\d+)/.exec(path)?.[1] ?? '')
}

/** What is staged when nothing is cut off. */
async function uncut(): Promise<unknown> {
  await supplier.pull()
  const staged = await supplier.staged()
  await supplier.database.query('DELETE FROM listings; DELETE FROM content_passes; DELETE FROM catalogue_runs')
  supplier.asked.length = 0
  return staged
}

/** Pulls in another process, which is killed when it asks for a page. */
async function pullAndKill(from: number): Promise<void> {
  const child = spawn(
    process.execPath,
    [
      '--disable-warning=ExperimentalWarning',
      '--disable-warning=DeprecationWarning',
      join(ROOT, 'test/support/pull-child.ts'),
      supplier.database.url,
    ],
    { cwd: ROOT, stdio: ['ignore', 'ignore', 'inherit'] },
  )
  supplier.before = (asked) => {
    if (asked === from) child.kill('SIGKILL')
    return asked === from
  }
  const signal = await new Promise((resolve) => child.once('exit', (_, by) => resolve(by)))
  expect(signal).toBe('SIGKILL')
  supplier.before = () => false
  // Its lease has run out.
  await supplier.database.query('UPDATE content_pulls SET leased_until = gateway_now()')
}

describe('a pull that is cut off', () => {
  it.each([250, 300, 510, 590])('by a crash at row %i goes on where it was, and ends as an uncut one', async (from) => {
    const rows = [...hotels(600, { 3: { name: 'n'.repeat(9_000) }, 555: { latitude: 0, longitude: 0 } }), 'is no JSON']
    supplier.has.set('WHOLE en', rows)
    const expected = await uncut()
    await pullAndKill(from)
    const [cut] = await supplier.core.store.catalogueRuns.list(null, 1)
    expect(cut).toMatchObject({ kind: 'PULL', source: CONNECTION, endedAt: null, faults: [{ line: 4 }] })
    supplier.asked.length = 0
    const end = await supplier.pull()
    expect(pages()[0]).toBe(String(from < 490 ? 240 : 490))
    expect(end).toMatchObject({ outcome: 'DONE', passes: [{ counts: { rows: 601, added: 599, bad: 2, nameless: 1 } }] })
    expect(await supplier.staged()).toEqual(expected)
    expect((await supplier.faults()).map(({ line }) => line).sort((a, b) => a - b)).toEqual([4, 601])
  })

  it('by 429 goes on within the same run, when the supplier says', async () => {
    supplier.has.set('WHOLE en', hotels(60))
    const expected = await uncut()
    let refusals = 0
    const at: number[] = []
    supplier.before = (from, response) => {
      if (from !== 30 || refusals === 2) return false
      refusals += 1
      at.push(performance.now())
      response.writeHead(429, { 'retry-after': '1' }).end('{}')
      return true
    }
    expect(await supplier.pull()).toMatchObject({ outcome: 'DONE', passes: [{ counts: { rows: 60, added: 60 } }] })
    expect((at[1] ?? 0) - (at[0] ?? 0)).toBeGreaterThan(950)
    expect(pages().filter((from) => from === '0')).toHaveLength(1)
    expect(await supplier.staged()).toEqual(expected)
  })

  it('by 429 for an hour is left to a later run', async () => {
    supplier.has.set('WHOLE en', hotels(60))
    supplier.before = (from, response) => {
      if (from === 30) response.writeHead(429, { 'retry-after': '3600' }).end('{}')
      return from === 30
    }
    expect(await supplier.pull()).toMatchObject({
      outcome: 'FAILED',
      said: expect.stringMatching(/OVER_LIMIT/),
      retryAfterMs: 3_600_000,
    })
    supplier.before = () => false
    supplier.asked.length = 0
    expect(await supplier.pull()).toMatchObject({ outcome: 'DONE', passes: [{ counts: { rows: 60 } }] })
    expect(pages()[0]).toBe('30')
  })

  it('by broken connections goes on, and gives up only when it comes no further', async () => {
    supplier.has.set('WHOLE en', hotels(60))
    const broken = new Set([10, 20, 40])
    supplier.before = (from, response) => {
      if (broken.delete(from)) response.destroy()
      return response.destroyed
    }
    expect(await supplier.pull()).toMatchObject({ outcome: 'DONE', passes: [{ counts: { rows: 60 } }] })
    supplier.before = (_, response) => {
      response.destroy()
      return true
    }
    expect(await supplier.pull({ isWhole: true })).toMatchObject({
      outcome: 'FAILED',
      said: expect.stringMatching(/FAILED: NETWORK/),
    })
  })

  it('by a refusal is not tried again', async () => {
    supplier.before = (_, response) => {
      response.writeHead(403).end('{}')
      return true
    }
    expect(await supplier.pull()).toMatchObject({
      outcome: 'FAILED',
      said: expect.stringMatching(/REFUSED: status 403/),
    })
    expect(pages()).toHaveLength(1)
  })

  it('by a refusal is left to the next day', async () => {
    supplier.has.set('WHOLE en', hotels(3))
    await supplier.pull()
    await supplier.database.query(`UPDATE content_pulls SET due_at = gateway_now() - interval '1 minute'`)
    supplier.before = (_, response) => {
      response.writeHead(403).end('{}')
      return true
    }
    expect(await supplier.pull()).toMatchObject({ outcome: 'FAILED', retryAfterMs: null })
    const hours = 'round(extract(epoch FROM due_at - gateway_now()) / 3600)::int AS hours'
    expect(await supplier.database.query(`SELECT ${hours} FROM content_pulls`)).toEqual([{ hours: 24 }])
  })

  it('at a mark that leads nowhere begins anew after three runs', async () => {
    supplier.has.set('WHOLE en', hotels(60))
    const stuck = {
      ...pageSource,
      read: ((call, pass) => {
        if (pass.resume !== null) throw new Error('this mark leads nowhere')
        return pageSource.read(call, pass)
      }) satisfies typeof pageSource.read,
    }
    supplier.before = (from, response) => {
      if (from === 30) response.writeHead(403).end('{}')
      return from === 30
    }
    await supplier.pull()
    supplier.before = () => false
    for (let run = 0; run < 2; run++) expect(await supplier.pull({}, stuck)).toMatchObject({ outcome: 'FAILED' })
    expect(await supplier.pull({}, stuck)).toMatchObject({ outcome: 'DONE' })
    expect(Object.keys(await supplier.staged())).toHaveLength(60)
  })

  it('writes nothing when it is made twice', async () => {
    supplier.has.set('WHOLE en', hotels(60, { 5: { stars: 4.3, images: ['x'] } }))
    await supplier.pull()
    const [before] = await supplier.database.query('SELECT max(xmin::text::bigint) AS at FROM listings')
    expect(await supplier.pull({ isWhole: true })).toMatchObject({
      passes: [{ counts: { rows: 60, unchanged: 60, changed: 0, added: 0 } }],
    })
    expect(await supplier.database.query('SELECT max(xmin::text::bigint) AS at FROM listings')).toEqual([before])
  })
})
