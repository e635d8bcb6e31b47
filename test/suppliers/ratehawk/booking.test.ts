import { afterAll, beforeAll, describe, expect, it } from 'vitest'
import type { RoomRate } from '../../../src/domain/rate.ts'
import { FAULTS } from '../../../src/sandbox/suppliers/state.ts'
import { ratehawk } from '../../../src/suppliers/ratehawk/index.ts'
import type { BookRequest } from '../../../src/suppliers/supplier.ts'
import type { SupplierCall, SupplierRequest } from '../../../src/suppliers/supplier-call.ts'
import { alterRecord } from '../../support/alter-record.ts'
import type { Json } from '../../support/http-client.ts'
import {
  bookingOf,
  COUPLE,
  credentialsOf,
  questionFor,
  referenceOf,
  type SupplierSandbox,
  scenarioAt,
  startSupplierSandbox,
} from '../../support/suppliers/sandbox.ts'
import { until } from '../../support/until.ts'

let sandbox: SupplierSandbox
beforeAll(async () => {
  sandbox = await startSupplierSandbox()
})
afterAll(() => sandbox?.close())

const HOTEL = scenarioAt(ratehawk, 'cancel-free')

/** A call that notes what it sends. */
function noting(changes: Partial<SupplierCall> = {}) {
  const sent: { readonly operation: string; readonly body: Json }[] = []
  const call = sandbox.call(ratehawk, changes)
  async function fetch(request: SupplierRequest) {
    sent.push({ operation: request.operation, body: JSON.parse(request.body ?? 'null') })
    return call.fetch(request)
  }
  function ids(operation: string): string[] {
    return sent
      .filter((one) => one.operation === operation)
      .map(({ body }) => body.partner_order_id ?? body.partner.partner_order_id)
  }
  return { call: { ...call, fetch }, sent, ids }
}

function connectionWith(credentials: object, settings: object = {}): Pick<SupplierCall, 'connection'> {
  const { connection } = sandbox.call(ratehawk)
  return {
    connection: {
      ...connection,
      credentials: { ...credentialsOf('ratehawk'), ...credentials },
      settings: { ...settings },
    },
  }
}

async function checkedRate(): Promise<RoomRate> {
  const question = { ...questionFor(COUPLE), supplierHotelId: HOTEL, hotelTimeZone: null }
  const found = await ratehawk.rooms(sandbox.call(ratehawk), question)
  const rate = found.ok ? found.value.rates[0] : undefined
  if (!rate) throw new Error('no rate')
  const checked = await ratehawk.checkPrice(sandbox.call(ratehawk), { ...question, rate })
  if (!checked.ok || !checked.value.available) throw new Error('the rate cannot be booked')
  return checked.value.rate
}

async function newRequest(changes: Partial<BookRequest> = {}): Promise<BookRequest> {
  return { ...bookingOf(await checkedRate(), questionFor(COUPLE)), ...changes }
}

function errors(operation: 'book_form' | 'book', codes: readonly string[]): Promise<void> {
  return alterRecord(sandbox.call(ratehawk).connection.baseUrl, {
    supplier_hotel_id: HOTEL,
    errors: codes.map((code) => ({ operation, code })),
  })
}

