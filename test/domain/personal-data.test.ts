import { readFileSync } from 'node:fs'
import { describe, expect, it } from 'vitest'
import { NOT_PERSONAL_COLUMNS, NOT_PERSONAL_INPUTS, PERSONAL_FIELDS } from '../../src/domain/personal-data.ts'

/** Columns that can tell of a person, as `table.column`, of the tables that are listed. */
function tellingColumns(): string[] {
  const models = readFileSync('prisma/schema.prisma', 'utf8').matchAll(/^model \w+ \{\n(.*?)^\}/gms)
  return [...models].flatMap(([, body = '']) => {
    const table = /@@map\("(\w+)"\)/.exec(body)?.[1] ?? ''
    const columns = [
      ...body.matchAll(/^ {2}(\w+) +(?:String|Json|Bytes|Unsupported\("xid8"\))(?:\?|\[\])?(?= |$)(.*)$/gm),
    ]
    return Object.hasOwn(NOT_PERSONAL_COLUMNS, table)
      ? columns.map(([, field = '', rest = '']) => `${table}.${/@map\("(\w+)"\)/.exec(rest)?.[1] ?? field}`)
      : []
  })
}

describe('what may tell of a person', () => {
  it('is listed, column by column, or listed as what does not; and nothing is listed that there is not', () => {
    const telling = tellingColumns()
    expect(telling).toContain('bookings.guests_sealed')
    const personal = PERSONAL_FIELDS.map(({ column }) => column.split(' ')[0] ?? '')
    const others = Object.entries(NOT_PERSONAL_COLUMNS).flatMap(([table, names]) =>
      names.map((name) => `${table}.${name}`),
    )
    expect(telling.filter((name) => !personal.includes(name) && !others.includes(name))).toEqual([])
    expect(others.filter((name) => !telling.includes(name))).toEqual([])
    expect(new Set(others).size).toBe(others.length)
  })

  it('of a booking request as well', () => {
    const { components } = JSON.parse(readFileSync('openapi.json', 'utf8'))
    const asked = JSON.stringify(components.schemas.CreateBookingRequest)
    const inputs = [...PERSONAL_FIELDS.flatMap((field) => field.inputs), ...NOT_PERSONAL_INPUTS]
    for (const input of inputs)
      expect(asked).toContain(
        `"${input
          .replace(/\[\]$/, '')
          .split(/\[\]\.|\./)
          .at(-1)}":`,
      )
  })
})
