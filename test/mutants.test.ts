import { readFileSync } from 'node:fs'
import { describe, expect, it } from 'vitest'
import { EQUIVALENT } from '../scripts/mutate/equivalent.ts'
import { linesOf } from '../scripts/mutate/jury.ts'
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
      'if (!done) ;',
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

  it('makes none that could not be read, and none in lines of the log or where only tests end a process', () => {
    expect(faultsOf("deps.log.warn({ a: b < 1 }, 'late')")).toEqual([])
    expect(faultsOf("deps.killPoint('create:before-supplier')")).toEqual([])
    expect(faultsOf('class A { b = c() }')).toEqual([])
  })

  it('leaves conditions and fields out of statements that Prisma makes', () => {
    expect(faultsOf('a.b({ where: { c, d: null } })')).toEqual([
      ';',
      'a.b({ where: {  d: null } })',
      'a.b({ where: { c,  } })',
    ])
    expect(faultsOf('const a = { where: { b } }')).toEqual([])
  })
})

/** The statement with each of its faults; what is after `FROM a ` alone. */
function faultsOfSql(rest: string): string[] {
  const before = 'const b = db.$queryRaw`SELECT 1 FROM a '
  return faultsOf(`${before}${rest}\``).map((code) => code.slice(before.length, -1))
}

describe('npm run mutate, in SQL', () => {
  it('changes which rows are meant', () => {
    expect(faultsOfSql('WHERE b <= ${c} AND d IS NULL')).toEqual([
      'WHERE true AND d IS NULL',
      'WHERE b < ${c} AND d IS NULL',
      'WHERE b <= ${c} OR d IS NULL',
      'WHERE b <= ${c} AND true',
      'WHERE b <= ${c} AND d IS NOT NULL',
    ])
    expect(faultsOfSql('WHERE (b OR c) ORDER BY d, e')).toEqual([
      'WHERE true ORDER BY d, e',
      'WHERE (b AND c) ORDER BY d, e',
      'WHERE (b OR false) ORDER BY d, e',
      'WHERE (b OR c) ORDER BY d DESC, e',
    ])
    expect(faultsOfSql("WHERE b IN ('C', 'D')")).toEqual(['WHERE true', "WHERE b IN ('D')", "WHERE b IN ('C')"])
    expect(faultsOf('const a = `b AND c`')).toEqual([])
  })

  it('changes what is written, and when', () => {
    expect(faultsOfSql('SET b = c(1, 2), d = ${e} WHERE f')).toEqual([
      'SET d = ${e} WHERE f',
      'SET b = c(1, 2) WHERE f',
      'SET b = c(1, 2), d = ${e} WHERE true',
    ])
    expect(faultsOfSql('SET b = now() + make_interval(secs => ${c} / 1000)')).toEqual([
      'SET b = now() - make_interval(secs => ${c} / 1000)',
      'SET b = now() + make_interval(secs => ${c} * 1000)',
    ])
    expect(faultsOfSql('JOIN b ON CASE WHEN c < d THEN e ELSE f END')).toEqual([
      'JOIN b ON CASE WHEN true THEN e ELSE f END',
      'JOIN b ON CASE WHEN false THEN e ELSE f END',
      'JOIN b ON CASE WHEN c <= d THEN e ELSE f END',
    ])
  })

  it('makes none at the present time, which no row meets to the microsecond', () => {
    expect(faultsOfSql('WHERE b <= gateway_now()')).toEqual(['WHERE true'])
  })
})

describe('the faults that make no difference', () => {
  it('are still faults of our code, each listed once', () => {
    for (const [file, listed] of Map.groupBy(EQUIVALENT, (one) => one.file)) {
      const code = readFileSync(file, 'utf8')
      const made = new Set(mutantsOf(code).map((mutant) => JSON.stringify(linesOf(mutant, code))))
      for (const { before, after } of listed)
        for (const one of after) expect(made).toContain(JSON.stringify({ before, after: one }))
    }
    const names = EQUIVALENT.flatMap(({ file, before, after }) => after.map((one) => `${file} ${before} ${one}`))
    expect(new Set(names).size).toBe(names.length)
  })
})
