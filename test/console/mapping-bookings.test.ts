import { expect, it } from 'vitest'
import { signIn } from '../support/console-client.ts'
import type { TestDatabase } from '../support/database.ts'
import { type StartedGateway } from '../support/gateway.ts'
import type { Json } from '../support/http-client.ts'
import { bookScenario, httpJourney } from '../support/journey.ts'
import { useGateway } from '../support/use-gateway.ts'

let database: TestDatabase
let gateway: StartedGateway

useGateway((started) => {
  ;({ database, gateway } = started)
})

it('[22] a listing with open bookings leaves its hotel by the word of two people', async () => {
  const booking = await bookScenario(gateway, httpJourney(gateway), 'hold', 'HOLD')
  const [sold] = await database.query(
    `SELECT supplier_code || '/' || (terms->>'supplierHotelId') AS listing, hotel_id FROM bookings WHERE id = $1`,
    [booking.booking_id],
  )
  const [first, second] = [
    await signIn({ url: gateway.url, database }),
    await signIn({ url: gateway.url, database, name: 'sandbox-second' }),
  ]
  async function mapped(): Promise<Json> {
    const document =
      'query ($listing: ID!) { mappingPair(listing: $listing) { listing { hotelId } bookings { id hotelId } } }'
    return (await first.ask(document, { listing: sold.listing })).mappingPair
  }
  expect((await mapped()).bookings).toEqual([{ id: booking.booking_id, hotelId: sold.hotel_id }])

  const stays = await first.ask(
    `mutation { rejectMapping(listing: "${sold.listing}", hotel: "${sold.hotel_id + 1}", reason: "it is not that one") { proposal { id } } }`,
  )
  expect(stays.rejectMapping.proposal).toBeNull()
  const written = await first.ask(
    `mutation { rejectMapping(listing: "${sold.listing}", hotel: "0${sold.hotel_id}", reason: "it is that one") { rows proposal { action } } }`,
  )
  expect(written.rejectMapping, 'however its number is written').toEqual({
    rows: [],
    proposal: { action: 'mapping reject' },
  })

  const { removeMapping } = await first.ask(
    `mutation { removeMapping(listing: "${sold.listing}", reason: "the house next door") { rows proposal { id action } } }`,
  )
  expect(removeMapping).toMatchObject({ rows: [], proposal: { action: 'mapping remove' } })
  expect((await mapped()).listing.hotelId).toBe(sold.hotel_id)

  const approve = 'mutation ($id: ID!) { approveProposal(id: $id, reason: "seen on the map") { rows } }'
  const { id } = removeMapping.proposal
  expect(await first.refusal(approve, { id })).toBe('CONFLICT')
  await second.ask(approve, { id })
  expect((await mapped()).listing.hotelId).toBeNull()
  const [row] = await database.query('SELECT hotel_id FROM bookings WHERE id = $1', [booking.booking_id])
  expect(row.hotel_id).toBe(sold.hotel_id)
  expect(
    await database.query("SELECT kind FROM cases WHERE subject = $1 AND kind = 'LISTING_LEFT'", [booking.booking_id]),
  ).toHaveLength(1)
})
