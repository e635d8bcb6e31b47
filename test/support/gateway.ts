import { type ChildProcess, spawn } from 'node:child_process'
import { randomBytes } from 'node:crypto'
import { mkdtemp, rm } from 'node:fs/promises'
import { tmpdir } from 'node:os'
import { join } from 'node:path'
import { createInterface } from 'node:readline'
import { keepOutput } from './canaries.ts'

export type StartedGateway = {
  readonly url: string
  readonly pid: number
  readonly apiKey: string
  /** Everything that it logged so far, one JSON line an entry. */
  readonly log: readonly string[]
  /** Resolves with the exit code, or the signal's name. */
  readonly ended: Promise<number | string>
  readonly kill: (signal: NodeJS.Signals) => Promise<number | string>
  /** SIGTERM, and the folder is removed. */
  readonly stop: () => Promise<void>
}

export type GatewayOptions = {
  readonly databaseUrl: string
  readonly dataDir?: string
  /** Another copy of the repository. */
  readonly root?: string
  readonly env?: Readonly<Record<string, string>>
  /** Called with each line that it logs, also before it is ready. */
  readonly onLine?: (line: string) => void
  /** For a gateway that starts several at once, as threads; 120 s by default. */
  readonly startWithinMs?: number
}

const ROOT = join(import.meta.dirname, '../..')
const START_WITHIN_MS = 120_000
/** As `npm start` has them: with a small young generation, the start is a tenth longer. */
const FLAGS = [
  '--min-semi-space-size=16',
  '--max-semi-space-size=16',
  '--disable-warning=ExperimentalWarning',
  '--disable-warning=DeprecationWarning',
]

/** Of every gateway that tests start, so that one that is started again knows the same key. */
export const TEST_MASTER_KEY = Buffer.from('canarymasterkey!0123456789ABCDEF').toString('hex')
export const TEST_API_KEY = `hdg_test_${randomBytes(24).toString('base64url')}`

/** Starts a gateway as a process of its own, on a free port, as an operator would; answers when it is ready. */
export async function startGateway({
  databaseUrl,
  dataDir,
  env,
  root,
  onLine,
  startWithinMs = START_WITHIN_MS,
}: GatewayOptions): Promise<StartedGateway> {
  const folder = dataDir ?? (await mkdtemp(join(tmpdir(), 'gateway-')))
  const child = spawn(process.execPath, [...FLAGS, 'src/main.ts'], {
    cwd: root ?? ROOT,
    env: {
      ...process.env,
      NODE_OPTIONS: '',
      PORT: '0',
      DATABASE_URL: databaseUrl,
      REDIS_URL: '',
      DATA_DIR: folder,
      MASTER_KEY: TEST_MASTER_KEY,
      SANDBOX_API_KEY: TEST_API_KEY,
      LOG_LEVEL: 'info',
      ...env,
    },
    stdio: ['ignore', 'pipe', 'pipe'],
  })
  const log: string[] = []
  const ended = new Promise<number | string>((resolve) => {
    child.once('exit', (code, signal) => resolve(code ?? signal ?? 'unknown'))
  })
  const url = await readyUrl({ child, log, ended, onLine, startWithinMs })
  function kill(signal: NodeJS.Signals): Promise<number | string> {
    child.kill(signal)
    return ended
  }
  if (child.pid === undefined) throw new Error('a process that was ready has no id')
  return {
    url,
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

function readyUrl({
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
}): Promise<string> {
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
      resolve((JSON.parse(line) as { url: string }).url)
    }
    for (const stream of [child.stdout, child.stderr]) if (stream) createInterface({ input: stream }).on('line', read)
    void ended.then((how) => {
      clearTimeout(timer)
      reject(new Error(`the gateway ended (${String(how)}) before it was ready:\n${log.join('\n')}`))
    })
  })
}
