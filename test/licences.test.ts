import { readFile } from 'node:fs/promises'
import { join } from 'node:path'
import { expect, it } from 'vitest'

type LockedPackage = { readonly license?: string; readonly dev?: boolean; readonly devOptional?: boolean }

/** They allow use and passing on for a notice, or for nothing. */
const ALLOWED = [
  'MIT',
  'MIT and ISC',
  '(MIT OR CC0-1.0)',
  'ISC',
  'Apache-2.0',
  'BSD-2-Clause',
  'BSD-3-Clause',
  '0BSD',
  'BlueOak-1.0.0',
  'Unlicense',
]

/** Looked at one by one; both come with the `prisma` command, and no code of ours calls them. */
const EXCEPTIONS: Readonly<Record<string, string>> = {
  'node_modules/elkjs': 'EPL-2.0', // Binds changes to its own files, of which we make none.
  'node_modules/seq-queue': 'MIT, in its LICENSE file only',
}

it('has no package in production under a licence that nobody has agreed to', async () => {
  const lock = await readFile(join(import.meta.dirname, '../package-lock.json'), 'utf8')
  const { packages } = JSON.parse(lock) as { readonly packages: Readonly<Record<string, LockedPackage>> }
  const installed = Object.entries(packages).filter(([path, { dev, devOptional }]) => path && !dev && !devOptional)
  expect(installed.length).toBeGreaterThan(100)
  const others = installed.filter(([path, { license = '' }]) => !ALLOWED.includes(license) && !EXCEPTIONS[path])
  expect(others.map(([path, { license }]) => `${path}: ${license ?? 'no licence told'}`)).toEqual([])
})
