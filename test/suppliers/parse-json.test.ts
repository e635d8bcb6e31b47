import fc from 'fast-check'
import { describe, expect, it } from 'vitest'
import { parseJson } from '../../src/suppliers/parse-json.ts'
import { plainText } from '../../src/suppliers/plain-text.ts'

function parsed(text: string): unknown {
  return parseJson(Buffer.from(text))
}

describe('a supplier’s JSON', () => {
  it('is what it says, in every text that Postgres keeps', () => {
    const values = fc.jsonValue({ stringUnit: 'grapheme' })
    fc.assert(
      fc.property(values, (value) => {
        const text = JSON.stringify(value).replaceAll('\\u0000', '')
        expect(parsed(text)).toEqual(JSON.parse(text))
      }),
    )
  })

  it('loses NUL and halves of pairs in values and names, however deep, and keeps whole pairs', () => {
    expect(parsed('{"a\\u0000":[{"b":"x\\u0000y","c":"\\uD83D","d":"\\ud83d\\ude00","e":"\\udE00z"}],"n":1}')).toEqual({
      a: [{ b: 'xy', c: '\ufffd', d: '😀', e: '\ufffdz' }],
      n: 1,
    })
  })

  it('is refused before it is built where it is long and nested without measure, and read where it is only long', () => {
    const brackets = '['.repeat(5_000_000)
    // JSON.parse itself would say where it ends.
    expect(() => parsed(brackets)).toThrow('nested too deeply')
    expect(() => parsed(`{"a":[${'{"b":'.repeat(400_000)}`)).toThrow('nested too deeply')
    const long = JSON.stringify(Array.from({ length: 100_000 }, (_, n) => ({ n, text: ['[[[\\"', '{'] })))
    expect(parsed(long)).toEqual(JSON.parse(long))
  })

  it('is refused before it is built where it has more values than any answer, however flat', () => {
    expect(() => parsed(`[${'[],'.repeat(3_000_000)}[]]`)).toThrow('too many values')
    expect(() => parsed(`[${'1,'.repeat(5_000_000)}1]`)).toThrow('too many values')
  })

  it('is as deep as it may be where it has a NUL: whoever reads it runs out of no stack', () => {
    const depth = 400_000
    let value = parsed(`["\\u0000",${'['.repeat(depth)}"a\\u0000"${']'.repeat(depth)}]`)
    for (let level = 0; Array.isArray(value); level += 1) value = value.at(-1)
    expect(value).toBe('a')
  })

  it('has of two names that are one without their NUL the later one, where the first stood', () => {
    expect(JSON.stringify(parsed('{"a":1,"b":2,"a\\u0000":{"c\\ud800":[3]},"d":4}'))).toBe(
      '{"a":{"c\ufffd":[3]},"b":2,"d":4}',
    )
  })

  it('keeps a name that reaches for a prototype as a name', () => {
    expect(Object.keys(parsed('{"__proto__":{"x":"\\u0000"}}') as object)).toEqual(['__proto__'])
  })

  it('may begin with a byte order mark, as some servers write it, and with no second one', () => {
    expect(parsed('\ufeff{"a":"\ufeff"}')).toEqual({ a: '\ufeff' })
    expect(() => parsed('\ufeff\ufeff{}')).toThrow(SyntaxError)
  })

  it('is refused when it is none', () => {
    expect(() => parsed('<html>\\u0000')).toThrow(SyntaxError)
  })
})

it('a text that is cut to its length is cut between characters', () => {
  expect(plainText(`${'a'.repeat(1_999)}😀`).isWellFormed()).toBe(true)
})
