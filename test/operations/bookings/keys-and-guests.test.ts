import { describe, expect, it } from 'vitest'
import { recordOf, refuses, says } from '../../support/desk.ts'
import type { Json } from '../../support/http-client.ts'
import { bookingInput, caller, THEIRS } from '../../support/partner.ts'
import { type Booker, useOneBooker } from '../../support/use-one-booker.ts'

let booker: Booker
useOneBooker((started) => {
  booker = started
})

describe('an idempotency key', () => {
  it('[C-087] with the same body gives the booking as it is now, and calls nobody', async () => {
    const offerId = await booker.offer()
    booker.desk.says('book', 'SILENT')
    const first = await booker.create(offerId, {}, 'key-1')
    expect(first.value).toMatchObject({ replayed: false, booking: { status: 'PROCESSING' } })
    booker.desk.says('find', says([recordOf()]))
    await booker.look(first.value.booking.bookingId)
    // A field that is null is as good as none.
    const again = await booker.create(offerId, { clientReference: null }, 'key-1')
    expect(again.value).toMatchObject({ replayed: true, booking: { status: 'CONFIRMED' } })
    expect(again.value.booking.bookingId).toBe(first.value.booking.bookingId)
    expect(booker.desk.asked.filter(({ operation }) => operation === 'book')).toHaveLength(1)
  })

  it('[C-087] with another body is refused, and says where it differs', async () => {
    const offerId = await booker.offer()
    booker.desk.says('book', says(recordOf()))
    const { value } = await booker.create(offerId, { metadata: { a: '1', c: '3' } }, 'key-1')
    const { createdAt } = await booker.booking(value.booking.bookingId)
    const answer = await booker.create(offerId, { metadata: { a: '2', b: '1' }, specialRequests: 'x' }, 'key-1')
    expect(answer.error).toMatchObject({
      code: 'IDEMPOTENCY_KEY_REUSED',
      details: {
        bookingId: value.booking.bookingId,
        firstUsedAt: expect.stringContaining(new Date(createdAt).toISOString().slice(0, 19)),
        differingPaths: ['metadata.a', 'metadata.b', 'metadata.c', 'special_requests'],
      },
    })
  })

  it('tells bodies apart by the order of a list, not of fields', async () => {
    const offerId = await booker.offer()
    booker.desk.says('book', says(recordOf()))
    const { guests, ...rest } = bookingInput(offerId) as Json
    await booker.gateway.createBooking(caller(), { ...rest, guests }, 'key-1')
    const turned = await booker.gateway.createBooking(caller(), { guests, ...rest }, 'key-1')
    expect(turned).toMatchObject({ ok: true, value: { replayed: true } })
    const swapped: Json = await booker.gateway.createBooking(
      caller(),
      { ...rest, guests: guests.toReversed() },
      'key-1',
    )
    expect(swapped.error.details.differingPaths).toEqual([
      'guests[0].family_name',
      'guests[0].given_name',
      'guests[1].family_name',
      'guests[1].given_name',
    ])
  })

  it('is told from no other by the order of the metadata', async () => {
    const offerId = await booker.offer()
    booker.desk.says('book', says(recordOf()))
    await booker.create(offerId, { metadata: { a: '1', c: '3', b: '2' } }, 'key-1')
    for (const metadata of [
      { c: '3', b: '2', a: '1' },
      { b: '2', a: '1', c: '3' },
    ])
      expect(await booker.create(offerId, { metadata }, 'key-1')).toMatchObject({ ok: true, value: { replayed: true } })
  })

  it('is each organization’s and each environment’s own', async () => {
    const offerId = await booker.offer()
    booker.desk.says('book', says(recordOf()))
    await booker.create(offerId, {}, 'key-1')
    for (const who of [caller({ organizationId: THEIRS }), caller({ environment: 'production' })])
      expect(await booker.gateway.createBooking(who, bookingInput(offerId), 'key-1')).toMatchObject({
        error: { code: 'OFFER_NOT_FOUND' },
      })
  })

  it.each([
    [null, 'IDEMPOTENCY_KEY_REQUIRED'],
    ['', 'IDEMPOTENCY_KEY_REQUIRED'],
    ['  ', 'IDEMPOTENCY_KEY_REQUIRED'],
    ['a'.repeat(256), 'IDEMPOTENCY_KEY_INVALID'],
    ['a ', 'IDEMPOTENCY_KEY_INVALID'],
    [' a', 'IDEMPOTENCY_KEY_INVALID'],
    ['ä', 'IDEMPOTENCY_KEY_INVALID'],
  ])('%j is refused', async (key, code) => {
    const input = bookingInput(await booker.offer())
    expect(await booker.gateway.createBooking(caller(), input, key)).toMatchObject({ ok: false, error: { code } })
    expect(await booker.gateway.findBookingByIdempotencyKey(caller(), {}, key)).toMatchObject({ error: { code } })
  })

  it.each(['a', 'a b', 'a'.repeat(255)])('%j is taken, and finds its booking', async (key) => {
    booker.desk.says('book', says(recordOf()))
    const { value } = await booker.create(await booker.offer(), {}, key)
    expect(await booker.gateway.findBookingByIdempotencyKey(caller(), {}, key)).toMatchObject({
      ok: true,
      value: { bookingId: value.booking.bookingId, status: 'CONFIRMED' },
    })
    const other = caller({ organizationId: THEIRS })
    expect(await booker.gateway.findBookingByIdempotencyKey(other, {}, key)).toMatchObject({
      ok: false,
      error: { code: 'BOOKING_NOT_FOUND', message: 'No booking was created with this key' },
    })
  })

  it('used by many requests at once makes one booking, which all are told', async () => {
    booker.desk.says('book', says(recordOf()))
    const offerId = await booker.offer()
    const answers = await Promise.all(Array.from({ length: 4 }, () => booker.create(offerId, {}, 'key-1')))
    expect(answers.map(({ ok }) => ok)).toEqual([true, true, true, true])
    expect(new Set(answers.map(({ value }) => value.booking.bookingId)).size).toBe(1)
    expect(answers.filter(({ value }) => value.replayed)).toHaveLength(3)
    expect(booker.desk.asked).toHaveLength(1)
  })

  it('of a creation that is refused by its checks is free', async () => {
    await booker.create(await booker.offer({ expiresInMs: -1 }), {}, 'key-1')
    booker.desk.says('book', says(recordOf()))
    expect((await booker.create(await booker.offer(), {}, 'key-1')).ok).toBe(true)
  })

  it('of a creation has no end; its body is kept as hashes alone', async () => {
    booker.desk.says('book', refuses('SOLD_OUT'))
    await booker.create(await booker.offer(), {}, 'key-1')
    const [row] = await booker.query('SELECT * FROM idempotency_keys')
    expect(row).toMatchObject({ operation: 'CREATE', expires_at: null })
    expect(JSON.stringify(row)).not.toContain('Ada')
    for (const hash of Object.values(row.path_hashes)) expect(hash).toMatch(/^[\w-]{12}$/)
  })
})

