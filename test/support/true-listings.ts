import { createClock } from '../../src/platform/clock.ts'
import { sandboxCatalogue } from '../../src/sandbox/catalogue/catalogue.ts'
import { dayOf } from '../../src/sandbox/content/life.ts'
import { truthLines } from '../../src/sandbox/content/truth.ts'
import { createWorld } from '../../src/sandbox/content/world.ts'
import type { Json } from './http-client.ts'

/** What is true of the sandbox's hotels and listings today. */
export type Truth = {
  /** By SUPPLIER/ID, open listings only: the number of their hotel. */
  readonly hotelOf: ReadonlyMap<string, number>
  /** The hotels of a city that any supplier has. */
  readonly hotelsIn: (city: string) => ReadonlySet<number>
}

export function truthOfToday(): Truth {
  const catalogue = sandboxCatalogue()
  const lines = [...truthLines(catalogue, createWorld(catalogue), dayOf(createClock().real()))].map(
    (line): Json => JSON.parse(line),
  )
  const open = lines.filter(({ type, is_open: isOpen }) => type === 'listing' && isOpen)
  const hotelOf = new Map(open.map((one) => [`${one.supplier_code}/${one.supplier_hotel_id}`, Number(one.hotel)]))
  const listed = new Set(hotelOf.values())
  return {
    hotelOf,
    hotelsIn: (city) =>
      new Set(
        lines
          .filter((one) => one.type === 'hotel' && one.city === city && listed.has(one.hotel))
          .map((one): number => one.hotel),
      ),
  }
}
