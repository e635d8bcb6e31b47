/**
 * `npm run mutate -- src/domain/money.ts src/domain/time.ts --sample 100 --seed 1 [--tests test/domain]` makes one small fault at a
 * time in these files or folders, in a copy of the repository, and runs the nearest tests on it: those of the file's own name, then
 * the folder of the same name under `test`, unless `--tests` names others. Faults that no test notices are printed. With `--sample` only so many are tried, drawn by
 * `--seed`. Tests that need Postgres take it from DATABASE_URL.
 */
import { execFileSync, spawn } from 'node:child_process'
import { cpSync, existsSync, mkdirSync, mkdtempSync, readFileSync, rmSync, symlinkSync, writeFileSync } from 'node:fs'
import { tmpdir } from 'node:os'
import { dirname, join } from 'node:path'
import { parseArgs } from 'node:util'
import { type Mutant, mutantsOf } from './mutants.ts'

const ROOT = join(import.meta.dirname, '../..')

type FileMutant = Mutant & { readonly file: string }

const { values, positionals } = parseArgs({
  allowPositionals: true,
  options: {
    sample: { type: 'string' },
    seed: { type: 'string', default: '1' },
    tests: { type: 'string', multiple: true },
  },
})

function listFiles(...paths: string[]): string[] {
  return execFileSync('git', ['ls-files', '--', ...paths], { cwd: ROOT, encoding: 'utf8' })
    .trim()
    .split('\n')
}

/** A number of [0, 1) for each index, always the same for a seed (mulberry32). */
function randomAt(seed: number, index: number): number {
  let state = Math.imul(seed + index * 0x6d2b79f5, 0x9e3779b1)
  state = Math.imul(state ^ (state >>> 15), state | 1)
  state ^= state + Math.imul(state ^ (state >>> 7), state | 61)
  return ((state ^ (state >>> 14)) >>> 0) / 2 ** 32
}

function drawn(all: readonly FileMutant[]): FileMutant[] {
  const count = values.sample === undefined ? all.length : Number(values.sample)
  const ranked = all.map((mutant, index) => ({ mutant, rank: randomAt(Number(values.seed), index), index }))
  const chosen = ranked.toSorted((a, b) => a.rank - b.rank).slice(0, count)
  return chosen.toSorted((a, b) => a.index - b.index).map(({ mutant }) => mutant)
}

function copyRepository(): string {
  const folder = mkdtempSync(join(tmpdir(), 'mutate-'))
  for (const file of listFiles('.')) {
    mkdirSync(dirname(join(folder, file)), { recursive: true })
    cpSync(join(ROOT, file), join(folder, file))
  }
  symlinkSync(join(ROOT, 'node_modules'), join(folder, 'node_modules'))
  return folder
}

/** True when all tests are green. A run that takes too long counts as red: a fault may well never end. */
function areGreen(folder: string, tests: readonly string[], withinMs: number): Promise<boolean> {
  return new Promise((resolve) => {
    const vitest = join(ROOT, 'node_modules/vitest/vitest.mjs')
    const args = [vitest, 'run', '--bail', '1', '--reporter', 'dot', ...tests]
    const child = spawn(process.execPath, args, {
      cwd: folder,
      stdio: 'ignore',
      timeout: withinMs,
      killSignal: 'SIGKILL',
    })
    child.on('close', (code) => resolve(code === 0))
  })
}

function show({ file, start, end, text }: FileMutant, code: string): string {
  const line = code.slice(0, start).split('\n').length
  const lineStart = code.lastIndexOf('\n', start - 1) + 1
  const lineEnd = code.indexOf('\n', end)
  const before = code.slice(lineStart, lineEnd)
  const after = code.slice(lineStart, start) + text + code.slice(end, lineEnd)
  return `${file}:${line}\n  - ${before.trim()}\n  + ${after.trim()}`
}

const files = listFiles(...positionals).filter((file) => file.endsWith('.ts') && !file.includes('/client/'))
const sources = new Map(files.map((file) => [file, readFileSync(join(ROOT, file), 'utf8')]))
const mutants = drawn([...sources].flatMap(([file, code]) => mutantsOf(code).map((mutant) => ({ ...mutant, file }))))
const tests = values.tests ?? [...new Set(files.map((file) => dirname(file).replace(/^src/, 'test')))]

/** The tests of the file's own name, when there are any: most faults are caught by them, in a fraction of the time. */
function ownTests(file: string): string[] {
  const own = file.replace(/^src/, 'test').replace(/\.ts$/, '.test.ts')
  return values.tests === undefined && existsSync(join(ROOT, own)) ? [own] : []
}

async function survives(inFolder: string, file: string, withinMs: number): Promise<boolean> {
  const own = ownTests(file)
  if (own.length > 0 && !(await areGreen(inFolder, own, withinMs))) return false
  return areGreen(inFolder, tests, withinMs)
}

const folder = copyRepository()
try {
  const startedAt = performance.now()
  if (!(await areGreen(folder, tests, 600_000))) throw new Error(`${tests.join(', ')}: red without any fault`)
  const withinMs = 10_000 + 3 * Math.round(performance.now() - startedAt)
  let caught = 0
  for (const [index, mutant] of mutants.entries()) {
    const code = sources.get(mutant.file) ?? ''
    const path = join(folder, mutant.file)
    writeFileSync(path, code.slice(0, mutant.start) + mutant.text + code.slice(mutant.end))
    const survived = await survives(folder, mutant.file, withinMs)
    writeFileSync(path, code)
    if (survived) console.log(show(mutant, code))
    else caught += 1
    if (process.stderr.isTTY) process.stderr.write(`\r${index + 1} of ${mutants.length} `)
  }
  console.log(`${caught} of ${mutants.length} faults were caught: ${(caught / mutants.length).toFixed(2)}`)
} finally {
  rmSync(folder, { recursive: true })
}
