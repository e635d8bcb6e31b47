import { beforeAll } from 'vitest'
import type { SandboxSupplierCode } from '../../src/sandbox/catalogue/types.ts'
import type { DistortedListing } from '../../src/sandbox/content/distorted-listing.ts'
import { createContentRows, type ServedRow, SOME_DAY } from './content-rows.ts'
import type { Json } from './http-client.ts'
import { contentReader, type ReadPass } from './read-content.ts'
import type { useContentSandbox } from './use-content-sandbox.ts'

const rows = createContentRows()

export type Case = { readonly listing: Json; readonly told: DistortedListing; readonly row: ServedRow }

/** A supplier's world, read for one file over the sandbox that is handed in. */
export function useReadWorld(code: SandboxSupplierCode, sandbox: ReturnType<typeof useContentSandbox>) {
  let pass: ReadPass
  let cases: Case[] = []
  const unknown = new Map<string, number>()
  beforeAll(async () => {
    const reader = contentReader({ code, baseUrl: sandbox.baseOf(code), nowAt: sandbox.NOON })
    pass = await reader.read()
    for (const [path, count] of reader.unknown) unknown.set(path, count)
    await reader.close()
    const read = new Map(pass.hotels.map((hotel) => [hotel.supplierHotelId, hotel.listing]))
    cases = rows.rowsOf(code, SOME_DAY).map((row) => {
      const found = rows.supply.row(code, row.id, SOME_DAY)
      if (!found) throw new Error(`no ${row.id}`)
      const told = rows.supply.describe(found, SOME_DAY)
      // Rapid's rooms are a map by number, whose order nobody tells.
      const ofRooms = [...told.rooms].sort((a, b) => Number(a.contentRoomId) - Number(b.contentRoomId))
      return { listing: read.get(row.id), told: code === 'expedia_rapid' ? { ...told, rooms: ofRooms } : told, row }
    })
  })
  /** Cases whose field is not what the world says, by id. */
  function wrong(of: (one: Case) => unknown, wanted: (one: Case) => unknown, only = (_: Case) => true) {
    return cases
      .filter(only)
      .filter((one) => JSON.stringify(of(one)) !== JSON.stringify(wanted(one)))
      .map((one) => [one.row.id, of(one), wanted(one)])
  }
  return { pass: () => pass, cases: () => cases, unknown, wrong }
}

export function hasForm(...forms: string[]) {
  return ({ told }: Case): boolean => forms.includes(told.oddities.form)
}
export function lacksForm(...forms: string[]) {
  return (one: Case): boolean => !hasForm(...forms)(one)
}
export function isOther({ row }: Case): boolean {
  return row.raw.name === 'Casa Azul Bed & Breakfast'
}
/** The phone of a row of an odd form is a number. */
export function phoneOf({ told }: Case): string | null {
  return told.oddities.form === 'TEXT_AS_NUMBER' ? '442071234567' : told.phone
}
export function timeOf(word: string | null): string | null {
  return word === 'noon' ? '12:00' : word === 'anytime' ? null : word
}
