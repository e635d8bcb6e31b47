import { setTimeout as pause } from 'node:timers/promises'
import { describe, expect, it } from 'vitest'
import { createBooking } from '../../../src/operations/bookings/create-booking.ts'
import { reconcileBooking } from '../../../src/operations/bookings/follow-up/reconcile-booking.ts'
import { watchConfirmed } from '../../../src/operations/bookings/follow-up/watch-confirmed.ts'
import { moveBooking } from '../../../src/operations/bookings/machinery/move-booking.ts'
import { settleBooking } from '../../../src/operations/bookings/machinery/settle-booking.ts'
import type { Deps } from '../../../src/operations/deps.ts'
import { nobodysContext } from '../../../src/operations/supplier-calls.ts'
import { OfferClaimedError } from '../../../src/store/booking-writes.ts'
import type { SupplierOperation } from '../../../src/suppliers/supplier-call.ts'
import { recordOf, says } from '../../support/desk.ts'
import { HOUR, MINUTE } from '../../support/offered.ts'
import { bookingInput, caller } from '../../support/partner.ts'
import { until } from '../../support/until.ts'
import { type Booker, useOneBooker } from '../../support/use-one-booker.ts'

let booker: Booker
useOneBooker((started) => {
  booker = started
})

/** While the supplier is asked, something happens in the database; then it answers. */
function meanwhile(operation: SupplierOperation, sql: string, json: unknown): void {
  booker.desk.says(operation, async () => {
    await booker.query(sql)
    return says(json)
  })
}

