import { afterAll, beforeAll, expect, it } from 'vitest'
import type { Core } from '../../src/core.ts'
import { standingCause } from '../../src/operations/operator/cases/standing-cause.ts'
import { settleByOperator } from '../../src/operations/operator/settle-by-operator.ts'
import { alterRecord } from '../support/alter-record.ts'
import type { Json } from '../support/http-client.ts'
import { bookScenario, httpJourney } from '../support/journey.ts'
import { openCore } from '../support/open-core.ts'
import { until } from '../support/until.ts'
import { type Started, useGateway } from '../support/use-gateway.ts'

let started: Started
let core: Core

useGateway((given) => {
  started = given
})

beforeAll(async () => {
  core = await openCore(started.database)
})

afterAll(async () => {
  await core?.close()
})

function bookingUntil(bookingId: string, isMeant: (booking: Json) => boolean): Promise<Json> {
  return until(`the booking ${bookingId}`, async () => {
    const booking = await httpJourney(started.gateway).booking(bookingId)
    return isMeant(booking) && booking
  })
}

async function forgottenBySupplier(bookingId: string): Promise<void> {
  const { database, http } = started
  const [announced] = await database.query("SELECT body FROM sandbox_records WHERE kind = 'sandbox-suppliers'")
  const [row] = await database.query('SELECT supplier_reference FROM bookings WHERE id = $1', [bookingId])
  await alterRecord(announced?.body.hotelbeds, { reference: row?.supplier_reference, forgotten: true })
  await http.post('/sandbox/clock', { advance_seconds: 25 * 3_600 })
}

function settle(bookingId: string) {
  const found = { settlement: 'cancelled', supplierBookingId: null, note: 'they cancelled it' } as const
  return settleByOperator(core.deps, { ...found, bookingId, actor: 'operator:ada' })
}

it('[C-113] [C-136] an operator cancels a confirmed booking that is gone at its supplier, with that cause; not one that stands', {
  timeout: 180_000,
}, async () => {
  const { booking_id: id } = await bookScenario(started.gateway, httpJourney(started.gateway), 'confirm', 'INSTANT')
  await bookingUntil(id, ({ status }) => status === 'CONFIRMED')
  expect(await settle(id)).toMatchObject({ ok: false, error: expect.stringContaining('does not wait') })
  await forgottenBySupplier(id)
  await bookingUntil(id, ({ discrepancies }) => discrepancies.length > 0)
  const [open] = await core.store.cases.openOf(id)
  if (!open) throw new Error('there is no case')
  expect(await standingCause(core.deps, open)).toEqual({
    stands: null,
    commands: [`booking show --id ${id}`, `booking settle --id ${id} --found cancelled --note "…"`],
  })
  expect(await settle(id)).toMatchObject({ ok: true })
  const { cancellation, status } = await httpJourney(started.gateway).booking(id)
  expect(status).toBe('CANCELLED')
  expect(cancellation).toMatchObject({
    cause: 'CANCELLED_BY_OPERATOR',
    requested_at: null,
    cancelled_at: expect.stringMatching(/Z$/),
    penalty_status: 'UNKNOWN',
  })
  const events = await started.database.query(
    'SELECT body FROM booking_events WHERE booking_id = $1 ORDER BY sequence',
    [id],
  )
  expect(JSON.parse(events.at(-1)?.body)).toMatchObject({
    type: 'booking.cancelled',
    data: { change: { cause: 'CANCELLED_BY_OPERATOR' }, booking: { cancellation } },
  })
  expect(await core.store.cases.openOf(id)).toEqual([])
})
