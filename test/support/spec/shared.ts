import { existsSync, readFileSync } from 'node:fs'
import { join } from 'node:path'
import type { Json } from '../http-client.ts'

/**
 * The only module that knows where `../shared` is: specifications, examples and labelled pairs that belong to others and are not part of
 * this repository. A test file that reaches this module is in the project `spec` (`tiers.ts`).
 */
const SHARED = join(import.meta.dirname, '../../../../shared')

export function hasShared(): boolean {
  return existsSync(SHARED)
}

export const NO_SHARED = `${SHARED} is missing: put the folder "shared" next to the clone`

/** The path of a file in `../shared`, which has to exist. */
export function sharedPath(name: string): string {
  if (!hasShared()) throw new Error(NO_SHARED)
  const path = join(SHARED, name)
  if (!existsSync(path)) throw new Error(`${path} is missing in ../shared`)
  return path
}

export function sharedText(name: string): string {
  return readFileSync(sharedPath(name), 'utf8')
}

export function sharedJson(name: string): Json {
  return JSON.parse(sharedText(name))
}

/** The values of a file with one JSON value a line. */
export function sharedLines(name: string): Json[] {
  return sharedText(name)
    .split('\n')
    .filter(Boolean)
    .map((line) => JSON.parse(line))
}
