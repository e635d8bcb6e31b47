import { describe, expect, it } from 'vitest'
import { SANDBOX_CREDENTIALS } from '../../../src/sandbox/suppliers/credentials.ts'
import { ratehawk } from '../../../src/suppliers/ratehawk/index.ts'
import type { BookingReference, BookRequest } from '../../../src/suppliers/supplier.ts'
import { alterRecord } from '../../support/alter-record.ts'
import { referenceOf } from '../../support/suppliers/sandbox.ts'
import { signedByRateHawk } from '../../support/suppliers/signed-by-ratehawk.ts'
import { useRateHawk } from '../../support/suppliers/use-ratehawk.ts'
import { wireFaults } from '../../support/suppliers/wire-faults.ts'
import { until } from '../../support/until.ts'

const { sandbox, noting, connectionWith, newRequest, errors } = useRateHawk()

async function booked(): Promise<{ readonly request: BookRequest; readonly reference: BookingReference }> {
  const request = await newRequest()
  const outcome = await ratehawk.book(sandbox().call(ratehawk), request)
  const reference = referenceOf(request, outcome)
  await until('the booking to be confirmed', async () => {
    const found = await ratehawk.retrieve(sandbox().call(ratehawk), reference)
    return found.ok && found.value?.status === 'CONFIRMED'
  })
  return { request, reference }
}

describe('an order that was started', () => {
  it('[E-09] is not given up for `order_not_found`, which RateHawk says of orders that it shows a moment later', async () => {
    const { reference } = await booked()
    await errors('find', ['order_not_found', 'order_not_found'])
    for (const expected of [null, null, { status: 'CONFIRMED' }]) {
      const found = await ratehawk.retrieve(sandbox().call(ratehawk), { ...reference, undecided: true })
      expect(found).toMatchObject({ ok: true, value: expected })
    }
  })

  it('[E-09] counts as not made for the same words when the agreed time is over, and only while nobody knows', async () => {
    const { reference } = await booked()
    const nowAt = Date.now() + 61_000
    const call = sandbox().call(ratehawk, { ...connectionWith({}, { bookingCutOffSeconds: 60 }), nowAt })
    await errors('find', ['order_not_found', 'unknown', 'timeout'])
    for (const _ of ['order_not_found', 'unknown'])
      expect(await ratehawk.retrieve(call, { ...reference, undecided: true })).toMatchObject({
        ok: true,
        value: { status: 'FAILED', failureReason: 'NOT_CONFIRMED_IN_TIME' },
      })
    // A booking that is known to have been made is not taken back by a word that says nothing.
    expect((await ratehawk.retrieve(call, reference)).ok).toBe(false)
  })

  it('[E-10] tells when it is given up, while that can be changed', async () => {
    const request = await newRequest()
    const bookedAt = Date.now()
    const call = sandbox().call(ratehawk, connectionWith({}, { bookingCutOffSeconds: 60 }))
    await ratehawk.book(call, request)
    const found = await ratehawk.find(call, { ...referenceOf(request), bookedAt, undecided: true })
    expect(found).toMatchObject({ ok: true, value: [{ status: 'PENDING', givenUpAt: bookedAt + 60_000 }] })
  })

  it('[E-10] that is given up, and stands in the list of orders later, is found there', async () => {
    const { reference } = await booked()
    async function afterMinutes(minutes: number) {
      await errors('find', ['unknown'])
      const nowAt = Date.now() + minutes * 60_000
      const call = sandbox().call(ratehawk, { ...connectionWith({}, { bookingCutOffSeconds: 60 }), nowAt })
      const found = await ratehawk.retrieve(call, { ...reference, undecided: true })
      return found.ok ? found.value?.status : found.error.kind
    }
    await until('the list of orders, which lags', async () => (await afterMinutes(60)) === 'CONFIRMED')
    expect([await afterMinutes(2), await afterMinutes(60)]).toEqual(['FAILED', 'CONFIRMED'])
  })
})

