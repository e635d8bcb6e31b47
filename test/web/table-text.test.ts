import { describe, expect, it } from 'vitest'
import { toCsv, toNdjson } from '../../web/src/kit/table-text.ts'

describe('rows as CSV', () => {
  it('have the names first, and quotes where they need them', () => {
    const rows = [
      { id: 'a', note: 'says "no", twice' },
      { id: 'b', note: null, amount: -5 },
    ]
    expect(toCsv(rows)).toBe('id,note,amount\r\na,"says ""no"", twice",\r\nb,,-5\r\n')
  })

  it('hold no formula that a program for tables would run', () => {
    expect(toCsv([{ note: '=HYPERLINK("x")' }])).toBe('note\r\n"\'=HYPERLINK(""x"")"\r\n')
  })
})

it('writes JSON a line for each', () => {
  expect(toNdjson([{ a: 1 }, null])).toBe('{"a":1}\nnull\n')
})
