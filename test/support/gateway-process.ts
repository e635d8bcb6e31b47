import { type ChildProcess, spawn } from 'node:child_process'
import { mkdtemp, rm } from 'node:fs/promises'
import { tmpdir } from 'node:os'
import { join } from 'node:path'
import { createInterface } from 'node:readline'
import { keepOutput } from './canaries.ts'
import { type GatewayOptions, type StartedGateway, settingsOf, stockOf, TEST_API_KEY } from './gateway.ts'

/** A gateway in a process of its own, which can be killed or frozen. */
export type GatewayProcess = StartedGateway & {
  readonly pid: number
  /** Resolves with the exit code, or the signal's name. */
  readonly ended: Promise<number | string>
  readonly kill: (signal: NodeJS.Signals) => Promise<number | string>
}

export type GatewayProcessOptions = GatewayOptions & {
  /** Another copy of the repository. */
  readonly root?: string
  /** Called with each line that it logs, also before it is ready. */
  readonly onLine?: (line: string) => void
  /** 120 s by default. */
  readonly startWithinMs?: number
}

type Addresses = { readonly url: string; readonly operatorUrl?: string | null }

const ROOT = join(import.meta.dirname, '../..')
const START_WITHIN_MS = 120_000
/** As `npm start` has them: with a small young generation, the start is a tenth longer. */
const FLAGS = [
  '--min-semi-space-size=16',
  '--max-semi-space-size=16',
  '--disable-warning=ExperimentalWarning',
  '--disable-warning=DeprecationWarning',
]

/**
 * Starts a gateway as a process of its own, as an operator would; resolves when it is ready. Only for tests whose subject is a process: the
 * others take `startGateway`, which costs a fifth of the processor.
 */
export async function startGatewayProcess({
  databaseUrl,
  dataDir,
  env,
  root,
  onLine,
  startWithinMs = START_WITHIN_MS,
}: GatewayProcessOptions): Promise<GatewayProcess> {
  const folder = dataDir ?? (await mkdtemp(join(tmpdir(), 'gateway-')))
  const child = spawn(process.execPath, [...FLAGS, 'src/main.ts'], {
    cwd: root ?? ROOT,
    env: {
      ...process.env,
      NODE_OPTIONS: '',
      ...settingsOf(databaseUrl, folder),
      ...stockOf(env ?? {}),
      ...env,
    },
    stdio: ['ignore', 'pipe', 'pipe'],
  })
  const log: string[] = []
  const ended = new Promise<number | string>((resolve) => {
    child.once('exit', (code, signal) => resolve(code ?? signal ?? 'unknown'))
  })
  const { url, operatorUrl = null } = await readAddresses({ child, log, ended, onLine, startWithinMs })
  function kill(signal: NodeJS.Signals): Promise<number | string> {
    child.kill(signal)
    return ended
  }
  if (child.pid === undefined) throw new Error('a process that was ready has no id')
  return {
    url,
    operatorUrl,
    pid: child.pid,
    apiKey: TEST_API_KEY,
    log,
    ended,
    kill,
    stop: async () => {
      await kill('SIGTERM')
      await rm(folder, { recursive: true, force: true })
    },
  }
}

/** Where it listens, by the line that it logs when it is ready; older versions have no `operatorUrl`. */
function readAddresses({
  child,
  log,
  ended,
  onLine = () => undefined,
  startWithinMs,
}: {
  readonly child: ChildProcess
  readonly log: string[]
  readonly ended: Promise<unknown>
  readonly onLine: ((line: string) => void) | undefined
  readonly startWithinMs: number
}): Promise<Addresses> {
  return new Promise((resolve, reject) => {
    const timer = setTimeout(
      () => reject(new Error(`no gateway within ${startWithinMs} ms:\n${log.join('\n')}`)),
      startWithinMs,
    )
    function read(line: string): void {
      log.push(line)
      keepOutput(child.pid, line)
      onLine(line)
      if (!line.includes('"msg":"ready"')) return
      clearTimeout(timer)
      resolve(JSON.parse(line) as Addresses)
    }
    for (const stream of [child.stdout, child.stderr]) if (stream) createInterface({ input: stream }).on('line', read)
    void ended.then((how) => {
      clearTimeout(timer)
      reject(new Error(`the gateway ended (${String(how)}) before it was ready:\n${log.join('\n')}`))
    })
  })
}
