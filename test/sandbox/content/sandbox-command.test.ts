import { execFile } from 'node:child_process'
import { mkdtemp, readdir, readFile, rm } from 'node:fs/promises'
import { tmpdir } from 'node:os'
import { join } from 'node:path'
import { promisify } from 'node:util'
import { describe, expect, it } from 'vitest'
import { SANDBOX_SUPPLIERS } from '../../../src/sandbox/catalogue/types.ts'

/** `npm run sandbox`, and that the truth is nowhere else. */
const run = promisify(execFile)
const COMMAND = ['--disable-warning=ExperimentalWarning', 'scripts/sandbox/main.ts']

function sandbox(...args: readonly string[]): Promise<{ readonly stdout: string }> {
  return run(process.execPath, [...COMMAND, ...args])
}

describe('npm run sandbox', () => {
  it('writes the truth of a day into a file', async () => {
    const folder = await mkdtemp(join(tmpdir(), 'truth-'))
    const file = join(folder, 'truth.ndjson')
    await sandbox('truth', '--out', file, '--date', '2026-07-01')
    const lines = (await readFile(file, 'utf8')).trimEnd().split('\n')
    expect(JSON.parse(lines[0] ?? '')).toEqual({ type: 'world', seed: 'world-1', date: '2026-07-01' })
    expect(lines.length).toBeGreaterThan(13_000)
    await rm(folder, { recursive: true })
  })

  it('prints how many rows are awkward, for people and for programs', async () => {
    const summary = JSON.parse((await sandbox('world', '--summary', '--json', '--date', '2026-07-01')).stdout)
    expect(Object.keys(summary.listed)).toEqual([...SANDBOX_SUPPLIERS])
    const { stdout } = await sandbox('world', '--summary', '--date', '2026-07-01')
    expect(stdout).toContain('The world on 2026-07-01')
    expect(await readFile('docs/sandbox-content.md', 'utf8')).toContain(stdout)
    expect(stdout).toMatch(new RegExp(`point:SWAPPED +0 +${summary.oddities['point:SWAPPED'].hotelbeds} `))
  })

  it.each([
    [[]],
    [['truth']],
    [['world']],
    [['world', '--summary', '--date', 'soon']],
    [['serve', '--port', 'x']],
    [['dance']],
  ])('says what is wrong with %j', async (args) => {
    await expect(sandbox(...args)).rejects.toMatchObject({ code: 2, stderr: expect.stringMatching(/\S/) })
  })
})

describe('the truth', () => {
  it('is read by nothing that the gateway runs: only scripts, tests and benches import it', async () => {
    const files = (await readdir('src', { recursive: true })).filter((name) => name.endsWith('.ts'))
    const readers = await Promise.all(
      files.map(async (name) =>
        (await readFile(join('src', name), 'utf8')).includes('content/truth.ts') ? [name] : [],
      ),
    )
    expect(readers.flat()).toEqual([])
    const outside = await Promise.all(
      files
        .filter((name) => !name.startsWith('sandbox/'))
        .map(async (name) => (/sandbox\/content\//.test(await readFile(join('src', name), 'utf8')) ? [name] : [])),
    )
    expect(outside.flat()).toEqual([])
  })
})
