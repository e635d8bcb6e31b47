import { execFile } from 'node:child_process'
import { existsSync } from 'node:fs'
import { mkdtemp, rm, writeFile } from 'node:fs/promises'
import { tmpdir } from 'node:os'
import { join } from 'node:path'
import { promisify } from 'node:util'
import { type Started, startScript, stop } from './process.ts'
import { isTiny } from './size.ts'

const ROOT = join(import.meta.dirname, '..')
const FOLDER = join(import.meta.dirname, 'rivals')

function isInstalled(): boolean {
  return existsSync(join(FOLDER, 'node_modules'))
}

/** They need an older `graphql`, so they have a package of their own, installed when they are first asked for. */
async function install(): Promise<void> {
  if (isInstalled()) return
  await promisify(execFile)('npm', ['ci', '--ignore-scripts', '--no-audit', '--no-fund'], { cwd: FOLDER })
}

export type Rival = Started & { readonly name: string; readonly port: number }

/** Apollo Server and Mercurius with jit, with this schema and this answer to every search; none when tiny and not installed. */
export async function startRivals(answer: string, before: readonly string[]): Promise<readonly Rival[]> {
  if (isTiny && !isInstalled()) return []
  await install()
  const folder = await mkdtemp(join(tmpdir(), 'rivals-'))
  const answerFile = join(folder, 'answer.json')
  await writeFile(answerFile, answer)
  async function start(kind: string, name: string): Promise<Rival> {
    const args = [kind, join(ROOT, 'schema.graphql'), answerFile]
    const env = { ...process.env, NODE_ENV: 'production' }
    const started = await startScript('bench/rivals/server.ts', { args, before, env, ready: /^(\d+)$/m })
    return { ...started, name, port: Number(started.said) }
  }
  try {
    return [await start('apollo', 'Apollo Server'), await start('mercurius', 'Mercurius with jit')]
  } finally {
    await rm(folder, { recursive: true })
  }
}

export function stopRivals(rivals: readonly Rival[]): Promise<unknown> {
  return Promise.all(rivals.map(stop))
}
