import { execFile } from 'node:child_process'
import { copyFile, mkdir, mkdtemp, rm, symlink, writeFile } from 'node:fs/promises'
import { tmpdir } from 'node:os'
import { join } from 'node:path'
import { afterEach, beforeEach, describe, expect, it } from 'vitest'

const ROOT = join(import.meta.dirname, '..')
let folder: string

/** What stands in for npm: each suite has two tests that pass, in its report; `$*` is `run test -- --shard 1/6`. */
const NPM = `[ -z "\${REPORT:-}" ] || echo '{"numPassedTests":2,"numFailedTests":0,"testResults":[]}' >"$REPORT"`

type Run = {
  readonly code: number
  readonly lines: readonly string[]
  readonly passed: number
  readonly failed: number
}

/** Runs `.ci/run` beside an npm that does what `npm` says in bash. */
async function run(npm: string): Promise<Run> {
  const env = { PATH: `${join(folder, 'bin')}:${process.env['PATH']}`, HOME: folder }
  await writeFile(join(folder, 'bin/npm'), `#!/usr/bin/env bash\n${npm}\n`, { mode: 0o755 })
  return new Promise((resolve) => {
    execFile(join(folder, 'main/.ci/run'), { env }, (error, stdout) => {
      const lines = stdout.trimEnd().split('\n')
      const [, passed, failed] = /^(\d+) passed, (\d+) failed$/.exec(lines.at(-1) ?? '') ?? []
      resolve({ code: Number(error?.code ?? 0), lines, passed: Number(passed), failed: Number(failed) })
    })
  })
}

beforeEach(async () => {
  folder = await mkdtemp(join(tmpdir(), 'ci-run-'))
  for (const path of ['bin', 'shared/suppliers', 'main/.ci', 'main/.data'])
    await mkdir(join(folder, path), { recursive: true })
  await copyFile(join(ROOT, '.ci/run'), join(folder, 'main/.ci/run'))
  for (const name of ['image', 'smoke', 'production-install']) await writeFile(join(folder, 'main/.ci', name), 'true\n')
  for (const name of ['node_modules', 'scripts']) await symlink(join(ROOT, name), join(folder, 'main', name))
})

afterEach(() => rm(folder, { recursive: true, force: true }))

function begun({ lines }: Run, what: string): number {
  return lines.filter((line) => line.startsWith('== ') && line.includes(what)).length
}

/** How many steps have failed, by what each of them said. */
function broken({ lines }: Run): number {
  return lines.filter((line) => line.startsWith('FAILED: ')).length
}

describe('.ci/run', () => {
  it('ends with the steps and the tests that passed, and with 0 only when none has failed', async () => {
    const whole = await run(NPM)
    expect(begun(whole, '--shard')).toBe(6)
    // Where there is no Postgres or no Redis by itself, that is the one step that fails.
    expect(whole.failed).toBe(broken(whole))
    expect(whole.passed + whole.failed).toBe(begun(whole, '') + 2 * 10)
    expect(whole.code === 0).toBe(whole.failed === 0)
    const half = await run(`${NPM}; case "$*" in *kill*) exit 1;; esac`)
    expect([half.failed, half.passed, half.code]).toEqual([whole.failed + 1, whole.passed - 1, 1])
  })

  it('goes on behind a report that was cut, and takes it for a failure', async () => {
    const whole = await run(NPM)
    const cut = await run(`${NPM}; case "$*" in *' 2/6'*) echo '{"numPa' >"$REPORT";; esac`)
    expect(begun(cut, '--shard')).toBe(6)
    expect([cut.failed, cut.passed, cut.code]).toEqual([whole.failed + 1, whole.passed - 2, 1])
  })

  it('counts no report of a run before, and of tests that were to run again and did not none as passed', async () => {
    const whole = await run(NPM)
    const old = '{"numPassedTests":50,"numFailedTests":7,"testResults":[]}'
    for (const name of ['kill', 'first-kill', 'first-pure'])
      await writeFile(join(folder, `main/.data/${name}-report.json`), old)
    const killed = await run(`case "$*" in *kill*) exit 137;; esac; ${NPM}`)
    expect([killed.failed, killed.passed]).toEqual([whole.failed + 1, whole.passed - 3])
    const first =
      '{"numPassedTests":1,"numFailedTests":1,"testResults":[{"name":"a.test.ts","status":"failed","assertionResults":[]}]}'
    const again = await run(
      `case "$*" in *kill*a.test.ts) exit 137;; *kill*) echo '${first}' >"$REPORT"; exit 1;; esac; ${NPM}`,
    )
    expect([again.failed, again.passed]).toEqual([whole.failed + 2, whole.passed - 2])
  })

  it('tells a lane that was killed', async () => {
    const whole = await run(NPM)
    const killed = await run(
      `${NPM}; case "$*" in *simulate*) read -r _ _ _ lane _ </proc/$PPID/stat; kill -9 $lane; exit 1;; esac`,
    )
    expect(killed.lines).toContain('  the lane simulations')
    expect([killed.failed, killed.code]).toEqual([whole.failed + 1, 1])
  })
})
