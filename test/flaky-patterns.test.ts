import { readdirSync, readFileSync } from 'node:fs'
import { join } from 'node:path'
import { describe, expect, it } from 'vitest'

/**
 * Patterns that make a test depend on the machine's speed, on chance or on other runs. Each count may only go down: a change that removes
 * some lowers it, and a new test has none. Kinds and cures: CONTRIBUTING.md, "What a test may not depend on".
 */
const PATTERNS: readonly { readonly kind: string; readonly pattern: RegExp; readonly most: number }[] = [
  { kind: 'an asserted elapsed time', pattern: /expect\([^\n]*performance\.now\(\)[^\n]*toBeLess/g, most: 0 },
  { kind: 'a fixed pause', pattern: /\b(?:pause|sleep)\(\d[\d_]*\)/g, most: 25 },
  {
    // A longer one than the general minute only ends what hangs, as that does.
    kind: 'a polled condition with a limit of its own below the general one',
    pattern:
      /\buntil\([^\n]*, (?:\d_?\d{3}|[1-5]\d_?\d{3})\)|^( *)(?! )[^\n]*\buntil\(\n(?:\1 [^\n]*\n)*?\1 {2}(?:\d_?\d{3}|[1-5]\d_?\d{3}),\n\1\)/gm,
    most: 0,
  },
  {
    kind: 'an age or a duration below a constant',
    pattern:
      /expect\([^\n]*(?:_ago|Ago|[eE]lapsed\w*|duration_?[mM]s|(?:took|waited|answered)Ms|Math\.abs\([^\n]*Date\.now\(\)[^\n]*)\)+\.toBeLess\w+\([\d_]+\)/g,
    most: 0,
  },
  { kind: 'a port found free and used later', pattern: /\b(?:freePort|reservePort)\(/g, most: 1 },
  {
    kind: 'a database of Redis by number',
    pattern: /\bnew URL\('\/\d+'/g,
    most: 0,
  },
]

const FILES = readdirSync(import.meta.dirname, { recursive: true, encoding: 'utf8' })
  .filter((name) => name.endsWith('.test.ts') && name !== 'flaky-patterns.test.ts')
  .map((name) => ({ name, text: readFileSync(join(import.meta.dirname, name), 'utf8') }))

describe('the test files', () => {
  it.each(PATTERNS)('have $most places with $kind', ({ pattern, most }) => {
    const found = FILES.flatMap(({ name, text }) => [...text.matchAll(pattern)].map(([place]) => `${name}: ${place}`))
    expect(found).toHaveLength(most)
  })
})
