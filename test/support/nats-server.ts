import { type ChildProcess, spawn } from 'node:child_process'
import { existsSync } from 'node:fs'
import { mkdtemp, rm, writeFile } from 'node:fs/promises'
import { tmpdir } from 'node:os'
import { join } from 'node:path'
import { startOnReservedPort } from './reserved-port.ts'
import { outputOf, untilStarted } from './started-server.ts'

const NATS = '/usr/sbin/nats-server'

/** Why tests of NATS cannot run here; null where they can, and in CI, where a missing one is a fault. */
export const NO_NATS: string | null =
  existsSync(NATS) || process.env['CI'] ? null : 'no NATS on this machine: apt-get install nats-server to run its tests'

/** Debian's nats-server with JetStream, on a port and with a store of its own, which it keeps when it is started again. */
export type NatsServer = {
  readonly port: number
  /** Without user and password. */
  readonly url: string
  readonly folder: string
  /** Returns when it has ended; a server that ends so keeps what it has acknowledged. */
  readonly kill: () => Promise<void>
  /** Starts it again, on the same port and with the same store. */
  readonly start: () => Promise<void>
  /** Freezes it, or lets it go on. */
  readonly freeze: (signal: 'SIGSTOP' | 'SIGCONT') => void
  /** Other settings from now on, in the words of its configuration file. */
  readonly change: (settings: string) => Promise<void>
  readonly stop: () => Promise<void>
}

/** `settings` are lines of its configuration file, beside the port and the store. */
export function startNats(settings = ''): Promise<NatsServer> {
  return startOnReservedPort((port) => startNatsOn(port, settings))
}

async function startNatsOn(port: number, settings: string): Promise<NatsServer> {
  const folder = await mkdtemp(join(tmpdir(), 'nats-'))
  const file = join(folder, 'nats.conf')
  let child: ChildProcess | null = null

  function write(text: string): Promise<void> {
    const own = [`listen: "127.0.0.1:${port}"`, `jetstream { store_dir: ${JSON.stringify(folder)} }`]
    return writeFile(file, [...own, text, ''].join('\n'))
  }
  async function start(): Promise<void> {
    const started = spawn(NATS, ['-c', file], { stdio: ['ignore', 'ignore', 'pipe'] })
    child = started
    const output = outputOf(started)
    await untilStarted('nats-server', {
      child: started,
      output,
      isUp: async () => output.join('').includes('Listening for client connections'),
    })
  }
  async function kill(): Promise<void> {
    const ended = new Promise((resolve) => child?.once('exit', resolve))
    if (child?.exitCode === null && child.signalCode === null && child.kill('SIGKILL')) await ended
  }
  await write(settings)
  await start()
  return {
    port,
    url: `nats://127.0.0.1:${port}`,
    folder,
    kill,
    start,
    freeze: (signal) => void child?.kill(signal),
    change: async (text) => {
      await write(text)
      child?.kill('SIGHUP')
    },
    stop: async () => {
      await kill()
      await rm(folder, { recursive: true, force: true })
    },
  }
}
