import fc from 'fast-check'
import { describe, expect, it } from 'vitest'
import { createSseParser, type ServerSentEvent } from '../../packages/client/src/sse.ts'

function parse(...pieces: readonly string[]): ServerSentEvent[] {
  const take = createSseParser()
  return pieces.flatMap((piece) => take(piece))
}

function dataOf(...pieces: readonly string[]): string[] {
  return parse(...pieces).map(({ data }) => data)
}

describe('the parser of server-sent events', () => {
  it('takes fields with and without a space, several lines of data, and the last id', () => {
    expect(parse('id: 7\nevent:done\ndata: a\ndata:b\ndata\n\ndata: c\n\n')).toEqual([
      { id: '7', event: 'done', data: 'a\nb\n', retryMs: null },
      { id: '7', event: 'message', data: 'c', retryMs: null },
    ])
  })

  it('takes every line end, also one that is cut in two', () => {
    for (const end of ['\n', '\r\n', '\r']) expect(dataOf(`data: a${end}${end}data: b${end}${end}`)).toEqual(['a', 'b'])
    expect(dataOf('data: a\r', '\n\r', '\n')).toEqual(['a'])
    expect(dataOf('data: a\r', '', '\ndata: b\r\r')).toEqual(['a\nb'])
  })

  it('passes over comments, unknown fields, empty events and one that was not ended', () => {
    expect(dataOf(': ping\n\n', 'colour: red\n\n', 'id: 1\n\n', 'data: a\n\n', 'data: never ended\n')).toEqual(['a'])
  })

  it('keeps only one space away, and colons within', () => {
    expect(dataOf('data:  {"a": 1}\n\n')).toEqual([' {"a": 1}'])
  })

  it('tells how long to wait, in digits only', () => {
    expect(parse('retry: 2000\n\n', 'retry: soon\ndata: a\n\n')[0]?.retryMs).toBe(2_000)
  })

  it('refuses an event without an end', () => {
    const piece = 'x'.repeat(1_048_576)
    expect(parse('data: ', ...Array.from({ length: 7 }, () => piece), '\n\n')).toHaveLength(1)
    expect(() => parse('data: ', ...Array.from({ length: 9 }, () => piece))).toThrow(RangeError)
    expect(() => parse(...Array.from({ length: 9 }, () => `data: ${piece}\n`))).toThrow(RangeError)
  })

  it('gives the same events however the text is cut', () => {
    const event = fc.record({ id: fc.nat(), data: fc.array(fc.stringMatching(/^[^\r\n]*$/), { minLength: 1 }) })
    const end = fc.constantFrom('\n', '\r\n', '\r')
    fc.assert(
      fc.property(fc.array(event), end, fc.array(fc.nat()), (events, newline, cuts) => {
        const text = events
          .map(({ id, data }) => [`id: ${id}`, ': ping', ...data.map((line) => `data: ${line}`), '', ''].join(newline))
          .join('')
        const places = [0, ...cuts.map((cut) => cut % (text.length + 1)).sort((a, b) => a - b), text.length]
        const pieces = places.slice(1).map((place, index) => text.slice(places[index], place))
        expect(parse(...pieces).map(({ id, data }) => ({ id, data }))).toEqual(
          events.map(({ id, data }) => ({ id: String(id), data: data.join('\n') })),
        )
      }),
    )
  })
})
