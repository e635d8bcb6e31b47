import { describe, expect, it } from 'vitest'
import { mutantsOf } from '../scripts/mutate/mutants.ts'

/** The code with each of its faults. */
function faultsOf(code: string): string[] {
  return mutantsOf(code).map(({ start, end, text }) => code.slice(0, start) + text + code.slice(end))
}

describe('npm run mutate', () => {
  it('makes one fault at a time in what is computed', () => {
    expect(faultsOf('const a = b < 3')).toEqual(['const a = b <= 3', 'const a = b < 4'])
    expect(faultsOf('if (!done) stop()')).toEqual([
      'if (true) stop()',
      'if (false) stop()',
      'if (done) stop()',
      'if (!done) ',
    ])
    expect(faultsOf('const a = Math.max(b, c) + d')).toEqual([
      'const a = Math.min(b, c) + d',
      'const a = Math.max(b, c) - d',
    ])
  })

  it('makes none in types, imports, names of fields, codes, and messages to people', () => {
    for (const code of [
      "import { a } from './b.ts'",
      "type A = { readonly b: 'x' | 1 }",
      "const a: Record<'x', 1> = b as 2",
      "const a = 'NOT_FOUND'",
      "throw new Error('there is none')",
    ])
      expect(faultsOf(code)).toEqual([])
    expect(faultsOf("const a = { 'b-c': d }")).toEqual([])
  })

  it('makes them in SQL, where they decide which rows are meant', () => {
    const rest = 'FROM a WHERE b <= ${c} AND d IS NULL`'
    expect(faultsOf(`const e = db.$queryRaw\`SELECT 1 ${rest}`)).toEqual(
      [
        'FROM a WHERE b < ${c} AND d IS NULL`',
        'FROM a WHERE b <= ${c} OR d IS NULL`',
        'FROM a WHERE b <= ${c} AND d IS NOT NULL`',
      ].map((faulty) => `const e = db.$queryRaw\`SELECT 1 ${faulty}`),
    )
    expect(faultsOf('const a = `b AND c`')).toEqual([])
  })
})
