/** The thread of `watchdog.ts`. It shares only two numbers with the watched thread, and writes to the log on its own. */
import { type Debugger, Session } from 'node:inspector'
import { workerData } from 'node:worker_threads'
import { pino } from 'pino'
import { createLogger } from './logger.ts'
import { BEATS, DEBUGGED, LOOKS, WATCHDOG_EXIT_CODE, type Watched } from './watchdog.ts'

// Only `startWatchdog` passes this data.
const { cells, blockedMs, logLevel } = workerData as Watched

/** How long the blocked thread has to report its stack, and the log to be written, ms. */
const PATIENCE_MS = 2_000
const MAX_FRAMES = 50

let beats = Atomics.load(cells, BEATS)
let missed = 0

const looking = setInterval(() => {
  const now = Atomics.load(cells, BEATS)
  missed = now === beats && Atomics.load(cells, DEBUGGED) === 0 ? missed + 1 : 0
  beats = now
  if (missed < LOOKS) return
  clearInterval(looking)
  void endProcess()
}, blockedMs / LOOKS)

async function endProcess(): Promise<void> {
  const session = new Session()
  session.connectToMainThread()
  const scripts = new Map<string, string>()
  session.on('Debugger.scriptParsed', ({ params }) => void scripts.set(params.scriptId, params.url))
  const paused = await within(PATIENCE_MS, pause(session))
  await within(PATIENCE_MS, tell(paused && stackOf(paused, scripts)))
  // A thread can only end itself, so code that ends the process is run in the blocked thread, at the statement where it was
  // paused.
  const frame = paused?.callFrames[0]
  if (frame)
    session.post('Debugger.evaluateOnCallFrame', {
      callFrameId: frame.callFrameId,
      expression: `globalThis.process.reallyExit(${WATCHDOG_EXIT_CODE})`,
    })
  // Native code cannot be paused: in that case there is no stack, and the process is killed without an exit code.
  setTimeout(() => process.kill(process.pid, 'SIGKILL'), frame ? PATIENCE_MS : 0)
}

/** Pauses the blocked thread at its current statement. */
function pause(session: Session): Promise<Debugger.PausedEventDataType> {
  return new Promise((resolve) => {
    session.once('Debugger.paused', ({ params }) => resolve(params))
    session.post('Debugger.enable')
    session.post('Debugger.pause')
  })
}

function stackOf({ callFrames }: Debugger.PausedEventDataType, scripts: ReadonlyMap<string, string>): string[] {
  return callFrames.slice(0, MAX_FRAMES).map(({ functionName, location }) => {
    const { scriptId, lineNumber, columnNumber = 0 } = location
    return `at ${functionName || '<anonymous>'} (${scripts.get(scriptId)}:${lineNumber + 1}:${columnNumber + 1})`
  })
}

function tell(stack: string[] | null): Promise<void> {
  // The log is written asynchronously: a blocked reader of the log must not block this thread too.
  const destination = pino.destination({ dest: 1, sync: false })
  createLogger(logLevel, destination).fatal(
    { blockedMs, exitCode: WATCHDOG_EXIT_CODE, stack: stack ?? 'unknown: the thread is in native code' },
    'the event loop is blocked: this process ends itself',
  )
  return new Promise((resolve) => destination.flush(() => resolve()))
}

/** Returns null when the promise takes longer. */
function within<T>(ms: number, waited: Promise<T>): Promise<T | null> {
  return Promise.race([waited, new Promise<null>((resolve) => setTimeout(() => resolve(null), ms))])
}
