import type { ChildProcess } from 'node:child_process'
import { connect } from 'node:net'
import { until } from './until.ts'

/** What a started server has written so far, as far as its streams are piped. */
export function outputOf(child: ChildProcess): string[] {
  const output: string[] = []
  for (const stream of [child.stdout, child.stderr]) stream?.on('data', (bytes: Buffer) => output.push(String(bytes)))
  return output
}

/** Waits until a server answers. When it ends before, fails at once with its output. */
export async function untilStarted(
  name: string,
  { child, output, answers }: StartingServer & { readonly answers: () => Promise<boolean> },
): Promise<void> {
  await until(name, async () => {
    const isUp = await answers()
    // What answers may be another server, while this one has ended because its port was taken.
    if (child.exitCode !== null || child.signalCode !== null) throw new Error('it has ended')
    return isUp
  }).catch((error: unknown) => {
    throw new Error(`${name} did not start:\n${output.join('')}`, { cause: error })
  })
}

type StartingServer = { readonly child: ChildProcess; readonly output: readonly string[] }

/** Whether a server listens on a port of this machine. */
export function isOpen(port: number): Promise<boolean> {
  return new Promise((resolve) => {
    const socket = connect(port, '127.0.0.1', () => {
      socket.destroy()
      resolve(true)
    })
    socket.on('error', () => resolve(false))
  })
}
