import { randomInt } from 'node:crypto'
import { createServer } from 'node:net'

/** Below the ports that Linux gives to outgoing connections and to `listen(0)`. */
const FROM = 15_000
const BELOW = 32_000
const TRIES = 50

/**
 * A loopback port for a program that cannot report the port it listens on. It is even, and this process holds the odd port above it until it
 * ends: so no other worker and no other run of these tests gets the same one, although nothing listens on it yet.
 */
export async function reservePort(): Promise<number> {
  for (let tried = 0; tried < TRIES; tried++) {
    const port = 2 * randomInt(FROM / 2, BELOW / 2)
    if ((await hold(port + 1)) && (await isFree(port))) return port
  }
  throw new Error(`no free port of ${TRIES} between ${FROM} and ${BELOW}`)
}

/**
 * Starts a server on a reserved port. A program that reserves nothing may have taken the port: when `start` fails with an error that reports
 * this, and only then, it is called again with another port.
 */
export async function startOnReservedPort<Started>(start: (port: number) => Promise<Started>): Promise<Started> {
  for (let tried = 1; ; tried++)
    try {
      return await start(await reservePort())
    } catch (error) {
      if (tried === TRIES || !/address already in use/i.test(String(error))) throw error
    }
}

function hold(port: number): Promise<boolean> {
  return new Promise((resolve) => {
    const holder = createServer()
    holder.once('error', () => resolve(false))
    holder.listen(port, '127.0.0.1', () => resolve(true)).unref()
  })
}

function isFree(port: number): Promise<boolean> {
  return new Promise((resolve) => {
    const probe = createServer()
    probe.once('error', () => resolve(false))
    probe.listen(port, '127.0.0.1', () => probe.close(() => resolve(true)))
  })
}
