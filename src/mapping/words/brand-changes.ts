import type { Brand } from './lexicon.ts'
import { linesOf } from './tables.ts'

const CHANGES: ReadonlySet<string> = new Set(
  linesOf('brand-changes.txt').flatMap((line) => {
    const [before = '', after = ''] = line.split(' > ')
    return [keyOf(before, after), keyOf(after, before)]
  }),
)

/** True when many houses are known to have gone from the one brand to the other. */
export function isKnownChange(a: Brand, b: Brand): boolean {
  return CHANGES.has(keyOf(a.name, b.name))
}

function keyOf(before: string, after: string): string {
  return `${before.trim().toLowerCase()} > ${after.trim().toLowerCase()}`
}
