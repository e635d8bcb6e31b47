import { execFileSync } from 'node:child_process'
import { copyFileSync, existsSync, mkdirSync, mkdtempSync, readFileSync } from 'node:fs'
import { dirname, join } from 'node:path'

const ROOT = join(import.meta.dirname, '../..')
/** Outside `test/`, where other tests look through every folder. */
const INSTALLED = join(ROOT, '.data/generated-clients')
/** What was installed, so that a second run need not do it again. */
const MARK = join(INSTALLED, 'installed.json')

/** With the Node that runs the tests for everything that asks the PATH for one. */
export const ENVIRONMENT: NodeJS.ProcessEnv = {
  ...process.env,
  NODE_OPTIONS: '',
  PATH: `${dirname(process.execPath)}:${process.env['PATH']}`,
}

/** Null when the generators are there, or why they are not. In CI that is a fault, not a reason to look away. */
export function installGenerators(): string | null {
  const lock = join(import.meta.dirname, 'package-lock.json')
  if (existsSync(MARK) && readFileSync(MARK, 'utf8') === readFileSync(lock, 'utf8')) return null
  mkdirSync(INSTALLED, { recursive: true })
  for (const file of ['package.json', 'package-lock.json'])
    copyFileSync(join(import.meta.dirname, file), join(INSTALLED, file))
  try {
    const retries = process.env['CI'] ? 3 : 0
    const options = ['--ignore-scripts', '--no-audit', '--no-fund', '--prefer-offline', `--fetch-retries=${retries}`]
    execFileSync('npm', ['ci', '--prefix', INSTALLED, ...options], {
      env: ENVIRONMENT,
      stdio: ['ignore', 'ignore', 'pipe'],
      timeout: 180_000,
    })
  } catch (error) {
    if (process.env['CI']) throw error
    return `the client generators could not be installed, their tests are skipped: ${String(error).slice(0, 300)}`
  }
  copyFileSync(lock, MARK)
  return null
}

/** A partner's project for the time of a test file: the generators are above it, and the documents of the gateway in it. */
export function partnersProject(): string {
  const folder = mkdtempSync(join(INSTALLED, 'project-'))
  for (const file of ['openapi.json', 'schema.graphql']) copyFileSync(join(ROOT, file), join(folder, file))
  return folder
}
