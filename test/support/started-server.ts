import type { ChildProcess } from 'node:child_process'
import { once } from 'node:events'
import { until } from './until.ts'

/** What a started server has written so far, as far as its streams are piped. */
export function outputOf(child: ChildProcess): string[] {
  const output: string[] = []
  for (const stream of [child.stdout, child.stderr]) stream?.on('data', (bytes: Buffer) => output.push(String(bytes)))
  return output
}

type Starting = {
  readonly child: ChildProcess
  readonly output: readonly string[]
  readonly isUp: () => Promise<boolean>
}

/**
 * Waits until a server that was started just now is up, and fails with its output as soon as it has ended. What it has logged shows best
 * that it is up: on its port another server may answer.
 */
export async function untilStarted(name: string, { child, output, isUp }: Starting): Promise<void> {
  const closed = once(child, 'close')
  await until(name, async () => {
    const found = await isUp()
    if (child.exitCode === null && child.signalCode === null) return found
    await closed
    throw new Error('it has ended')
  }).catch((error: unknown) => {
    throw new Error(`${name} did not start:\n${output.join('')}`, { cause: error })
  })
}