describe('a look during which something happens', () => {
  it('leaves a call alone that was begun since', async () => {
    const { bookingId } = await booker.lost()
    meanwhile('find', `UPDATE bookings SET version = version + 1, pending_since = pending_since + interval '1 ms'`, [
      recordOf(),
    ])
    expect((await booker.look(bookingId)).booking.status).toBe('PROCESSING')
  })

  it('leaves a booking alone that waits for nothing any more', async () => {
    const { bookingId } = await booker.lost()
    meanwhile(
      'find',
      `UPDATE bookings SET version = version + 1, status = 'CONFIRMED', pending_operation = NULL, pending_since = NULL`,
      [recordOf({ supplierBookingId: 'found' })],
    )
    expect((await booker.look(bookingId)).booking).toMatchObject({ status: 'CONFIRMED', supplierBookingId: null })
  })

  it('leaves a call alone that is another one', async () => {
    const { bookingId } = await booker.lost()
    meanwhile('find', `UPDATE bookings SET version = version + 1, pending_operation = 'CONFIRM_HOLD'`, [recordOf()])
    expect((await booker.look(bookingId)).booking).toMatchObject({ status: 'PROCESSING', supplierBookingId: null })
  })

  it('hears what the call itself has told', async () => {
    const { bookingId } = await booker.lost()
    await booker.sentAgo(bookingId, 'CREATE', MINUTE)
    meanwhile('find', `UPDATE booking_attempts SET outcome = 'ACCEPTED'`, [])
    expect((await booker.look(bookingId)).booking.status).toBe('PROCESSING')
  })

  it('that finds a call unsent leaves one alone that was begun since', async () => {
    const { bookingId } = await booker.lost()
    await booker.query(`UPDATE booking_attempts SET outcome = 'NOT_SENT', sent_at = NULL`)
    const { store } = booker.deps
    const of: typeof store.attempts.of = async (...asked) => {
      const attempts = await store.attempts.of(...asked)
      await booker.query(`UPDATE bookings SET version = version + 1, pending_since = pending_since + interval '1 ms'`)
      return attempts
    }
    const deps = { ...booker.deps, store: { ...store, attempts: { ...store.attempts, of } } }
    await reconcileBooking(deps, { bookingId, look: { leaseId: null }, context: nobodysContext('req_5') })
    expect((await booker.booking(bookingId)).status).toBe('PROCESSING')
  })

  it('of a confirmed booking leaves it alone when it has been cancelled', async () => {
    const { bookingId } = await booker.confirmed()
    meanwhile(
      'retrieve',
      `UPDATE bookings SET version = version + 1, status = 'CANCELLATION_PENDING', pending_operation = 'CANCEL', status_before_cancel = 'CONFIRMED'`,
      recordOf({ status: 'CANCELLED' }),
    )
    const { booking } = await booker.look(bookingId)
    expect(booking.status).toBe('CANCELLATION_PENDING')
    booker.desk.says('retrieve', async () => {
      await booker.query(`UPDATE bookings SET status = 'CANCELLATION_PENDING'`)
      return 'SILENT' as const
    })
    await booker.query(`UPDATE bookings SET status = 'CONFIRMED', check_in_date = to_char(now(), 'YYYY-MM-DD')`)
    await booker.look(bookingId)
    expect(await booker.cases(bookingId)).toEqual([])
  })

  it('of a hold leaves it alone when it is being confirmed', async () => {
    const { bookingId } = await booker.held()
    meanwhile(
      'retrieve',
      `UPDATE bookings SET version = version + 1, status = 'PROCESSING', pending_operation = 'CONFIRM_HOLD'`,
      recordOf({ status: 'CANCELLED' }),
    )
    expect((await booker.look(bookingId)).booking.status).toBe('PROCESSING')
  })

  it('of a failed booking leaves it alone when it was reopened', async () => {
    const { bookingId } = await booker.lost()
    await booker.sentAgo(bookingId, 'CREATE', HOUR)
    booker.desk.says('find', says([]))
    await booker.look(bookingId)
    meanwhile('find', `UPDATE bookings SET version = version + 1, status = 'CONFIRMED'`, [recordOf()])
    expect((await booker.look(bookingId)).booking).toMatchObject({ status: 'CONFIRMED', supplierBookingId: null })
  })

  it('plans nothing when its lease was lost', async () => {
    const { bookingId } = await booker.lost()
    const take = `UPDATE bookings SET lease_id = 'another', look_at = gateway_now(organization_id) + interval '999 s', looks = 7`
    booker.desk.says('find', async () => {
      await booker.query(take)
      return 'SILENT' as const
    })
    expect((await booker.look(bookingId)).plan).toMatchObject({ inS: 999, looks: 7 })
    meanwhile('find', take, [recordOf({ status: 'PENDING' })])
    const { booking, plan } = await booker.look(bookingId)
    expect(plan).toMatchObject({ inS: 999, looks: 7 })
    expect(booking.supplierBookingId).toBe('theirs-1')
  })

  it('that nobody has planned plans nothing, and still writes what it found', async () => {
    const { bookingId } = await booker.confirmed()
    await booker.query(`UPDATE bookings SET look_at = gateway_now(organization_id) + interval '999 s', looks = 2`)
    booker.desk.says('retrieve', says(recordOf({ hotelConfirmationNumber: 'H-1' })))
    const context = nobodysContext('req_4')
    await watchConfirmed(booker.deps, { bookingId, look: { leaseId: null }, context })
    expect((await booker.booking(bookingId)).hotelConfirmation.number).toBe('H-1')
    expect(await booker.plan(bookingId)).toMatchObject({ inS: 999, looks: 2 })
    booker.desk.says('retrieve', says(recordOf({ supplierBookingCode: 'code' })))
    await watchConfirmed(booker.deps, { bookingId, look: { leaseId: null }, context })
    expect(await booker.plan(bookingId)).toMatchObject({ inS: 999, looks: 2 })
  })
})

describe('a process whose clock is wrong', () => {
  it.each([
    [HOUR, 29 * MINUTE, false],
    [-HOUR, 31 * MINUTE, true],
  ])('by %i ms decides by the database’s: %i ms; operator: %s', async (skewMs, waitedMs, needsOperator) => {
    const { bookingId } = await booker.lost()
    await booker.waited(bookingId, waitedMs)
    booker.core.clock.setSkew(skewMs)
    try {
      expect((await booker.look(bookingId)).booking.needsOperator).toBe(needsOperator)
    } finally {
      booker.core.clock.setSkew(0)
    }
  })
})

