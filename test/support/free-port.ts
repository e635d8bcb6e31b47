import { randomInt } from 'node:crypto'
import { createServer } from 'node:net'

/** Below the ports that Linux gives to connections going out: one of those would take a port between its choice and its use. */
const FROM = 15_000
const BELOW = 32_000
const TRIES = 50

/** A loopback port that nobody listens on, a moment ago. */
export async function freePort(): Promise<number> {
  for (let tried = 0; tried < TRIES; tried++) {
    const port = randomInt(FROM, BELOW)
    if (await isFree(port)) return port
  }
  throw new Error(`no free port of ${TRIES} between ${FROM} and ${BELOW}`)
}

function isFree(port: number): Promise<boolean> {
  return new Promise((resolve) => {
    const probe = createServer()
    probe.once('error', () => resolve(false))
    probe.listen(port, '127.0.0.1', () => probe.close(() => resolve(true)))
  })
}
