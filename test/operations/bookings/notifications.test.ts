import { randomUUID } from 'node:crypto'
import { beforeEach, describe, expect, it } from 'vitest'
import {
  createReceiveNotification,
  type ReceiveNotification,
} from '../../../src/operations/bookings/follow-up/receive-supplier-notification.ts'
import { createSeenMessages } from '../../../src/operations/bookings/follow-up/seen-messages.ts'
import type { Booking } from '../../../src/store/booking.ts'
import type { SupplierNotification } from '../../../src/suppliers/supplier.ts'
import { recordOf, says } from '../../support/desk.ts'
import { until } from '../../support/until.ts'
import { type Booker, useOneBooker } from '../../support/use-one-booker.ts'

let booker: Booker
let receive: ReceiveNotification
useOneBooker((started) => {
  booker = started
})

const PATH = 'a'.repeat(32)

beforeEach(async () => {
  receive = createReceiveNotification(booker.deps)
  await booker.query(`UPDATE supplier_connections SET notification_token = $1 WHERE id = 'con_desk'`, [PATH])
})

function message(reference: string, id: string = randomUUID(), token = 'secret'): string {
  return JSON.stringify({ token, reference, id })
}

function send(body: string, { token = PATH, address = '192.0.2.77' } = {}) {
  return receive({ requestId: 'req_n', token, body, address })
}

function finds(): number {
  return booker.desk.asked.filter(({ operation }) => operation === 'find').length
}

describe('a supplier’s message', () => {
  let booking: Booking
  beforeEach(async () => {
    booking = await booker.lost()
    booker.desk.says('find', says([recordOf()]))
  })

  it('has the booking that it names looked at', async () => {
    expect(await send(message(booking.supplierReference))).toEqual({ ok: true, value: null })
    await until(
      'the booking to be confirmed',
      async () => (await booker.booking(booking.bookingId)).status === 'CONFIRMED',
    )
    expect(booker.desk.asked.at(-1)?.body.requestId).toBe('req_n')
  })

  it('that comes again, here or at another process, is heard once', async () => {
    booker.desk.says('find', says([]))
    await send(message(booking.supplierReference, 'm-1'))
    await until('the look', () => finds() === 1)
    await send(message(booking.supplierReference, 'm-1'))
    receive = createReceiveNotification(booker.deps)
    await send(message(booking.supplierReference, 'm-1'))
    await send(message(booking.supplierReference, 'm-2'))
    await until('the second look', () => finds() === 2)
  })

  it('about a booking that is looked at causes one more look, however often it comes', async () => {
    let release: () => void = () => undefined
    const held = new Promise<void>((resolve) => {
      release = resolve
    })
    booker.desk.says('find', async () => {
      await held
      return says([])
    })
    for (const _ of [1, 2, 3, 4]) await send(message(booking.supplierReference))
    await until('the first look', () => finds() === 1)
    release()
    await until('the second look', () => finds() === 2)
    await send(message(booking.supplierReference))
    await until('a third look', () => finds() >= 3)
    expect(finds()).toBe(3)
  })

  it('about nobody’s booking is taken and ignored', async () => {
    expect(await send(message('NOBODYS'))).toMatchObject({ ok: true })
    expect(finds()).toBe(0)
  })

  it.each([
    ['unsigned', () => send(message(booking.supplierReference, 'm', 'wrong'), { address: '192.0.2.1' })],
    [
      'at an unknown path',
      () => send(message(booking.supplierReference), { token: 'b'.repeat(32), address: '192.0.2.2' }),
    ],
    ['at no path at all', () => send(message(booking.supplierReference), { token: 'x', address: '192.0.2.3' })],
    ['at a longer path', () => send(message(booking.supplierReference), { token: `${PATH}a`, address: '192.0.2.4' })],
  ])('that is %s is not found, and changes nothing', async (_what, sent) => {
    expect(await sent()).toMatchObject({ ok: false, error: { code: 'NOT_FOUND' } })
    expect(finds()).toBe(0)
  })

  it('of somebody who guesses is refused after a while; who is right is not', async () => {
    const address = '192.0.2.99'
    const answers: string[] = []
    for (let count = 0; count < 61; count++) {
      const answer = await send(message('X', 'm', 'wrong'), { address })
      answers.push(answer.ok ? 'ok' : answer.error.code)
    }
    expect(answers[0]).toBe('NOT_FOUND')
    expect(answers.at(-1)).toBe('RATE_LIMITED')
    const refused = await send(message('X'), { address })
    expect(refused).toMatchObject({
      ok: false,
      error: {
        code: 'RATE_LIMITED',
        details: { rateClass: 'supplier_notifications', retryAfterMs: expect.any(Number) },
      },
    })
    for (let count = 0; count < 40; count++) expect((await send(message('X'), { address: '192.0.2.98' })).ok).toBe(true)
  })
})

describe('the messages of a connection', () => {
  it('are six hundred a minute, over all addresses', async () => {
    const fresh = createReceiveNotification({ ...booker.deps, cache: await otherCache() })
    const answers = []
    for (let count = 0; count < 601; count++)
      answers.push(await fresh({ requestId: 'req_n', token: PATH, body: message('X'), address: '192.0.2.50' }))
    expect(answers.slice(0, 600).every(({ ok }) => ok)).toBe(true)
    expect(answers[600]).toMatchObject({ error: { code: 'RATE_LIMITED' } })
  })
})

async function otherCache() {
  const { createMemoryCache } = await import('../../../src/cache/memory.ts')
  return createMemoryCache({ clock: booker.core.clock })
}

function said(messageId: string, goodUntil: number): SupplierNotification {
  return { supplierReference: 'R', messageId, goodUntil }
}

describe('a message that was seen', () => {
  it('is known until its signature is too old', async () => {
    const seen = createSeenMessages(booker.deps)
    const now = booker.core.clock.real()
    expect(seen.here('con_desk', said('m-9', now + 60_000))).toBe(false)
    expect(await seen.note('con_desk', said('m-9', now + 60_000))).toBe(true)
    expect(seen.here('con_desk', said('m-9', now + 60_000))).toBe(true)
    expect(seen.here('con_other', said('m-9', now + 60_000))).toBe(false)
    expect(await seen.note('con_desk', said('m-9', now + 60_000))).toBe(false)
    expect(await createSeenMessages(booker.deps).note('con_desk', said('m-9', now + 60_000))).toBe(false)
    expect(await seen.note('con_desk', said('m-8', now - 1))).toBe(true)
    expect(seen.here('con_desk', said('m-8', now - 1))).toBe(false)
  })
})
