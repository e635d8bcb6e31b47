/** Faults that make no difference, each with the reason: they are neither tried nor counted. */

import type { FileMutant } from './jury.ts'
import { linesOf } from './jury.ts'

type Equivalent = { readonly file: string; readonly before: string; readonly after: string; readonly why: string }

export const EQUIVALENT: readonly Equivalent[] = []

export function isEquivalent(mutant: FileMutant, code: string): boolean {
  const lines = linesOf(mutant, code)
  return EQUIVALENT.some(
    ({ file, before, after }) => file === mutant.file && before === lines.before && after === lines.after,
  )
}