describe('the order form', () => {
  it('[E-01] is asked for again after a 5xx, `timeout` and `unknown`, and books what it opens at last', async () => {
    const request = await newRequest()
    sandbox.faults.add('ratehawk', 'book_form', { fault: '500' })
    await errors('book_form', ['timeout', 'unknown'])
    const { call, ids } = noting({ timeoutMs: 20_000 })
    const outcome = await ratehawk.book(call, request)
    expect(outcome).toMatchObject({ outcome: 'ACCEPTED', value: { status: 'PENDING' } })
    const reference = request.supplierReference
    expect(ids('book_form')).toEqual([reference, `${reference}-2`, `${reference}-3`, `${reference}-4`])
    expect(ids('book')).toEqual([`${reference}-4`])
    await until('the booking', async () => {
      const found = await ratehawk.retrieve(sandbox.call(ratehawk), referenceOf(request, outcome))
      return found.ok && found.value?.status === 'CONFIRMED'
    })
    // A process that has died before it could write down which form it used finds the booking all the same.
    const found = await ratehawk.find(sandbox.call(ratehawk), referenceOf(request))
    expect(found).toMatchObject({
      ok: true,
      value: [{ status: 'CONFIRMED', supplierPayload: { partnerOrderId: `${reference}-4` } }],
    })
    const cancelled = await ratehawk.cancel(sandbox.call(ratehawk), referenceOf(request, outcome))
    expect(cancelled.outcome).toBe('ACCEPTED')
  })

  it('[E-01] that never opens is a refusal that may be tried again, and no start is sent', {
    timeout: 60_000,
  }, async () => {
    const request = await newRequest()
    sandbox.faults.add('ratehawk', 'book_form', { fault: '500', count: 10 })
    const { call, ids } = noting({ timeoutMs: 60_000 })
    const outcome = await ratehawk.book(call, request)
    expect(outcome).toMatchObject({ outcome: 'REFUSED', refusal: { reason: 'SUPPLIER_REFUSED', retryable: true } })
    expect(new Set(ids('book_form')).size).toBe(10)
    expect(ids('book')).toEqual([])
    sandbox.faults.add('ratehawk', 'book_form', { fault: '500', count: 10 })
    const hasty = noting({ timeoutMs: 1_500 })
    expect(await ratehawk.book(hasty.call, await newRequest())).toMatchObject({ refusal: { retryable: true } })
    expect(hasty.ids('book_form').length).toBe(2)
    while (await leftover()) continue
  })

  /** Takes back one fault that still waits. */
  async function leftover(): Promise<boolean> {
    const taken = await sandbox.faults.take({ organizationId: null, supplierCode: 'ratehawk', operation: 'book_form' })
    return taken !== null && FAULTS.includes(taken)
  }

  it.each(['double_booking_form', 'duplicate_reservation'])(
    '[E-02] %s for a reference that has started nothing takes the next reference',
    async (code) => {
      const request = await newRequest()
      await errors('book_form', [code])
      const { call, ids } = noting()
      const outcome = await ratehawk.book(call, request)
      expect(outcome.outcome).toBe('ACCEPTED')
      expect(ids('find')).toEqual([request.supplierReference])
      expect(ids('book')).toEqual([`${request.supplierReference}-2`])
    },
  )

  it('[E-02] never starts a second booking beside one that may live under the refused reference', async () => {
    const request = await newRequest()
    expect((await ratehawk.book(sandbox.call(ratehawk), request)).outcome).toBe('ACCEPTED')
    const { call, ids } = noting()
    expect((await ratehawk.book(call, request)).outcome).toBe('UNKNOWN')
    expect(ids('book')).toEqual([])
    sandbox.faults.add('ratehawk', 'find', { fault: '500' })
    expect((await ratehawk.book(call, request)).outcome).toBe('UNKNOWN')
    expect(ids('book')).toEqual([])
  })

  it.each([
    ['contract_mismatch', 'SUPPLIER_REFUSED'],
    ['hotel_not_found', 'SUPPLIER_REFUSED'],
    ['insufficient_b2b_balance', 'PAYMENT_DECLINED'],
    ['reservation_is_not_allowed', 'SUPPLIER_REFUSED'],
    ['rate_not_found', 'SOLD_OUT'],
    ['sandbox_restriction', 'SUPPLIER_REFUSED'],
    ['a_new_word', 'SUPPLIER_REFUSED'],
  ])('[E-24] %s is final: one call, and no use to try again', async (code, reason) => {
    const request = await newRequest()
    await errors('book_form', [code])
    const { call, ids } = noting()
    const outcome = await ratehawk.book(call, request)
    expect(outcome).toMatchObject({ outcome: 'REFUSED', refusal: { reason, retryable: false } })
    expect(ids('book_form').length).toBe(1)
    expect(ids('book')).toEqual([])
  })

  it('[E-24] tells the operator what a test key books', async () => {
    const { call } = noting(connectionWith({ keyId: '4713' }))
    const outcome = await ratehawk.book(call, await newRequest())
    expect(outcome).toMatchObject({
      outcome: 'REFUSED',
      refusal: {
        retryable: false,
        supplierErrorCode: 'sandbox_restriction',
        detail: expect.stringContaining('8473727'),
      },
    })
  })

  it('[X-01] carries the guest’s own address, and none when nobody’s is known', async () => {
    const { call, sent } = noting({ customerIp: '81.2.69.160' })
    expect((await ratehawk.book(call, await newRequest())).outcome).toBe('ACCEPTED')
    expect(sent[0]?.body.user_ip).toBe('81.2.69.160')
    const strict = { ...connectionWith({ keyId: '4712' }), customerIp: '10.0.0.7' }
    expect((await ratehawk.book(sandbox.call(ratehawk, strict), await newRequest())).outcome).toBe('REFUSED')
  })
})

