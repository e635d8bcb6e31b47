/** A copy of the repository in which one file at a time has a fault, and a process that runs tests on it. */
import { type ChildProcess, execFileSync, fork } from 'node:child_process'
import { once } from 'node:events'
import { cpSync, existsSync, mkdirSync, mkdtempSync, readFileSync, rmSync, symlinkSync, writeFileSync } from 'node:fs'
import { tmpdir } from 'node:os'
import { dirname, join } from 'node:path'
import { findTiers } from '../../test/support/tiers.ts'
import type { Answer, Asked } from './run-tests.ts'

export const ROOT = join(import.meta.dirname, '../..')

export type Verdict = 'GREEN' | 'RED' | 'LATE'

export type Workbench = {
  /** Gives a file another text. */
  readonly put: (file: string, code: string) => void
  /** Runs a test file. LATE when it has not ended within `withinMs`: a fault may well never end. */
  readonly run: (test: string, withinMs: number) => Promise<Verdict>
  readonly close: () => Promise<void>
}

export function listFiles(...paths: string[]): string[] {
  const listed = execFileSync('git', ['ls-files', '-co', '--exclude-standard', '--', ...paths], {
    cwd: ROOT,
    encoding: 'utf8',
  })
  return listed.trim().split('\n')
}

/** Starting Vitest, and with it the template of the test databases. */
const STARTS_WITHIN_MS = 120_000

const QUICK = /^import \{ describe, expect, it \} from 'vitest'$/m

/** True for a test file that `run-quick-tests.ts` can run: a pure one, with nothing before, after or around its tests. */
function quickTests(): ReadonlySet<string> {
  return new Set(
    (findTiers(ROOT).get('pure') ?? []).filter((test) => QUICK.test(readFileSync(join(ROOT, test), 'utf8'))),
  )
}

export function createWorkbench(): Workbench {
  const folder = copyRepository()
  const quick = quickTests()
  const runners = { quick: createRunner(folder, 'run-quick-tests.ts'), vitest: createRunner(folder, 'run-tests.ts') }
  return {
    put: (file, code) => {
      writeFileSync(join(folder, file), code)
      for (const runner of Object.values(runners)) runner.changed(file)
    },
    run: (test, withinMs) => (quick.has(test) ? runners.quick : runners.vitest).run(test, withinMs),
    close: async () => {
      await Promise.all(Object.values(runners).map((runner) => runner.close()))
      rmSync(folder, { recursive: true, force: true })
    },
  }
}

type Runner = Pick<Workbench, 'run' | 'close'> & { readonly changed: (file: string) => void }

/** A process that runs tests, begun when the first is asked for, and anew after one that had to be ended. */
function createRunner(folder: string, script: string): Runner {
  const changed = new Set<string>()
  let child: ChildProcess | null = null

  async function started(): Promise<ChildProcess> {
    if (child) return child
    // A group of its own: whatever its tests have started ends with it.
    child = fork(join(ROOT, 'scripts/mutate', script), {
      cwd: folder,
      detached: true,
      execArgv: ['--disable-warning=ExperimentalWarning'],
      stdio: ['ignore', 'ignore', 'inherit', 'ipc'],
    })
    await once(child, 'message', { signal: AbortSignal.timeout(STARTS_WITHIN_MS) })
    return child
  }
  function kill(): void {
    try {
      if (child?.pid !== undefined) process.kill(-child.pid, 'SIGKILL')
    } catch {
      // It has ended by itself.
    }
    child = null
  }
  return {
    changed: (file) => changed.add(file),
    run: async (test, withinMs) => {
      const runner = await started()
      const asked: Asked = { changed: [...changed], test }
      changed.clear()
      const verdict = await answerOf(runner, asked, withinMs)
      if (verdict === 'LATE') kill()
      return verdict
    },
    close: async () => {
      if (child) {
        const ended = once(child, 'exit')
        child.send('close')
        await Promise.race([ended, new Promise((resolve) => setTimeout(resolve, 10_000).unref())])
      }
      kill()
    },
  }
}

function answerOf(child: ChildProcess, asked: Asked, withinMs: number): Promise<Verdict> {
  return new Promise((resolve) => {
    const timer = setTimeout(() => done('LATE'), withinMs)
    function told({ isGreen }: Answer): void {
      done(isGreen ? 'GREEN' : 'RED')
    }
    function ended(): void {
      done('LATE')
    }
    function done(verdict: Verdict): void {
      clearTimeout(timer)
      child.off('message', told).off('exit', ended)
      resolve(verdict)
    }
    child.on('message', told).on('exit', ended)
    child.send(asked)
  })
}

function copyRepository(): string {
  const folder = mkdtempSync(join(tmpdir(), 'mutate-'))
  for (const file of listFiles('.').filter((one) => existsSync(join(ROOT, one)))) {
    mkdirSync(dirname(join(folder, file)), { recursive: true })
    cpSync(join(ROOT, file), join(folder, file))
  }
  symlinkSync(join(ROOT, 'node_modules'), join(folder, 'node_modules'))
  return folder
}
