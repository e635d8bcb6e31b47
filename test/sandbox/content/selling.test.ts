import { afterAll, beforeAll, describe, expect, it } from 'vitest'
import { SANDBOX_SUPPLIERS } from '../../../src/sandbox/catalogue/types.ts'
import { createWorld, type Listed } from '../../../src/sandbox/content/world.ts'
import { SUPPLIERS } from '../../../src/suppliers/registry.ts'
import type { Supplier } from '../../../src/suppliers/supplier.ts'
import {
  bookingOf,
  COUPLE,
  questionFor,
  type SupplierSandbox,
  startSupplierSandbox,
} from '../../support/suppliers/sandbox.ts'
import { wireFaults } from '../../support/suppliers/wire-faults.ts'

/** What the content has beside the catalogue is for sale: second listings, neighbours, apartments, hotels of one supplier. */
let sandbox: SupplierSandbox
beforeAll(async () => {
  sandbox = await startSupplierSandbox()
})
afterAll(() => sandbox?.close())

function supplierOf(code: string): Supplier {
  const supplier = SUPPLIERS.find((one) => one.code === code)
  if (!supplier) throw new Error(`no supplier ${code}`)
  return supplier
}

describe.each(SANDBOX_SUPPLIERS)('%s', (code) => {
  const supplier = supplierOf(code)

  function further(): readonly Listed[] {
    return createWorld(sandbox.catalogue)
      .listings(code)
      .filter(({ standing }) => standing !== 'MAPPED' && standing !== 'SCENARIO')
  }

  it('finds most of them by a search', async () => {
    const ids = further().map(({ supplierHotelId }) => supplierHotelId)
    const batches = Array.from(
      { length: Math.min(3, Math.ceil(ids.length / supplier.capabilities.hotelsPerSearch)) },
      (_, n) => ids.slice(n * supplier.capabilities.hotelsPerSearch, (n + 1) * supplier.capabilities.hotelsPerSearch),
    )
    const answers = await Promise.all(
      batches.map((supplierHotelIds) =>
        supplier.search(sandbox.call(supplier), { ...questionFor(COUPLE), supplierHotelIds }),
      ),
    )
    const found = answers.flatMap((answer) => (answer.ok ? answer.value.quotes : []))
    expect(found.length / batches.flat().length).toBeGreaterThan(0.8)
  })

  it('books one of each kind', async () => {
    const kinds = Map.groupBy(further(), ({ standing }) => standing)
    expect(kinds.size).toBeGreaterThan(1)
    for (const [, listings] of kinds) {
      const booked: string[] = []
      // Some are sold out for the stay, some rates are gone at the check.
      for (const { supplierHotelId } of listings.slice(0, 12)) {
        const question = { ...questionFor(COUPLE), supplierHotelId, hotelTimeZone: null }
        const rooms = await supplier.rooms(sandbox.call(supplier), question)
        const rate = rooms.ok ? rooms.value.rates[0] : undefined
        if (!rate) continue
        const checked = await supplier.checkPrice(sandbox.call(supplier), { ...question, rate })
        if (!checked.ok || !checked.value.available) continue
        const outcome = await supplier.book(sandbox.call(supplier), bookingOf(checked.value.rate, questionFor(COUPLE)))
        expect(outcome.outcome).toBe('ACCEPTED')
        booked.push(supplierHotelId)
        break
      }
      expect(booked).toHaveLength(1)
    }
    expect(wireFaults(sandbox)).toEqual([])
  })
})
