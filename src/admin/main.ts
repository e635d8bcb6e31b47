import { once } from 'node:events'
import { run } from './run.ts'

const { stdin, stdout, stderr, env } = process

const code = await run(process.argv.slice(2), {
  stdin,
  out: (text) => stdout.write(text),
  err: (text) => stderr.write(text),
  drained: (stream) => once(stream === 'out' ? stdout : stderr, 'drain'),
  columns: stdout.columns ?? Number.POSITIVE_INFINITY,
  isTerminal: stderr.isTTY ?? false,
  env,
  onInterrupt: (stop) => {
    process.once('SIGINT', stop).once('SIGTERM', stop)
    return () => void process.off('SIGINT', stop).off('SIGTERM', stop)
  },
})
process.exitCode = code
// A failed connection attempt may have left a socket open, which would keep the process alive.
if (code !== 0) setTimeout(() => process.exit(), 500).unref()