describe('a booking that is settled', () => {
  it('by two at once is decided by each once, one after the other', async () => {
    const { bookingId, version } = await booker.confirmed()
    let decisions = 0
    async function decide() {
      decisions += 1
      await pause(100)
      return { keep: {} }
    }
    await Promise.all([
      settleBooking(booker.deps, bookingId, { decide }),
      settleBooking(booker.deps, bookingId, { decide }),
    ])
    expect(decisions).toBe(2)
    expect((await booker.booking(bookingId)).version).toBe(version + 2)
  })

  it('is read again when another process was faster, until it is written', async () => {
    const read = await booker.confirmed()
    const seen: number[] = []
    const settled = await settleBooking(
      booker.deps,
      { ...read, version: read.version - 1 },
      {
        decide: ({ version }) => {
          seen.push(version)
          return { keep: { supplierBookingCode: 'new' } }
        },
      },
    )
    expect(seen).toEqual([read.version - 1, read.version])
    expect(settled).toMatchObject({ version: read.version + 1, supplierBookingCode: 'new' })
  })

  it('is read when there is nothing to write by what was known', async () => {
    const read = await booker.confirmed()
    const settled = await settleBooking(booker.deps, { ...read, status: 'FAILED' }, { decide: () => null })
    expect(settled.status).toBe('CONFIRMED')
  })

  it('is given up after eight tries, and is somebody’s fault when it is nobody’s', async () => {
    const { bookingId } = await booker.confirmed()
    let tries = 0
    function decide(): { keep: object } {
      tries += 1
      return { keep: {} }
    }
    const rivals: Deps = { ...booker.deps, store: { ...booker.deps.store, transaction: (work) => rival(work) } }
    function rival<T>(work: Parameters<Deps['store']['transaction']>[0]): Promise<T> {
      return booker.deps.store.transaction((tx) =>
        work({ ...tx, bookings: { ...tx.bookings, keep: async () => null } }),
      ) as Promise<T>
    }
    await expect(settleBooking(rivals, bookingId, { decide })).rejects.toThrow('could not be written in 8 tries')
    expect(tries).toBe(8)
    await expect(settleBooking(booker.deps, 'ubk_x', { decide })).rejects.toThrow('no booking ubk_x')
  })

  it('cannot be moved as the machine forbids', async () => {
    const read = await booker.confirmed()
    const moving = booker.deps.store.transaction((tx) => moveBooking(booker.deps, tx, { read, trigger: 'HOLD_LAPSED' }))
    await expect(moving).rejects.toThrow('HOLD_LAPSED is not allowed for a booking that is CONFIRMED')
  })
})

describe('a creation that others are faster than', () => {
  /** The first writes come to nothing, each in its way. */
  function beaten(ways: (() => boolean)[]): { deps: Deps; tries: () => number } {
    const { store } = booker.deps
    let tries = 0
    const create: Deps['store']['bookings']['create'] = async (creation) => {
      tries += 1
      const way = ways.shift()
      return way ? way() : store.bookings.create(creation)
    }
    return {
      deps: { ...booker.deps, store: { ...store, bookings: { ...store.bookings, create } } },
      tries: () => tries,
    }
  }
  function claimed(): boolean {
    throw new OfferClaimedError()
  }

  it('begins anew when the key is gone, or the offer is free again, three times at the most', async () => {
    booker.desk.says('book', says(recordOf()))
    const sent = { input: bookingInput(await booker.offer()), key: 'key-1' }
    const never = beaten([() => false, claimed, () => false])
    expect(await createBooking(never.deps, caller(), sent)).toMatchObject({ error: { code: 'SERVICE_UNAVAILABLE' } })
    expect(never.tries()).toBe(3)
    expect(booker.desk.asked).toEqual([])
    const third = beaten([claimed, () => false])
    expect(await createBooking(third.deps, caller(), sent)).toMatchObject({ ok: true, value: { replayed: false } })
    expect(third.tries()).toBe(3)
  })
})

describe('a creation whose write had no answer', () => {
  function cutOff(code: string): Deps {
    const { store } = booker.deps
    return {
      ...booker.deps,
      store: {
        ...store,
        bookings: {
          ...store.bookings,
          create: async (creation) => {
            await store.bookings.create(creation)
            throw Object.assign(new Error('the connection was cut'), { code })
          },
        },
      },
    }
  }

  it.each([
    ['ECONNRESET', 'CONFIRMED', 1],
    ['OURS', 'PROCESSING', 0],
  ])('(%s) is %s in the end', async (code, status, calls) => {
    booker.desk.says('book', says(recordOf()))
    const sent = { input: bookingInput(await booker.offer()), key: 'key-1' }
    await expect(createBooking(cutOff(code), caller(), sent)).rejects.toThrow('the connection was cut')
    const [{ id }] = await booker.query('SELECT id FROM bookings')
    await until('the booking to be settled', async () => calls === 0 || (await booker.booking(id)).status === status)
    expect(booker.desk.asked).toHaveLength(calls)
    expect(await createBooking(booker.deps, caller(), sent)).toMatchObject({
      value: { replayed: true, booking: { status } },
    })
  })
})