describe('the start of a booking', () => {
  it.each([
    ['sandbox_restriction', 'SUPPLIER_REFUSED'],
    ['supplier_data_required', 'SUPPLIER_REFUSED'],
    ['contract_mismatch', 'SUPPLIER_REFUSED'],
    ['rate_not_found', 'SOLD_OUT'],
  ])('[E-24] %s is a final refusal', async (code, reason) => {
    const request = await newRequest()
    await errors('book', [code])
    expect(await ratehawk.book(sandbox.call(ratehawk), request)).toMatchObject({
      outcome: 'REFUSED',
      refusal: { reason, retryable: false },
    })
  })

  it('[E-25] unauthorized_group_booking is a final refusal', async () => {
    const request = await newRequest()
    await errors('book', ['unauthorized_group_booking'])
    expect(await ratehawk.book(sandbox.call(ratehawk), request)).toMatchObject({
      outcome: 'REFUSED',
      refusal: { reason: 'SUPPLIER_REFUSED', retryable: false },
    })
    const found = await ratehawk.find(sandbox.call(ratehawk), referenceOf(request))
    expect(found).toEqual({ ok: true, value: [] })
  })

  it.each(['timeout', 'unknown', 'double_booking_finish'])(
    '[E-01] %s never leads to another reference',
    async (code) => {
      const request = await newRequest()
      await errors('book', [code])
      const { call, ids } = noting()
      expect((await ratehawk.book(call, request)).outcome).toBe('UNKNOWN')
      expect([ids('book_form').length, ids('book').length]).toEqual([1, 1])
    },
  )

  it('[E-03] [E-15] carries the partner’s own address and who books, and the guest’s e-mail nowhere', async () => {
    const corporateEmail = 'bookings@partner.example'
    const strict = { ...connectionWith({ keyId: '4712' }), customerIp: '81.2.69.160' }
    const refused = await ratehawk.book(sandbox.call(ratehawk, strict), await newRequest())
    expect(refused).toMatchObject({ outcome: 'REFUSED', refusal: { reason: 'GUEST_DATA_REJECTED' } })
    for (const [supplierData, name] of [
      [{ kind: 'HOLDER' }, 'Ada'],
      [{ kind: 'FIXED', firstName: 'Grace', lastName: 'Hopper', phone: '12125550100', email: corporateEmail }, 'Grace'],
    ] as const) {
      const settings = connectionWith({ keyId: '4712' }, { corporateEmail, supplierData })
      const { call, sent } = noting({ ...settings, customerIp: '81.2.69.160' })
      expect((await ratehawk.book(call, await newRequest())).outcome).toBe('ACCEPTED')
      const { body } = sent.at(-1) ?? {}
      expect(body).toMatchObject({ user: { email: corporateEmail }, supplier_data: { first_name_original: name } })
      expect(JSON.stringify(body)).not.toContain('ada@example.com')
    }
    const none = noting({ ...connectionWith({ keyId: '4712' }, { corporateEmail }), customerIp: '81.2.69.160' })
    expect(await ratehawk.book(none.call, await newRequest())).toMatchObject({
      outcome: 'REFUSED',
      refusal: { supplierErrorCode: 'supplier_data_required' },
    })
  })

  it.each([
    ['a digit', { givenName: 'R2', familyName: 'Lovelace' }],
    ['a slash', { givenName: 'Ada/Byron', familyName: 'Lovelace' }],
    ['too many letters', { givenName: 'A'.repeat(51), familyName: 'Lovelace' }],
  ])('[E-14] [X-12] a name with %s is refused before anything is sent', async (_what, name) => {
    const { call, sent } = noting()
    const base = await newRequest()
    const asHolder = { ...base, holder: { ...base.holder, ...name }, guests: [] }
    const asGuest = { ...base, guests: base.guests.map((guest) => ({ ...guest, ...name })) }
    for (const request of [asHolder, asGuest])
      expect(await ratehawk.book(call, request)).toMatchObject({
        outcome: 'REFUSED',
        refusal: { reason: 'GUEST_DATA_REJECTED', retryable: false },
      })
    expect(sent).toEqual([])
  })

  it.each(['Élodie', 'Мария', '愛子', "O'Brien", 'St. John', 'Anne-Marie'])(
    '[E-14] %s is a name',
    async (givenName) => {
      const base = await newRequest()
      const request = { ...base, guests: base.guests.map((guest) => ({ ...guest, givenName })) }
      const { call, sent } = noting()
      expect((await ratehawk.book(call, request)).outcome).toBe('ACCEPTED')
      expect(sent.at(-1)?.body.rooms[0].guests[0].first_name).toBe(givenName)
    },
  )

  it('[E-10] says how long it may take only when that was agreed', async () => {
    const agreed = noting(connectionWith({}, { bookTimeoutSeconds: 120 }))
    expect((await ratehawk.book(agreed.call, await newRequest())).outcome).toBe('ACCEPTED')
    expect(agreed.sent.at(-1)?.body.book_timeout).toBe(120)
    const usual = noting()
    await ratehawk.book(usual.call, await newRequest())
    expect(usual.sent.at(-1)?.body).not.toHaveProperty('book_timeout')
  })

  it('[E-10] is given up at the agreed cut-off, with a last look, and a late confirmation is seen all the same', async () => {
    const request = await newRequest()
    const connection = connectionWith({}, { bookingCutOffSeconds: 60 })
    const open = { data: {}, status: 'processing', error: null }
    async function askedAfter(seconds: number, body: object) {
      const fetch: SupplierCall['fetch'] = async () => ({ ok: true, value: { status: 200, headers: {}, json: body } })
      const nowAt = Date.now() + seconds * 1_000
      const found = await ratehawk.find(sandbox.call(ratehawk, { ...connection, nowAt, fetch }), referenceOf(request))
      return found.ok ? found.value[0]?.status : found.error.kind
    }
    expect(await askedAfter(50, open)).toBe('PENDING')
    expect(await askedAfter(70, open)).toBe('FAILED')
    expect(await askedAfter(70, { data: null, status: 'error', error: 'unknown' })).toBe('FAILED')
    expect(await askedAfter(50, { data: null, status: 'error', error: 'unknown' })).toBe('SERVER_ERROR')
  })
})

describe('over all of the above', () => {
  it('every exchange kept to its specification', () => {
    expect(sandbox.wrong).toEqual([])
  })
})
