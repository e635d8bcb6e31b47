import { randomUUID } from 'node:crypto'
import { describe, expect, it } from 'vitest'
import { liteapi } from '../../src/suppliers/liteapi/index.ts'
import { admin } from '../support/admin.ts'
import type { TestDatabase } from '../support/database.ts'
import { type StartedGateway } from '../support/gateway.ts'
import { bookingInput, httpJourney, party, prebookRoom, scenarioHotel, stay } from '../support/journey.ts'
import { COUPLE, questionFor, scenarioAt, startSupplierSandbox } from '../support/suppliers/sandbox.ts'
import { useGateway } from '../support/use-gateway.ts'

let database: TestDatabase
let gateway: StartedGateway

useGateway((started) => {
  ;({ database, gateway } = started)
})

describe('[L-16] how often is looked for each booking', () => {
  it('is counted for each connection, whichever process looks, and told to operators', {
    timeout: 180_000,
  }, async () => {
    const journey = httpJourney(gateway)
    const hotelId = await scenarioHotel(gateway, 'refundable-late-liteapi')
    for (const days of [30, 40, 50]) await journey.rooms(hotelId, { ...stay(days), ...party })
    const { offer } = await prebookRoom(journey, hotelId)
    const booked = await journey.book(bookingInput(offer, 'INSTANT'), randomUUID())
    expect(booked.status).toMatch(/CONFIRMED|PROCESSING/)
    await expect
      .poll(async () => (await admin(database, 'supplier', 'show', 'conn_sandbox_liteapi'))[0], {
        timeout: 180_000,
        interval: 1_000,
      })
      .toMatchObject({ calls: { rooms: 4, price_check: 1, book: 1 }, lookToBook: 5 })
  })

  it('has no call that LiteAPI charges for: neither places nor its price index', async () => {
    const sandbox = await startSupplierSandbox()
    try {
      const question = questionFor(COUPLE)
      const supplierHotelId = scenarioAt(liteapi, 'confirm')
      await liteapi.search(sandbox.call(liteapi), { ...question, supplierHotelIds: [supplierHotelId] })
      await liteapi.rooms(sandbox.call(liteapi), { ...question, supplierHotelId, hotelTimeZone: null })
      expect([...sandbox.exchanges]).toEqual(['POST /hotels/rates 200'])
    } finally {
      await sandbox.close()
    }
  })
})
