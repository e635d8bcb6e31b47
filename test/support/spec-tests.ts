import { existsSync, readdirSync, readFileSync } from 'node:fs'
import { join, relative, resolve } from 'node:path'

/** The path of each import that stays when types are stripped. */
export const VALUE_IMPORT = /^(?:import|export) (?!type )[^'"]*?from '(\.[^']+)'/gm

/** The module that reads `../shared`. */
const READS_SHARED = 'test/support/spec/shared.ts'
/** Tests that reach it run in `npm test`, and validated in `npm run test:spec`. */
const READS_WIRE_FAULTS = 'test/support/suppliers/wire-faults.ts'

/** The test files, relative to `root`, that need `../shared`: they, or what they import, reach the module that reads it. */
export function findSpecTests(root: string): string[] {
  return testsThatReach(root, READS_SHARED)
}

/** The test files, relative to `root`, whose exchanges the project `spec` validates; without `../shared` they run unvalidated. */
export function findWireTests(root: string): string[] {
  return testsThatReach(root, READS_WIRE_FAULTS)
}

function testsThatReach(root: string, module: string): string[] {
  const target = join(root, module)
  const folder = join(root, 'test')
  const imports = new Map<string, readonly string[]>()

  function importsIn(file: string): readonly string[] {
    const known = imports.get(file) ?? importsOf(file, root)
    imports.set(file, known)
    return known
  }

  function reaches(test: string): boolean {
    const reached = new Set([test])
    // The set grows while it is walked: by what each file in it imports.
    for (const file of reached) for (const path of importsIn(file)) reached.add(path)
    return reached.has(target)
  }

  return readdirSync(folder, { recursive: true, encoding: 'utf8' })
    .filter((name) => name.endsWith('.test.ts'))
    .map((name) => join(folder, name))
    .filter(reaches)
    .map((file) => relative(root, file))
    .sort()
}

/** The files of the repository that a file imports, except those of `src/`, which imports nothing outside of itself. */
function importsOf(file: string, root: string): string[] {
  return (
    [...readFileSync(file, 'utf8').matchAll(VALUE_IMPORT)]
      .map(([, path = '']) => resolve(file, '..', path))
      .filter((path) => path.startsWith(`${root}/`) && !path.startsWith(`${root}/src/`) && path.endsWith('.ts'))
      // Some tests hold programs as text, whose imports are files elsewhere.
      .filter((path) => existsSync(path))
  )
}
