import { describe, expect, it } from 'vitest'
import { withheldFor } from '../../../src/domain/selling.ts'
import { ratehawk } from '../../../src/suppliers/ratehawk/index.ts'
import type { SupplierCall, SupplierFetch } from '../../../src/suppliers/supplier-call.ts'
import type { Json } from '../../support/http-client.ts'
import { bookingOf, COUPLE, questionFor, referenceOf } from '../../support/suppliers/sandbox.ts'
import { useRateHawk } from '../../support/suppliers/use-ratehawk.ts'
import { wireFaults } from '../../support/suppliers/wire-faults.ts'

const { sandbox, noting, connectionWith, newRequest, errors, ordinary, questionAt, sold } = useRateHawk()

describe('the start of a booking', () => {
  it.each([
    ['sandbox_restriction', 'SUPPLIER_REFUSED'],
    ['supplier_data_required', 'SUPPLIER_REFUSED'],
    ['contract_mismatch', 'SUPPLIER_REFUSED'],
    ['rate_not_found', 'SOLD_OUT'],
  ])('[E-24] %s is a final refusal', async (code, reason) => {
    const request = await newRequest()
    await errors('book', [code])
    expect(await ratehawk.book(sandbox().call(ratehawk), request)).toMatchObject({
      outcome: 'REFUSED',
      refusal: { reason, retryable: false },
    })
  })

  it('[E-25] unauthorized_group_booking is a final refusal', async () => {
    const request = await newRequest()
    await errors('book', ['unauthorized_group_booking'])
    expect(await ratehawk.book(sandbox().call(ratehawk), request)).toMatchObject({
      outcome: 'REFUSED',
      refusal: { reason: 'SUPPLIER_REFUSED', retryable: false },
    })
    const found = await ratehawk.find(sandbox().call(ratehawk), referenceOf(request))
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
    const refused = await ratehawk.book(sandbox().call(ratehawk, strict), await newRequest())
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
    ['a tower of accents', { givenName: `A${'\u0301'.repeat(6)}da`, familyName: 'Lovelace' }],
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
      const found = await ratehawk.find(sandbox().call(ratehawk, { ...connection, nowAt, fetch }), {
        ...referenceOf(request),
        undecided: true,
      })
      return found.ok ? found.value[0]?.status : found.error.kind
    }
    expect(await askedAfter(50, open)).toBe('PENDING')
    expect(await askedAfter(70, open)).toBe('FAILED')
    expect(await askedAfter(70, { data: null, status: 'error', error: 'unknown' })).toBe('FAILED')
    expect(await askedAfter(50, { data: null, status: 'error', error: 'unknown' })).toBe('SERVER_ERROR')
  })
})

describe('the time of arrival', () => {
  it('[E-16] goes as a time of the day of arrival, beside the guests’ requests', async () => {
    const request = await newRequest({ extras: { arrivalTime: '22:30' } })
    const { call, sent } = noting()
    expect((await ratehawk.book(call, request)).outcome).toBe('ACCEPTED')
    const { body } = sent.at(-1) ?? {}
    expect(body.arrival_datetime).toBe(`${request.stay.checkInDate}T22:30:00`)
    expect(body.user.comment).toBe(request.specialRequests)
    const untold = noting()
    await ratehawk.book(untold.call, await newRequest())
    expect(untold.sent.at(-1)?.body).not.toHaveProperty('arrival_datetime')
  })

  it.each([
    ['of another day', 'arrival_datetime', '2027-01-01T10:00:00', 'arrival_date_differs_from_checkin_date'],
    ['of a made-up form', 'arrival_datetime', 'at ten', 'invalid_params'],
    ['with an upsell that was not offered', 'upsell_data', [{ name: 'early_checkin', uid: '1' }], 'invalid_upsell_uid'],
  ])('[E-16] a start %s is a final refusal, and books nothing', async (_what, field, value, code) => {
    const request = await newRequest()
    const call = sandbox().call(ratehawk)
    async function fetch(asked: Parameters<SupplierFetch>[0]) {
      if (asked.operation !== 'book') return call.fetch(asked)
      const body = JSON.stringify({ ...JSON.parse(asked.body ?? ''), [field]: value })
      return call.fetch({ ...asked, body })
    }
    expect(await ratehawk.book({ ...call, fetch }, request)).toMatchObject({
      outcome: 'REFUSED',
      refusal: { supplierErrorCode: code, retryable: false },
    })
    expect(await ratehawk.find(sandbox().call(ratehawk), referenceOf(request))).toEqual({ ok: true, value: [] })
  })
})

describe('the question for rates', () => {
  it('[E-23] names the guests’ nationality as their residency at the first step, and the same at the next', async () => {
    const question = { ...questionFor(COUPLE), nationality: 'FR' }
    const [hotelId = ''] = ordinary(1)
    const { call, sent } = noting()
    await ratehawk.search(call, { ...question, supplierHotelIds: [hotelId] })
    await ratehawk.rooms(call, { ...question, supplierHotelId: hotelId, hotelTimeZone: null })
    expect(sent.map(({ operation, body }) => [operation, body.residency])).toEqual([
      ['search', 'fr'],
      ['rooms', 'fr'],
    ])
  })
})

describe('an order', () => {
  it('[E-16] [E-14] is never given an upsell, and guests have a gender where the form wants one', {
    timeout: 180_000,
  }, async () => {
    const seen = { upsell: 0, gender: 0 }
    for (const hotelId of ordinary(14)) {
      const [one] = (await sold(hotelId, COUPLE)).filter(({ rate }) => withheldFor(rate, new Set()) === null)
      if (!one) continue
      const checked = await ratehawk.checkPrice(sandbox().call(ratehawk), {
        ...questionAt(hotelId, COUPLE),
        rate: one.rate,
      })
      if (!checked.ok || !checked.value.available) throw new Error('gone')
      const call = sandbox().call(ratehawk)
      const bodies: Json[] = []
      const fetch: SupplierFetch = async (request) => {
        const answer = await call.fetch(request)
        if (request.operation === 'book') bodies.push(JSON.parse(request.body ?? ''))
        if (answer.ok && request.operation === 'book_form') {
          const { data } = answer.value.json as Json
          if (data.upsell_data.length > 0) seen.upsell += 1
          if (data.is_gender_specification_required) seen.gender += 1
        }
        return answer
      }
      const booking = bookingOf(checked.value.rate, questionFor(COUPLE))
      const before = seen.gender
      const genders = [{ gender: 'FEMALE' as const }, { gender: 'MALE' as const }, {}][seen.gender % 3]
      const outcome = await ratehawk.book(
        { ...call, fetch },
        { ...booking, guests: booking.guests.map((guest) => ({ ...guest, ...genders })) },
      )
      expect(outcome.outcome).toBe('ACCEPTED')
      expect(bodies[0]).not.toHaveProperty('upsell_data')
      const sent = bodies[0].rooms[0].guests.map(({ gender }: Json) => gender)
      // It is nobody’s business where the hotel does not ask.
      const asked = seen.gender > before
      expect(sent).toEqual([asked ? (genders?.gender?.toLowerCase() ?? 'unknown') : undefined])
    }
    expect(seen.upsell).toBeGreaterThan(0)
    expect(seen.gender).toBeGreaterThan(0)
  })
})

describe('over all of the above', () => {
  it('has no fault on the wire', () => {
    expect(wireFaults(sandbox())).toEqual([])
  })
})
