import { gzipSync, zstdCompressSync } from 'node:zlib'
import { describe, expect, it } from 'vitest'
import { readTime } from '../../../src/suppliers/content/read-time.ts'
import { type Line, MAX_LINE_BYTES, unpackLines } from '../../../src/suppliers/content/unpack.ts'

const PACKERS = { gzip: gzipSync, zstd: zstdCompressSync } as const

async function linesOf(chunks: Iterable<Uint8Array>, packing: 'gzip' | 'zstd'): Promise<Line[]> {
  async function* coming(): AsyncGenerator<Uint8Array> {
    yield* chunks
  }
  const lines: Line[] = []
  for await (const some of unpackLines(coming(), packing)) lines.push(...some)
  return lines
}

describe.each(['gzip', 'zstd'] as const)('a file packed with %s', (packing) => {
  const pack = PACKERS[packing]

  it('is split at line feeds wherever it is cut, a letter of three bytes included', async () => {
    const packed = pack('{"a":"東京"}\r\n\n{"b":2}\n{"c":3}')
    const bytes = [...packed].map((byte) => Uint8Array.of(byte))
    expect(await linesOf(bytes, packing)).toEqual([
      { line: 1, text: '{"a":"東京"}' },
      { line: 3, text: '{"b":2}' },
      { line: 4, text: '{"c":3}' },
    ])
  })

  it('may go on as another one in the middle of a row', async () => {
    const packed = Buffer.concat([pack('{"a":1}\n{"b'), pack('":2}\n')])
    expect((await linesOf([packed], packing)).map(({ text }) => text)).toEqual(['{"a":1}', '{"b":2}'])
  })

  it('loses a row that is longer than any hotel, and no other', async () => {
    const packed = pack(`{"a":1}\n${'x'.repeat(MAX_LINE_BYTES + 1)}\n{"b":2}\n`)
    expect(await linesOf([packed], packing)).toEqual([
      { line: 1, text: '{"a":1}' },
      { line: 2, text: null },
      { line: 3, text: '{"b":2}' },
    ])
  })

  it('is broken when it ends too early', async () => {
    const packed = pack('{"a":1}\n'.repeat(1_000))
    await expect(linesOf([packed.subarray(0, -3)], packing)).rejects.toMatchObject({ kind: 'BROKEN_FILE' })
  })

  it('takes little memory whatever its size', async () => {
    const part = pack(`${JSON.stringify({ text: 'hotel '.repeat(1_000) })}\n`.repeat(2_000))
    async function* coming(): AsyncGenerator<Uint8Array> {
      for (let count = 0; count < 40; count += 1) yield part
    }
    let [lines, most] = [0, 0]
    const before = process.memoryUsage().rss
    for await (const some of unpackLines(coming(), packing)) {
      lines += some.length
      most = Math.max(most, process.memoryUsage().rss)
    }
    expect(lines).toBe(80_000)
    // Half a gigabyte went through.
    expect((most - before) / 1024 / 1024).toBeLessThan(200)
  })
})

describe('a time', () => {
  it.each([
    ['3:00 PM', '15:00'],
    ['12:00 AM', '00:00'],
    ['12:30 p.m.', '12:30'],
    ['15:00:00', '15:00'],
    ['15 h 30', '15:30'],
    ['15 Uhr', '15:00'],
    ['15:00 Uhr', '15:00'],
    ['午後3:00', '15:00'],
    ['15時30分', '15:30'],
    ['٣:٠٠ م', '15:00'],
    ['noon', '12:00'],
    ['Mitternacht', '00:00'],
    ['à tout moment', 'ANYTIME'],
    ['', null],
    [null, null],
    ['after lunch', 'after lunch'],
    ['27:00', '27:00'],
  ])('%j is read as %j', (sent, read) => {
    expect(readTime(sent)).toBe(read)
  })
})
