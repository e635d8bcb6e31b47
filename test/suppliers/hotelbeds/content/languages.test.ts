import { describe, expect, it } from 'vitest'
import { createContentRows, SOME_DAY } from '../../../support/content-rows.ts'
import type { Json } from '../../../support/http-client.ts'
import { contentReader } from '../../../support/read-content.ts'
import { useContentSandbox } from '../../../support/use-content-sandbox.ts'

const sandbox = useContentSandbox()

/** What arrives of a text: NUL is what Postgres does not keep. */
function arrived(text: string): string {
  return text.replaceAll('\0', '')
}

describe('another language', () => {
  const rows = createContentRows()

  it.each([
    ['fr', 'FRA'],
    ['de', 'ALE'],
    ['ja', 'JPN'],
    ['ar', 'ARA'],
  ] as const)('%s is asked for as %s, Hotelbeds’ own code [H-15]', async (language, code) => {
    sandbox.setTime(sandbox.NOON)
    const reader = contentReader({ code: 'hotelbeds', baseUrl: sandbox.baseOf('hotelbeds'), nowAt: sandbox.NOON })
    const { hotels, error } = await reader.read({ language }, 200)
    await reader.close()
    expect(error).toBeNull()
    const asked = reader.paths.filter((path) => path.includes('/hotels?'))
    expect(asked.every((path) => path.includes(`language=${code}&useSecondaryLanguage=false`))).toBe(true)
    for (const { supplierHotelId, listing } of hotels) {
      const row = rows.supply.row('hotelbeds', supplierHotelId, SOME_DAY)
      if (!row) throw new Error(`no ${supplierHotelId}`)
      const told = rows.supply.describe(row, SOME_DAY)
      const read: Json = listing
      expect(read.names).toEqual({ [language]: arrived(told.name(language)) })
      expect(read.descriptions[0].html).toContain(arrived(told.texts(language).location))
      // What is filtered by stays in the words of one language.
      expect(read.facilities?.some((one: Json) => one.raw_name === 'Number of floors (main building)') ?? true).toBe(
        true,
      )
    }
  })
})
