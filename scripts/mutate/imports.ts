/** Which tests import a source file, and over how many others. */
import { existsSync, readFileSync } from 'node:fs'
import { join, relative, resolve } from 'node:path'

const VALUE_IMPORT = /^(?:import|export) (?!type )[^'"]*?from '(\.[^']+)'/gm

/** What is reached over more files than that is reached by chance. */
const FARTHEST = 2

/** Returns a function that tells the tests from which a file is reached, the nearest first. */
export function nearestTests(root: string, tests: readonly string[]): (file: string) => string[] {
  const imported = new Map<string, readonly string[]>()
  function importsOf(file: string): readonly string[] {
    const known = imported.get(file)
    if (known) return known
    const path = join(root, file)
    const text = existsSync(path) ? readFileSync(path, 'utf8') : ''
    const found = [...text.matchAll(VALUE_IMPORT)].map(([, to = '']) => relative(root, resolve(path, '..', to)))
    imported.set(file, found)
    return found
  }
  const distances = new Map(tests.map((test) => [test, distancesFrom(test, importsOf)]))
  return (file) =>
    tests
      .flatMap((test) => {
        const distance = distances.get(test)?.get(file)
        return distance === undefined || distance > FARTHEST ? [] : [{ test, distance }]
      })
      .toSorted((a, b) => a.distance - b.distance)
      .map(({ test }) => test)
}

function distancesFrom(test: string, importsOf: (file: string) => readonly string[]): ReadonlyMap<string, number> {
  const distances = new Map([[test, 0]])
  // A map can be added to while it is walked: what is found is looked at in its turn, so that the first way is the shortest.
  for (const [file, distance] of distances)
    for (const next of importsOf(file)) if (!distances.has(next)) distances.set(next, distance + 1)
  return distances
}