function room(roomIndex: number, adults: number, childAges: readonly number[] = []) {
  return {
    allocationId: `alc_${roomIndex + 1}`,
    roomIndex,
    occupancy: { adults, childAges },
    providerRoom: { code: 'DBL', name: 'Double', beds: [] },
    serviceRoom: null,
  }
}

const ada = { type: 'ADULT', givenName: 'Ada', familyName: 'Lovelace' }

describe('guests', () => {
  it.each<[string, readonly object[], readonly string[]]>([
    ['too many adults', [ada, ada, ada].map((one) => ({ allocationId: 'alc_1', ...one })), ['OCCUPANCY_MISMATCH']],
    [
      'a room that was not offered',
      [
        { allocationId: 'alc_1', ...ada },
        { allocationId: 'alc_1', type: 'ADULT' },
        { allocationId: 'alc_9', ...ada },
      ],
      ['UNKNOWN_ALLOCATION'],
    ],
    [
      'no adult with a name',
      [
        { allocationId: 'alc_1', type: 'ADULT', givenName: 'Ada' },
        { allocationId: 'alc_1', type: 'ADULT', familyName: 'Lovelace' },
      ],
      ['LEAD_GUEST_REQUIRED'],
    ],
    [
      'a child that was not offered for, and without its age',
      [
        { allocationId: 'alc_1', ...ada },
        { allocationId: 'alc_1', type: 'ADULT' },
        { allocationId: 'alc_1', type: 'CHILD' },
      ],
      ['REQUIRED'],
    ],
    [
      'a child that was not offered for',
      [
        { allocationId: 'alc_1', ...ada },
        { allocationId: 'alc_1', type: 'ADULT' },
        { allocationId: 'alc_1', type: 'CHILD', age: 0 },
      ],
      ['OCCUPANCY_MISMATCH'],
    ],
  ])('with %s are refused', async (_what, guests, codes) => {
    const { error } = await booker.create(await booker.offer(), { guests })
    expect(error.code).toBe('VALIDATION_ERROR')
    expect((error.details?.issues ?? error.issues).map(({ code }: Json) => code)).toEqual(codes)
    expect(booker.desk.asked).toEqual([])
  })

  it('are sent by room, the named adult first; ages are compared in any order', async () => {
    booker.desk.says('book', says(recordOf()))
    const terms = { allocations: [room(0, 1, [10, 9]), room(1, 2)] }
    const guests = [
      { allocationId: 'alc_2', type: 'ADULT' },
      { allocationId: 'alc_2', ...ada, givenName: 'Eve' },
      { allocationId: 'alc_1', type: 'CHILD', givenName: 'Kim', familyName: 'Lovelace', age: 9 },
      { allocationId: 'alc_1', type: 'CHILD', age: 10 },
      { allocationId: 'alc_1', ...ada },
    ]
    const answer = await booker.create(await booker.offer({ terms }), { guests })
    expect(answer.ok).toBe(true)
    expect(booker.desk.asked[0]?.body.guests).toEqual([
      { roomIndex: 0, type: 'ADULT', givenName: 'Ada', familyName: 'Lovelace', age: null },
      { roomIndex: 0, type: 'CHILD', givenName: 'Kim', familyName: 'Lovelace', age: 9 },
      { roomIndex: 0, type: 'CHILD', givenName: null, familyName: null, age: 10 },
      { roomIndex: 1, type: 'ADULT', givenName: 'Eve', familyName: 'Lovelace', age: null },
      { roomIndex: 1, type: 'ADULT', givenName: null, familyName: null, age: null },
    ])
  })

  it('[C-132] of a room need only be one named adult where no more is asked: the others are completed from the offer', async () => {
    booker.desk.says('book', says(recordOf()))
    const requires = { allGuestsNamed: false, emailRequired: false, phoneRequired: false }
    const terms = { allocations: [room(0, 2, [10, 9, 9]), room(1, 1)], guestRequirements: requires }
    const guests = [
      { allocationId: 'alc_1', type: 'CHILD', givenName: 'Kim', age: 9 },
      { allocationId: 'alc_1', ...ada },
      { allocationId: 'alc_2', ...ada, givenName: 'Eve' },
    ]
    const { phone: _, ...holder } = { givenName: 'Ada', familyName: 'Lovelace', email: 'ada@example.com', phone: '' }
    const answer = await booker.create(await booker.offer({ terms }), { guests, holder })
    expect(answer.ok).toBe(true)
    expect(booker.desk.asked[0]?.body.guests).toEqual([
      { roomIndex: 0, type: 'ADULT', givenName: 'Ada', familyName: 'Lovelace', age: null },
      { roomIndex: 0, type: 'ADULT', givenName: null, familyName: null, age: null },
      { roomIndex: 0, type: 'CHILD', givenName: 'Kim', familyName: null, age: 9 },
      { roomIndex: 0, type: 'CHILD', givenName: null, familyName: null, age: 10 },
      { roomIndex: 0, type: 'CHILD', givenName: null, familyName: null, age: 9 },
      { roomIndex: 1, type: 'ADULT', givenName: 'Eve', familyName: 'Lovelace', age: null },
    ])
  })

  it('[C-132] need a telephone number only where the supplier does, and no room goes without a named adult', async () => {
    const { error } = await booker.create(await booker.offer(), {
      guests: [{ allocationId: 'alc_1', type: 'ADULT' }],
      holder: { givenName: 'Ada', familyName: 'Lovelace', email: 'ada@example.com' },
    })
    expect((error.details?.issues ?? error.issues).map(({ code, path }: Json) => [code, path])).toEqual([
      ['REQUIRED', 'holder.phone'],
      ['LEAD_GUEST_REQUIRED', 'guests'],
    ])
    expect(booker.desk.asked).toEqual([])
  })

  it('[C-132] whose names the supplier cannot take are refused with its rule, and nothing is sent', async () => {
    const nameRule = { pattern: "[A-Za-z '.-]+", maxLength: 12, says: 'Latin letters only, at most 12' }
    const requires = { allGuestsNamed: false, emailRequired: true, phoneRequired: true, nameRule }
    const offerId = await booker.offer({ terms: { guestRequirements: requires } })
    const guests = [
      { allocationId: 'alc_1', ...ada, givenName: '花子' },
      { allocationId: 'alc_1', ...ada, familyName: 'Featherstonehaugh' },
    ]
    const { error } = await booker.create(offerId, { guests })
    expect(error).toMatchObject({
      code: 'GUEST_NAME_NOT_ACCEPTED',
      details: {
        rule: nameRule.says,
        issues: [{ path: 'guests[0].given_name' }, { path: 'guests[1].family_name' }],
      },
    })
    expect(booker.desk.asked).toEqual([])
    booker.desk.says('book', says(recordOf()))
    expect((await booker.create(offerId)).ok).toBe(true)
  })

  it('are all named where the supplier wants that', async () => {
    booker.desk.says('book', says(recordOf()))
    const terms = { guestRequirements: { allGuestsNamed: true, emailRequired: true, phoneRequired: true } }
    const offerId = await booker.offer({ terms })
    const { error } = await booker.create(offerId)
    expect((error.details?.issues ?? error.issues).map(({ code, path }: Json) => [code, path])).toEqual([
      ['REQUIRED', 'guests[1].given_name'],
    ])
    const guests = [ada, { ...ada, givenName: 'Eve' }].map((one) => ({ allocationId: 'alc_1', ...one }))
    expect((await booker.create(offerId, { guests })).ok).toBe(true)
  })
})
