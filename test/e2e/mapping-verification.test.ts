import { describe, expect, it } from 'vitest'
import type { TestDatabase } from '../support/database.ts'
import { type StartedGateway } from '../support/gateway.ts'
import type { Json } from '../support/http-client.ts'
import { bookScenario, httpJourney, type Journey, scenarioHotel } from '../support/journey.ts'
import { until } from '../support/until.ts'
import { useGateway } from '../support/use-gateway.ts'

let database: TestDatabase
let gateway: StartedGateway
let journey: Journey

useGateway((started) => {
  ;({ database, gateway } = started)
  journey = httpJourney(gateway)
})

/** As a new listing is, before anybody has looked at it. */
async function unlook(slug: string): Promise<string> {
  const id = await scenarioHotel(gateway, slug)
  await database.query("UPDATE supplier_hotels SET verification = 'PENDING' WHERE hotel_id = $1", [id])
  return id
}

async function verificationOf(hotelId: string): Promise<string> {
  return (await database.query('SELECT verification FROM supplier_hotels WHERE hotel_id = $1', [hotelId]))[0]
    .verification
}

function judged(hotelId: string): Promise<string> {
  return until('a verdict', async () => {
    const now = await verificationOf(hotelId)
    return now === 'PENDING' ? null : now
  })
}

function confirm({ booking_id: id, accepted_offer_id: offerId }: Json): Promise<Json> {
  return journey.confirmHold(id, offerId)
}

describe('the listing that a hold is made from', () => {
  it('[C-085] is verified by the supplier’s own description of the hotel, and the hold can be confirmed', async () => {
    const hotelId = await unlook('hold')
    const held = await bookScenario(gateway, journey, 'hold', 'HOLD')
    expect(await judged(hotelId)).toBe('VERIFIED')
    expect((await confirm(held)).status).toBe('PROCESSING')
    const [entry] = await database.query("SELECT * FROM audit_log WHERE action = 'mapping.verified'")
    expect(entry).toMatchObject({ actor: 'system', details: { hotelId: Number(hotelId) } })
  })

  it('[C-085] [C-087] is told from another hotel, and the hold is not confirmed', async () => {
    const hotelId = await unlook('hold-lapses')
    await database.query('UPDATE hotels SET latitude = latitude + 0.5 WHERE id = $1', [hotelId])
    const held = await bookScenario(gateway, journey, 'hold-lapses', 'HOLD')
    expect(await judged(hotelId)).toBe('UNVERIFIED')
    expect((await confirm(held)).code).toBe('HOTEL_MAPPING_UNVERIFIED')
    expect((await journey.booking(held.booking_id)).status).toBe('ON_HOLD')
  })

  it('[C-085] stays pending while the supplier does not describe it', async () => {
    const hotelId = await scenarioHotel(gateway, 'mapping-pending')
    const held = await bookScenario(gateway, journey, 'mapping-pending', 'HOLD')
    await until('the supplier to be asked', async () =>
      (await (await fetch(`${gateway.url}/metrics`)).text()).includes('operation="describe_hotel",outcome="503"'),
    )
    expect(await verificationOf(hotelId)).toBe('PENDING')
    expect((await confirm(held)).code).toBe('HOTEL_MAPPING_CHECK_PENDING')
  })
})
