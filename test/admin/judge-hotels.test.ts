import { spawn } from 'node:child_process'
import { mkdtempSync, rmSync, writeFileSync } from 'node:fs'
import { tmpdir } from 'node:os'
import { join } from 'node:path'
import { afterAll, beforeAll, describe, expect, it } from 'vitest'

const ROOT = join(import.meta.dirname, '../..')
const FLAGS = [
  '--disable-warning=ExperimentalWarning',
  '--disable-warning=DeprecationWarning',
  '--max-old-space-size=64',
]

/** No database and no Redis answer here; a command that asked for them would fail. */
const NOTHING_RUNS = {
  DATABASE_URL: 'postgresql://nobody@127.0.0.1:1/none',
  REDIS_URL: 'redis://127.0.0.1:1',
  MASTER_KEY: '',
}

type Run = { readonly code: number | null; readonly out: string; readonly err: string }

/** `npm run admin -- mapping judge …` with `input` on its standard input. */
function judge(args: readonly string[], input = ''): Promise<Run> {
  return new Promise((resolve) => {
    const child = spawn(process.execPath, [...FLAGS, 'src/admin/main.ts', 'mapping', 'judge', ...args], {
      cwd: ROOT,
      env: { PATH: process.env['PATH'], ...NOTHING_RUNS },
    })
    let [out, err] = ['', '']
    child.stdout.on('data', (chunk) => (out += chunk))
    child.stderr.on('data', (chunk) => (err += chunk))
    child.on('close', (code) => resolve({ code, out, err }))
    child.stdin.end(input)
  })
}

function linesOf(text: string): Record<string, unknown>[] {
  return text
    .split('\n')
    .filter((line) => line !== '')
    .map((line) => JSON.parse(line))
}

const IBIS = {
  name: 'ibis budget Lyon Gerland',
  address_lines: ['Rue de Gerland 83'],
  postcode: '69007',
  city: 'Lyon',
  country_code: 'FR',
  latitude: 45.7334,
  longitude: 4.8329,
  phone: '+33 4 72 55 50 10',
  stars: 2.5,
  chain: 'ibis budget',
  property_type: 'hotel',
  supplier_code: 'hotelbeds',
}
const SAME = {
  id: 'one',
  a: IBIS,
  b: { ...IBIS, name: 'IBIS BUDGET GERLAND', supplier_code: 'ratehawk', rooms: 7, unknown: {} },
}
const TWO = { id: 'two', a: IBIS, b: { ...IBIS, name: 'ibis Lyon Gerland', phone: null, stars: null } }

let folder = ''
beforeAll(() => {
  folder = mkdtempSync(join(tmpdir(), 'judge-'))
})
afterAll(() => rmSync(folder, { recursive: true, force: true }))

describe('mapping judge', () => {
  it('says of each pair of a file what it is and why, in order, without a database', async () => {
    const file = join(folder, 'pairs.ndjson')
    writeFileSync(file, `${JSON.stringify(SAME)}\n${JSON.stringify(TWO)}\n`)
    const { code, out } = await judge([file])
    expect(code).toBe(0)
    const [one, two] = linesOf(out)
    expect(one).toMatchObject({ id: 'one', verdict: 'SAME' })
    expect(two).toMatchObject({ id: 'two', verdict: 'DIFFERENT' })
    expect(two?.['evidence']).toContainEqual({ kind: 'BRAND_FAMILY', effect: 'NEVER', a: 'ibis budget', b: 'ibis' })
    expect(one?.['evidence']).toContainEqual(
      expect.objectContaining({ kind: 'DISTANCE', meters: 0, precision_meters: 25 }),
    )
    expect(one?.['score']).toBeGreaterThan(0.9)
  })

  it('reads standard input, needs nothing of a listing but its name, and ignores what it does not know', async () => {
    const bare = {
      id: 3,
      a: { name: 'Hotel Lyon' },
      b: { name: 'Hotel Lyon', stars: null, address_lines: null },
      note: 'x',
    }
    const { code, out } = await judge(['-'], `${JSON.stringify(bare)}\n`)
    expect(code).toBe(0)
    expect(linesOf(out)).toMatchObject([{ id: 3, verdict: 'REVIEW' }])
  })

  it('tells a bad line by its number with all that is wrong with it, and judges the others', async () => {
    const bad = { id: 'bad', a: { name: 7, stars: 'four' }, b: { name: ' ', address_lines: 'a street' } }
    const input = [
      JSON.stringify(SAME),
      '{"id":',
      JSON.stringify(bad),
      JSON.stringify({ id: 'x', a: IBIS }),
      '[]',
      JSON.stringify(TWO),
    ]
    const { code, out, err } = await judge(['-'], input.join('\n'))
    expect(code).toBe(1)
    expect(linesOf(out).map(({ id }) => id)).toEqual(['one', 'two'])
    expect(linesOf(err)).toEqual([
      { line: 2, error: 'is not JSON' },
      {
        line: 3,
        error:
          'a.name must be a text; a.stars must be a number; b.name must be told; b.address_lines must be a list of texts',
      },
      { line: 4, error: 'b must be an object' },
      { line: 5, error: 'is no object with a and b' },
    ])
  })

  it('says 2 for a wrong call: no file, one that is not there, an unknown option', async () => {
    const runs = await Promise.all([judge([]), judge([join(folder, 'none')]), judge(['--frob', '-'])])
    expect(runs.map(({ code }) => code)).toEqual([2, 2, 2])
    expect(runs.map(({ err }) => err)).toEqual([
      expect.stringContaining('FILE missing'),
      expect.stringContaining('cannot be read'),
      expect.stringContaining('--frob'),
    ])
  })

  it('streams: a file larger than its memory is judged to the end', async () => {
    const line = `${JSON.stringify({ ...SAME, padding: 'x'.repeat(400_000) })}\n`
    const { code, out } = await judge(['-'], line.repeat(200))
    expect(code).toBe(0)
    expect(linesOf(out)).toHaveLength(200)
  })
})
