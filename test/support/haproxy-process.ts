import { spawn } from 'node:child_process'
import { mkdtemp, rm, writeFile } from 'node:fs/promises'
import { tmpdir } from 'node:os'
import { join } from 'node:path'
import { until } from './until.ts'

export const HAPROXY = '/usr/sbin/haproxy'

/** A shipped file with other words for some of its own; each of them stands there once. */
export function changed(text: string, words: Readonly<Record<string, string>>): string {
  return Object.entries(words).reduce((all, [from, to]) => {
    if (all.split(from).length !== 2) throw new Error(`the file does not say once: ${from}`)
    return all.replace(from, () => to)
  }, text)
}

export type HaproxyProcess = {
  /** What it has logged so far. */
  readonly log: readonly string[]
  /** Its statistics as CSV, in cells. */
  readonly statistics: () => Promise<string[][]>
  readonly stop: () => Promise<void>
}

/** Runs HAProxy with a file whose statistics are on a port; returns when they are. `textIn` gets the folder of the file. */
export async function runHaproxy(
  operatorsPort: number,
  textIn: (folder: string) => Promise<string>,
): Promise<HaproxyProcess> {
  const folder = await mkdtemp(join(tmpdir(), 'haproxy-'))
  const file = join(folder, 'haproxy.cfg')
  await writeFile(file, await textIn(folder))
  const child = spawn(HAPROXY, ['-db', '-f', file], { stdio: ['ignore', 'pipe', 'pipe'] })
  const log: string[] = []
  for (const stream of [child.stdout, child.stderr]) stream.on('data', (bytes: Buffer) => log.push(String(bytes)))
  async function statistics(): Promise<string[][]> {
    const csv = await (await fetch(`http://127.0.0.1:${operatorsPort}/;csv`)).text()
    return csv.split('\n').map((line) => line.split(','))
  }
  await until('HAProxy', async () => {
    if (child.exitCode !== null) throw new Error(`HAProxy did not start:\n${log.join('')}`)
    return statistics().catch(() => null)
  })
  return {
    log,
    statistics,
    stop: async () => {
      const ended = new Promise((resolve) => child.once('exit', resolve))
      if (child.exitCode === null && child.kill('SIGKILL')) await ended
      await rm(folder, { recursive: true, force: true })
    },
  }
}