describe('an order whose record has another word later', () => {
  async function readBoth(reference: BookingReference, isMeant: (status: string | undefined) => boolean) {
    const call = sandbox().call(ratehawk)
    return until('the record, which lags', async () => {
      const found = await ratehawk.retrieve(call, reference)
      const listed = await ratehawk.listBookings?.(call, { by: 'REFERENCE', references: [reference] })
      const read = found.ok ? found.value : null
      const inList = listed?.ok ? listed.value.bookings[0]?.record : undefined
      return isMeant(inList?.status) && inList && read ? { read, inList } : null
    })
  }

  it.each([
    ['failed', 'FAILED'],
    ['rejected', 'FAILED'],
    ['noshow', 'CONFIRMED'],
  ] as const)('says of one that is %s the same alone as in the list: %s', async (word, status) => {
    const { request, reference } = await booked()
    await readBoth(reference, (listed) => listed === 'CONFIRMED')
    await alterRecord(sandbox().call(ratehawk).connection.baseUrl, {
      reference: request.supplierReference,
      order_status: word,
    })
    const { read, inList } = await readBoth(reference, (listed) => listed === status)
    expect([read.status, inList.status]).toEqual([status, status])
    for (const { charged } of [read, inList])
      expect(charged).toEqual(status === 'FAILED' ? null : request.rate.price.total)
  })

  it('was made all the same, as far as the answer to its start is concerned: only the state decides on that', async () => {
    const { request, reference } = await booked()
    await readBoth(reference, (listed) => listed === 'CONFIRMED')
    await alterRecord(sandbox().call(ratehawk).connection.baseUrl, {
      reference: request.supplierReference,
      order_status: 'rejected',
    })
    const undecided = { ...reference, undecided: true }
    expect(await ratehawk.retrieve(sandbox().call(ratehawk), undecided)).toMatchObject({
      value: { status: 'CONFIRMED' },
    })
    expect(await ratehawk.retrieve(sandbox().call(ratehawk), reference)).toMatchObject({ value: { status: 'FAILED' } })
    expect((await ratehawk.cancel(sandbox().call(ratehawk), reference)).outcome).toBe('REFUSED')
  })
})

describe('a cancellation', () => {
  it('[E-20] that ends in `timeout` is sent once more, after the record was asked', async () => {
    const { reference } = await booked()
    await errors('cancel', ['timeout'])
    const { call, sent } = noting()
    expect(await ratehawk.cancel(call, reference)).toMatchObject({ outcome: 'ACCEPTED' })
    expect(sent.map(({ operation }) => operation)).toEqual(['cancel', 'retrieve', 'retrieve', 'cancel'])
    await until('the list of orders, which lags', async () => {
      const found = await ratehawk.retrieve(call, reference)
      return found.ok && found.value?.status === 'CANCELLED'
    })
  })

  it('[E-20] is sent twice at the most, and what became of it is not known then', async () => {
    const { reference } = await booked()
    await errors('cancel', ['timeout', 'timeout'])
    const { call, ids } = noting()
    expect((await ratehawk.cancel(call, reference)).outcome).toBe('UNKNOWN')
    expect(ids('cancel').length).toBe(2)
    // A refusal of the second one proves nothing, because the first one may have been carried out.
    await errors('cancel', ['timeout', 'order_not_cancellable'])
    expect((await ratehawk.cancel(call, reference)).outcome).toBe('UNKNOWN')
    await errors('cancel', ['order_not_cancellable'])
    expect(await ratehawk.cancel(call, reference)).toMatchObject({
      outcome: 'REFUSED',
      refusal: { reason: 'NOT_CANCELLABLE' },
    })
  })
})

describe('a message of RateHawk', () => {
  it.each(['completed', 'confirmed', 'failed'])(
    '[E-17] [X-08] names its order whichever word it has for the outcome: %s',
    (status) => {
      const nowAt = Date.now()
      const { connection } = sandbox().call(ratehawk)
      const body = signedByRateHawk('REFERENCE-3', { status, nowAt })
      expect(ratehawk.readNotification?.(connection, JSON.stringify(body), nowAt)).toMatchObject({
        supplierReference: 'REFERENCE',
      })
      const forged = signedByRateHawk('REFERENCE', { status, nowAt, key: `${SANDBOX_CREDENTIALS.ratehawk.apiKey}x` })
      expect(ratehawk.readNotification?.(connection, JSON.stringify(forged), nowAt)).toBeNull()
    },
  )
})

describe('over all of the above', () => {
  it('has no fault on the wire', () => {
    expect(wireFaults(sandbox())).toEqual([])
  })
})
