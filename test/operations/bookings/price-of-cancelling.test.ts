import { setTimeout as sleep } from 'node:timers/promises'
import { describe, expect, it } from 'vitest'
import { cancelsOf } from '../../support/booker-cancels.ts'
import { recordOf, says } from '../../support/desk.ts'
import { HOUR, MINUTE, SECOND } from '../../support/offered.ts'
import { until } from '../../support/until.ts'
import { type Booker, useOneBooker } from '../../support/use-one-booker.ts'

/** What a cancellation was agreed to cost, and what it costs. */
let booker: Booker
useOneBooker((started) => {
  booker = started
})
const { accepted, cancel, freeFor } = cancelsOf(() => booker)

const CHARGED = { amountMinor: 12_104, currency: 'EUR' }
const WITHOUT_FIGURE = says({ chargedPenalty: null, supplierCancellationReference: 'C-1' })

/** Accepts a cancellation without a figure; from then on its record is what `record` gives. */
function acceptThen(record: () => ReturnType<typeof says> | Promise<ReturnType<typeof says>>): void {
  booker.desk.says('retrieve', says(recordOf()))
  booker.desk.says('cancel', () => {
    booker.desk.says('retrieve', record)
    return WITHOUT_FIGURE
  })
}

describe('what is free until a moment is not cancelled from that moment on', () => {
  it.each([
    ['is slow', 1.5 * SECOND, () => sleep(2 * SECOND)],
    ['has the organization’s clock jump over it', HOUR, () => booker.advance(2 * HOUR)],
  ])('though the record was asked for before: it %s', async (_what, ms, meanwhile) => {
    const { bookingId } = await booker.confirmed()
    await freeFor(bookingId, ms)
    const input = await accepted(bookingId)
    let isFirst = true
    booker.desk.says('retrieve', async () => {
      if (isFirst) await meanwhile()
      isFirst = false
      return says(recordOf())
    })
    booker.desk.asked.splice(0)
    expect(await cancel(input, 'cancel-1')).toMatchObject({
      status: 'CONFIRMED',
      cancellation: { outcome: 'NOT_EFFECTIVE', penaltyStatus: 'NO_CHARGE' },
    })
    expect(booker.desk.asked.filter(({ operation }) => operation === 'cancel')).toEqual([])
  })
})

describe('what a supplier has charged, which its answer does not tell,', () => {
  it('is read from its record', async () => {
    const { bookingId } = await booker.confirmed()
    acceptThen(() => says(recordOf({ status: 'CANCELLED', chargedPenalty: CHARGED })))
    const { cancellation } = await cancel(await accepted(bookingId), 'cancel-1')
    expect(cancellation.chargedPenalty).toMatchObject(CHARGED)
    expect((await booker.booking(bookingId)).cancellation).toMatchObject({
      chargedPenalty: CHARGED,
      supplierCancellationReference: 'C-1',
    })
  })

  it('holds nothing up: the booking is told as cancelled when its record is slow, and when a look reads it meanwhile', async () => {
    const { bookingId } = await booker.confirmed()
    const record = Promise.withResolvers<void>()
    let isFirst = true
    acceptThen(async () => {
      if (isFirst) {
        isFirst = false
        await record.promise
      }
      return says(recordOf({ status: 'CANCELLED' }))
    })
    const cancelling = cancel(await accepted(bookingId), 'cancel-1')
    await until(
      'the booking to be told as cancelled',
      async () => (await booker.booking(bookingId)).status === 'CANCELLED',
    )
    await booker.look(bookingId)
    record.resolve()
    expect((await cancelling).status).toBe('CANCELLED')
    expect((await booker.booking(bookingId)).cancellation?.supplierCancellationReference).toBe('C-1')
  })

  it('loses nothing when it cannot even be asked for', async () => {
    const { bookingId } = await booker.confirmed()
    const input = await accepted(bookingId)
    const suppliers: { open: typeof booker.deps.suppliers.open } = booker.deps.suppliers
    const { open } = suppliers
    acceptThen(() => says(recordOf()))
    booker.desk.says('cancel', () => {
      suppliers.open = () => Promise.reject(new Error('the database is out of reach'))
      return WITHOUT_FIGURE
    })
    expect((await cancel(input, 'cancel-1')).status).toBe('CANCELLED')
    suppliers.open = open
    await booker.sentAgo(bookingId, 'CANCEL', 5 * MINUTE)
    expect((await booker.look(bookingId)).booking).toMatchObject({
      status: 'CANCELLED',
      cancellation: { chargedPenalty: null },
    })
  })
})
