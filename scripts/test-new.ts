/**
 * `npm run test:new [-- --base REV] [--runs 20]`: the test files that were added or changed since the base (origin/main, else main), and those
 * that import a changed helper, run again and again: half of the runs shuffled, half beside four busy loops, half on another day.
 * Stops at the first red run, with the command that repeats it.
 */
import { type ChildProcess, execFileSync, spawn } from 'node:child_process'
import { randomInt } from 'node:crypto'
import { join } from 'node:path'
import { parseArgs } from 'node:util'
import { findTestsReaching } from '../test/support/tiers.ts'

const ROOT = join(import.meta.dirname, '..')
const BUSY_LOOPS = 4
const MAX_SHIFT_DAYS = 730

const { values } = parseArgs({ options: { base: { type: 'string' }, runs: { type: 'string', default: '20' } } })

function git(...args: readonly string[]): string {
  return execFileSync('git', args, { cwd: ROOT, encoding: 'utf8', stdio: ['ignore', 'pipe', 'ignore'] }).trim()
}

function baseOf(): string {
  for (const name of ['origin/main', 'main'])
    try {
      return git('merge-base', name, 'HEAD')
    } catch {
      // The next name.
    }
  throw new Error('there is neither origin/main nor main: name the base with --base')
}

function changedFiles(base: string): string[] {
  const tracked = git('diff', '--name-only', '--diff-filter=AMR', base, '--', 'test')
  const added = git('ls-files', '--others', '--exclude-standard', '--', 'test')
  return `${tracked}\n${added}`.split('\n').filter((name) => name.endsWith('.ts'))
}

function startBusyLoops(): ChildProcess[] {
  return Array.from({ length: BUSY_LOOPS }, () => spawn(process.execPath, ['-e', 'for (;;);'], { stdio: 'ignore' }))
}

function runOnce(args: readonly string[], env: Readonly<Record<string, string>>): Promise<number> {
  return new Promise((resolve) => {
    const child = spawn('npx', ['vitest', 'run', ...args], {
      cwd: ROOT,
      env: { ...process.env, ...env },
      stdio: ['ignore', 'inherit', 'inherit'],
    })
    child.once('exit', (code) => resolve(code ?? 1))
  })
}

const base = values.base ?? baseOf()
const files = findTestsReaching(ROOT, changedFiles(base))
if (files.length === 0) {
  console.log(`no test file has changed since ${base}`)
  process.exit(0)
}
const runs = Number(values.runs)
console.log(`${files.length} files, ${runs} runs:\n  ${files.join('\n  ')}`)
for (let run = 0; run < runs; run++) {
  const [isShuffled, isBusy, isAnotherDay] = [run % 2 === 1, run % 4 >= 2, run >= runs / 2]
  const seed = randomInt(1_000_000)
  const env = isAnotherDay ? { TEST_DAY_SHIFT: String(randomInt(1, MAX_SHIFT_DAYS)) } : {}
  const args = [...files, ...(isShuffled ? ['--sequence.shuffle', `--sequence.seed=${seed}`] : [])]
  const loops = isBusy ? startBusyLoops() : []
  const code = await runOnce(args, env).finally(() => loops.forEach((loop) => loop.kill('SIGKILL')))
  const settings = Object.entries(env).map(([name, value]) => `${name}=${value}`)
  const how = [...settings, ...args.slice(files.length), ...(isBusy ? [`beside ${BUSY_LOOPS} busy loops`] : [])].join(
    ' ',
  )
  console.log(`run ${run + 1} of ${runs}: ${code === 0 ? 'green' : 'RED'} ${how}`)
  if (code !== 0) {
    console.log(`again: ${[...settings, 'npx vitest run', ...args].join(' ')}`)
    process.exit(1)
  }
}
