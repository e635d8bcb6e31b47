import { execFile } from 'node:child_process'
import { copyFile, mkdir, mkdtemp, rm, writeFile } from 'node:fs/promises'
import { tmpdir } from 'node:os'
import { join } from 'node:path'
import { afterEach, beforeEach, describe, expect, it } from 'vitest'

const ROOT = join(import.meta.dirname, '..')
let folder: string

/** What stands in for npm: each suite has two tests that pass, in its report; `$*` is `run test:kill`, for example. */
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
  for (const path of ['bin', 'main/.ci', 'main/.data', 'main/node_modules/.bin', 'main/scripts'])
    await mkdir(join(folder, path), { recursive: true })
  for (const name of ['run', 'parts']) await copyFile(join(ROOT, '.ci', name), join(folder, 'main/.ci', name))
  for (const name of ['image', 'smoke', 'production-install']) await writeFile(join(folder, 'main/.ci', name), 'true\n')
  await copyFile(join(ROOT, 'scripts/failed-tests.ts'), join(folder, 'main/scripts/failed-tests.ts'))
  // Runs what it is given, without the Postgres.
  await writeFile(
    join(folder, 'main/node_modules/.bin/node'),
    `#!/usr/bin/env bash\ncase $1 in *with-postgres.ts) shift; exec "$@";; *) exec ${process.execPath} "$@";; esac\n`,
    { mode: 0o755 },
  )
})

afterEach(() => rm(folder, { recursive: true, force: true }))

function begun({ lines }: Run): number {
  return lines.filter((line) => line.startsWith('== ')).length
}

describe('.ci/run', () => {
  it('ends with 0 and the sum of the parts and tests when all have passed', async () => {
    const whole = await run(NPM)
    expect([whole.failed, whole.code]).toEqual([0, 0])
    // Each part that runs npm leaves a report of two tests.
    expect(whole.passed).toBeGreaterThan(begun(whole))
  })

  it('counts a part that fails without a failed test, and runs the others', async () => {
    const whole = await run(NPM)
    const killed = await run(`${NPM}; case "$*" in *kill*) exit 1;; esac`)
    expect([killed.failed, killed.code]).toEqual([1, 1])
    expect(begun(killed)).toBe(begun(whole))
    expect(killed.lines).toContain('FAILED PARTS: kills')
  })

  it('takes a report that was cut for a failure', async () => {
    const cut = await run(`${NPM}; case "$*" in *process*) echo '{"numPa' >"$REPORT";; esac`)
    expect([cut.failed, cut.code]).toEqual([1, 1])
  })

  it('counts no report of an earlier run', async () => {
    const old = '{"numPassedTests":50,"numFailedTests":7,"testResults":[]}'
    await writeFile(join(folder, 'main/.data/ci-kills.json'), old)
    const killed = await run(`case "$*" in *kill*) exit 137;; esac; ${NPM}`)
    expect([killed.failed, killed.code]).toEqual([1, 1])
  })
})
