import { type ChildProcessWithoutNullStreams, spawn } from 'node:child_process'
import { mkdtempSync, writeFileSync } from 'node:fs'
import { tmpdir } from 'node:os'
import { join } from 'node:path'
import { createInterface } from 'node:readline'
import { describe, expect, it } from 'vitest'
import { judgeRooms } from '../../src/mapping/rooms/judge-rooms.ts'

const ROOT = join(import.meta.dirname, '../..')

/** No settings and no database: an environment that a connected command would refuse. */
function judge(args: readonly string[], flags: readonly string[] = []): ChildProcessWithoutNullStreams {
  const command = [
    ...flags,
    '--disable-warning=ExperimentalWarning',
    'src/admin/main.ts',
    'mapping',
    'judge-rooms',
    ...args,
  ]
  return spawn(process.execPath, command, { cwd: ROOT, env: { PATH: process.env['PATH'], DATABASE_URL: 'nowhere' } })
}

type Outcome = { readonly code: number | null; readonly out: string; readonly err: string }

async function outcomeOf(child: ChildProcessWithoutNullStreams, input = ''): Promise<Outcome> {
  const out: string[] = []
  const err: string[] = []
  child.stdout.on('data', (chunk: Buffer) => out.push(chunk.toString()))
  child.stderr.on('data', (chunk: Buffer) => err.push(chunk.toString()))
  child.stdin.end(input)
  const code = await new Promise<number | null>((resolve) => child.on('close', resolve))
  return { code, out: out.join(''), err: err.join('') }
}

function ndjson(...lines: readonly unknown[]): string {
  return lines.map((line) => `${typeof line === 'string' ? line : JSON.stringify(line)}\n`).join('')
}

const EQUAL = { id: 'p-1', a: { name: 'DOBLE DOS CAMAS' }, b: { name: 'Twin Room', language: 'en', stars: 'ignored' } }
const DIFFERENT = { id: 2, a: { name: 'King Suite' }, b: { name: 'King Room', max_occupancy: null } }

describe('mapping judge-rooms', () => {
  it('judges a file or standard input line by line, in order, without a database', async () => {
    const file = join(mkdtempSync(join(tmpdir(), 'rooms-')), 'pairs.ndjson')
    writeFileSync(file, ndjson(EQUAL, DIFFERENT))
    const fromFile = await outcomeOf(judge([file]))
    const fromInput = await outcomeOf(judge(['-', '--json']), ndjson(EQUAL, DIFFERENT))
    expect(fromFile).toEqual({ ...fromInput, code: 0, err: '' })
    const verdicts = fromFile.out.trim().split('\n')
    expect(verdicts.map((line) => JSON.parse(line))).toEqual([
      { id: 'p-1', ...judgeRooms(EQUAL.a, EQUAL.b) },
      { id: 2, ...judgeRooms(DIFFERENT.a, { name: 'King Room' }) },
    ])
    expect(Object.keys(JSON.parse(verdicts[0] ?? ''))).toEqual(['id', 'verdict', 'score', 'evidence'])
  })

  it('tells bad lines by number with all their faults, and judges the others', async () => {
    const bad = { id: 7, a: { name: ' ' }, b: { beds: [{ type: 'KING', count: 0 }], smoking: 'no' } }
    const { code, out, err } = await outcomeOf(judge(['-']), ndjson(EQUAL, '{"id":', bad, '[]', DIFFERENT, ''))
    expect(code).toBe(1)
    expect(
      out
        .trim()
        .split('\n')
        .map((line) => JSON.parse(line).id),
    ).toEqual(['p-1', 2])
    const told = err
      .trim()
      .split('\n')
      .map((line) => JSON.parse(line) as { line: number; error: string })
    expect(told.map(({ line }) => line)).toEqual([2, 3, 4])
    for (const fault of ['a.name', 'b.name', 'b.beds[0].count', 'b.smoking']) expect(told[1]?.error).toContain(fault)
  })

  it('answers a line before the next one comes', async () => {
    const child = judge(['-'])
    const answers = createInterface(child.stdout)[Symbol.asyncIterator]()
    for (const pair of [EQUAL, DIFFERENT]) {
      child.stdin.write(ndjson(pair))
      const { value } = await answers.next()
      expect(JSON.parse(value ?? '').id).toBe(pair.id)
    }
    expect((await outcomeOf(child)).code).toBe(0)
  })

  it('keeps nothing of what it has read: 110 MB pass through a heap of 96', async () => {
    const padded = ndjson({ ...EQUAL, padding: 'x'.repeat(60_000) })
    const { code, out } = await outcomeOf(judge(['-'], ['--max-old-space-size=96']), padded.repeat(1_800))
    expect(code).toBe(0)
    expect(out.trim().split('\n')).toHaveLength(1_800)
  })

  it('used wrongly ends with 2, and says how it is used', async () => {
    expect(await outcomeOf(judge([]))).toMatchObject({ code: 2, out: '', err: expect.stringContaining('FILE') })
    expect(await outcomeOf(judge(['/nowhere/pairs']))).toMatchObject({
      code: 2,
      err: expect.stringContaining('/nowhere/pairs'),
    })
    expect(await outcomeOf(judge(['-', '--verbose']))).toMatchObject({
      code: 2,
      err: expect.stringContaining('--verbose'),
    })
  })
})
