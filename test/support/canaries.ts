import { appendFileSync, mkdirSync, readdirSync, readFileSync, rmSync } from 'node:fs'
import { join } from 'node:path'
import { SANDBOX_CREDENTIALS } from '../../src/sandbox/suppliers/credentials.ts'

/** Where this run's processes leave what they print; set for the workers by the global setup. */
const FOLDER_SETTING = 'TEST_OUTPUT_DIR'
const ROOT = join(import.meta.dirname, '../..')
const OUTPUT_FOLDER = join(ROOT, '.data/test-output')

/** What no process may ever print. Everything here is what tests really use, not only what looks secret. */
export const CANARIES: Readonly<Record<string, RegExp>> = {
  'an API key': /hdg_(?:sandbox|production|test)_[\w-]{20,}/,
  'a master key': /canarymasterkey|63616e6172796d61737465726b6579/i,
  'the password of the database': /canary-database-password/,
  'a guest’s name': /Lovelace|Canaryguest/i,
  'a guest’s address': /ada@example\.com|canary@guests\.example/i,
  'a guest’s telephone': /\+?442071234567/,
  'a card number': /4111[ -]?1111[ -]?1111[ -]?1111/,
  'a signing secret': /whs(?:ec|k)_[\w+/=-]{16,}/,
  'a supplier’s credential': new RegExp(
    Object.values(SANDBOX_CREDENTIALS)
      .flatMap((credentials): string[] => Object.values(credentials))
      .filter((value) => value.length > 8)
      .concat('canary-supplier-secret')
      .join('|'),
  ),
}

/** The three lines of `npm start`'s greeting that show the sandbox's keys on purpose. */
const GREETING = /^ {2}(?:API key(?: with default limits)?: +hdg_[\w-]+$|curl -s \S+ -H 'x-api-key: hdg_[\w-]+' )/

export type Leak = { readonly what: string; readonly line: string }

/** Every canary in a process' output. */
export function findLeaks(output: string): Leak[] {
  return output.split('\n').flatMap((line) => {
    if (GREETING.test(line)) return []
    return Object.entries(CANARIES).flatMap(([what, pattern]) => (pattern.test(line) ? [{ what, line }] : []))
  })
}

/** A folder of the run's own for what its processes print. */
export function beginOutput(): void {
  const folder = join(OUTPUT_FOLDER, String(process.pid))
  rmSync(folder, { recursive: true, force: true })
  mkdirSync(folder, { recursive: true })
  process.env[FOLDER_SETTING] = folder
}

/** Keeps a line that a process has printed. Outside a test run nothing is kept. */
export function keepOutput(pid: number | undefined, line: string): void {
  const folder = process.env[FOLDER_SETTING]
  if (folder) appendFileSync(join(folder, `${pid ?? 'none'}.log`), `${line}\n`)
}

/** Fails, with the lines, when anything that a process of this run has printed is a canary. */
export function checkOutput(folder = process.env[FOLDER_SETTING] ?? ''): void {
  const leaks = readdirSync(folder).flatMap((file) =>
    findLeaks(readFileSync(join(folder, file), 'utf8')).map(
      ({ what, line }) => `${what} in ${file}: ${line.slice(0, 500)}`,
    ),
  )
  if (leaks.length > 0) throw new Error(`secrets in the output of processes:\n${leaks.slice(0, 20).join('\n')}`)
  rmSync(folder, { recursive: true, force: true })
}
