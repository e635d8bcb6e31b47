import { expect } from 'vitest'
import type { Json } from './http-client.ts'
import { until } from './until.ts'
import {
  book,
  bookAtItsPrice,
  bookedToEnd,
  cancelled,
  confirm,
  endsAs,
  held,
  inSeconds,
  offerAndBook,
  optionsIn,
  optionsInFull,
  prebooked,
  reaches,
  roomEvents,
  type Walker,
} from './walker.ts'

export type Walk = (walker: Walker) => Promise<unknown>

export const MINUTE_S = 60
/** By then a supplier's record has been looked at again. */
export const LOOKED_AT_AGAIN_S = 3 * MINUTE_S
/** By then a booking that its supplier does not know is a person's. */
export const GIVEN_UP_AFTER_S = 40 * MINUTE_S

export async function confirmed(walker: Walker): Promise<string> {
  return bookedToEnd(walker, await offerAndBook(walker))
}

export async function failed(walker: Walker): Promise<void> {
  const { booking_id: id } = await offerAndBook(walker)
  await reaches(walker, id, 'FAILED')
  endsAs(walker, id, { status: 'FAILED', through: ['PROCESSING', 'FAILED'], isAtSupplier: false })
}

export function cancelledAt(penaltyStatus: string): Walk {
  return async (walker) => cancelled(walker, await offerAndBook(walker), penaltyStatus)
}

export async function heldAndConfirmed(walker: Walker): Promise<readonly string[]> {
  const booking = await held(walker)
  const codes = await confirm(walker, booking)
  endsAs(walker, booking.booking_id, { status: 'CONFIRMED', through: ['ON_HOLD', 'PROCESSING', 'CONFIRMED'] })
  return codes
}

/** Of all the holds that nobody confirms: their supplier drops them at their deadline. */
export async function lapses(walker: Walker, { booking_id: id }: Json): Promise<void> {
  const { hold_deadline_at: deadline } = (await walker.http.get(`/hotels/book/${id}`)).body.data
  endsAs(walker, id, { status: 'CANCELLED', through: ['ON_HOLD', 'CANCELLED'], never: ['CONFIRMED'] })
  walker.ledger.later.push({
    at: Date.parse(deadline) + 2 * MINUTE_S * 1_000,
    act: async () => {
      await reaches(walker, id, 'CANCELLED')
      const { cancellation } = (await walker.http.get(`/hotels/book/${id}`)).body.data
      expect(cancellation).toMatchObject({ cause: 'HOLD_LAPSED' })
    },
  })
}

export function unconfirmable(code: string): Walk {
  return async (walker) => {
    const booking = await held(walker)
    expect(await walker.partner.confirmHold(booking.booking_id, booking.accepted_offer_id)).toMatchObject({ code })
    await reaches(walker, booking.booking_id, 'ON_HOLD')
    await lapses(walker, booking)
  }
}

export async function withoutServiceRoom(walker: Walker): Promise<void> {
  for (const { allocations } of await optionsInFull(walker))
    expect(allocations.map(({ service_room: room }: Json) => room)).toEqual([null])
  await confirmed(walker)
}

export function pricedIn(currency: string, exponent: number): Walk {
  return async (walker) => {
    for (const { price } of await optionsInFull(walker))
      expect(price.total).toMatchObject({ currency, currency_exponent: exponent })
    await confirmed(walker)
  }
}

/** No supplier has a room, and the one of the scenario says it so. */
export async function withoutRooms(
  walker: Walker,
  isSaid: (event: Json) => boolean,
  changes: Json = {},
): Promise<void> {
  const events = await roomEvents(walker, changes, (all) => all.some(isSaid))
  expect(optionsIn(events), `rooms at ${walker.slug}`).toEqual([])
}

export async function hasDiscrepancies(walker: Walker, bookingId: string, ...paths: readonly string[]): Promise<void> {
  await until(
    `${paths.join()} of ${walker.slug}`,
    async () => {
      const { discrepancies } = (await walker.http.get(`/hotels/book/${bookingId}`)).body.data
      return discrepancies.map(({ path }: Json) => path).join() === paths.join()
    },
    120_000,
  )
}

/** Free of charge now, whatever the supplier calls it. */
export function isFree({ cancellation }: Json): boolean {
  return cancellation.penalties[0]?.penalty_status === 'NO_CHARGE'
}

export async function refundableLate(walker: Walker): Promise<void> {
  const option = (await optionsInFull(walker)).find(isFree)
  expect(option, `something free to cancel at ${walker.slug}`).toBeDefined()
  const { offer } = await walker.partner.prebook(option.booking_token)
  await cancelled(walker, await book(walker, offer), 'NO_CHARGE')
}

/** The night's comparison of a connection with its supplier's books begins now. */
export async function compareBooks({ database }: Walker, supplierCode: string): Promise<void> {
  await until('its night to be planned', async () => {
    const due = 'UPDATE supplier_comparisons SET due_at = now() WHERE connection_id = $1 RETURNING 1'
    return (await database.query(due, [`conn_sandbox_${supplierCode}`])).length === 1
  })
}

export async function hasOrphan(walker: Walker): Promise<void> {
  await confirmed(walker)
  await inSeconds(walker, 0, async () => {
    await compareBooks(walker, 'hotelbeds')
    await until(
      'the case of the orphan',
      async () => (await walker.database.query("SELECT 1 FROM cases WHERE kind = 'ONLY_AT_SUPPLIER'")).length === 1,
      120_000,
    )
  })
}

export async function onlyRoomOnly(walker: Walker): Promise<void> {
  const boards = (await optionsInFull(walker)).map(({ board }) => board.code)
  expect([...new Set(boards)]).toEqual(['RO'])
  await confirmed(walker)
}

export async function changed(walker: Walker, status: string): Promise<Json> {
  const answer = await prebooked({ ...walker, partner: walker.http })
  expect(answer).toMatchObject({ status, next_action: 'ACCEPT_CHANGES' })
  await bookedToEnd(walker, await bookAtItsPrice(walker, answer.offer))
  return answer
}
