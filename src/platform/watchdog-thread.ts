/** The thread of `watchdog.ts`. It shares nothing with the blocked thread but two numbers, and writes to the log by itself. */
import { type Debugger, Session } from 'node:inspector'
import { workerData } from 'node:worker_threads'
import { pino } from 'pino'
import { createLogger } from './logger.ts'
import { BEATS, DEBUGGED, LOOKS, WATCHDOG_EXIT_CODE, type Watched } from './watchdog.ts'

// Given by `startWatchdog`, and by nobody else.
const { cells, blockedMs, logLevel } = workerData as Watched

/** How long the blocked thread has to say where it stands, and the log to be written, ms. */
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
  // A thread can end only itself, so the blocked one is made to end the process, in the place where it was stopped.
  const frame = paused?.callFrames[0]
  if (frame)
    session.post('Debugger.evaluateOnCallFrame', {
      callFrameId: frame.callFrameId,
      expression: `globalThis.process.reallyExit(${WATCHDOG_EXIT_CODE})`,
    })
  // Code that is not JavaScript cannot be stopped in between: then there is no stack, and no exit code either.
  setTimeout(() => process.kill(process.pid, 'SIGKILL'), frame ? PATIENCE_MS : 0)
}

/** Stops the blocked thread at the statement that it is in. */
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
  // Not in one piece with the writing: a reader of the log that stands still as well must not stop this thread.
  const destination = pino.destination({ dest: 1, sync: false })
  createLogger(logLevel, destination).fatal(
    { blockedMs, exitCode: WATCHDOG_EXIT_CODE, stack: stack ?? 'not known: it stands in native code' },
    'the event loop is blocked: this process ends itself',
  )
  return new Promise((resolve) => destination.flush(() => resolve()))
}

/** Null when it takes longer. */
function within<T>(ms: number, waited: Promise<T>): Promise<T | null> {
  return Promise.race([waited, new Promise<null>((resolve) => setTimeout(() => resolve(null), ms))])
}
