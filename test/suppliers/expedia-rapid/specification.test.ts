import { type ChildProcess, spawn } from 'node:child_process'
import { createServer } from 'node:net'
import { join } from 'node:path'
import { afterAll, beforeAll, describe, expect, it } from 'vitest'
import { expediaRapid } from '../../../src/suppliers/expedia-rapid/index.ts'
import { createSupplierFetch, type SupplierFetch } from '../../../src/suppliers/fetch.ts'
import type { BookingReference, BookRequest, SupplierCall } from '../../../src/suppliers/supplier.ts'
import { FAMILY, rapidCall, SPECIFICATION, STAY } from '../../support/rapid.ts'
import { until } from '../../support/until.ts'

type Violation = { readonly location: readonly string[]; readonly message: string }

/** What Prism, serving Rapid's official specification, found wrong with each request. */
const violations: (Violation & { readonly operation: string })[] = []
const operations = new Set<string>()

/** Adds what Prism wants to be told (which answer to give), and reads what it says of the request. */
const watched = (prefer?: string): SupplierFetch => {
  const fetch = createSupplierFetch()
  return async (request) => {
    const answer = await fetch({ ...request, headers: { ...request.headers, ...(prefer ? { prefer } : {}) } })
    operations.add(request.operation)
    if (answer.ok) {
      const said = answer.value.headers['sl-violations']
      // Some official examples break their own schema; those are told of the response, and are not ours.
      for (const violation of JSON.parse(said ?? '[]') as Violation[])
        if (violation.location[0] === 'request') violations.push({ ...violation, operation: request.operation })
    }
    return answer
  }
}

let prism: ChildProcess
let url: string

const freePort = (): Promise<number> =>
  new Promise((resolve) => {
    const probe = createServer().listen(0, '127.0.0.1', () => {
      const address = probe.address()
      probe.close(() => resolve(address && typeof address === 'object' ? address.port : 0))
    })
  })

beforeAll(async () => {
  const port = await freePort()
  const cli = join(import.meta.dirname, '../../../node_modules/@stoplight/prism-cli/dist/index.js')
  prism = spawn(process.execPath, [cli, 'mock', SPECIFICATION(), '-p', String(port), '-h', '127.0.0.1'], {
    stdio: 'ignore',
  })
  url = `http://127.0.0.1:${port}`
  await until('Prism', () => fetch(url).catch(() => null), 60_000)
}, 90_000)

afterAll(() => {
  prism?.kill()
})

const call = (prefer?: string): SupplierCall => rapidCall(url, watched(prefer))

const request = { stay: STAY, occupancy: FAMILY, nationality: 'GB', hotelTimeZone: 'Europe/London' }

const reference: BookingReference = {
  supplierReference: 'ABCDEFGHJK0123456789',
  supplierBookingId: '8999989898988',
  supplierPayload: {},
  holderEmail: 'ada@example.com',
}

const bookRequest: BookRequest = {
  supplierReference: 'ABCDEFGHJK0123456789',
  mode: 'HOLD',
  rate: {
    supplierPayload: {
      propertyId: '1',
      roomId: '2',
      rateId: '3',
      bedGroupId: '4',
      priceCheckHref: '/v3/properties/1/rooms/2/rates/3?token=abc',
      bookHref: '/v3/itineraries?token=abc',
      holdable: true,
      terms: { refundable: true, cancel_penalties: [], nonrefundable_date_ranges: [] },
      knownAt: 0,
    },
    rooms: [
      {
        roomIndex: 0,
        occupancy: { adults: 2, childAges: [] },
        providerRoom: { code: '2', name: 'Double', beds: [] },
      },
    ],
    board: { code: 'RO', name: 'Room only' },
    price: {
      total: { amountMinor: 100, currency: 'USD' },
      base: null,
      taxesAndFees: [],
      dueAtProperty: [],
      nightly: null,
    },
    policy: { refundability: 'UNKNOWN', windows: [], noShow: null, timeZone: null, policyText: '' },
    bookingModes: ['INSTANT'],
    holdDeadlineAt: null,
    roomsLeft: null,
    expiresAt: null,
    remarks: [],
  },
  stay: STAY,
  nationality: 'GB',
  holder: { givenName: 'Ada', familyName: 'Lovelace', email: 'ada@example.com', phone: '+442071234567' },
  guests: [],
  specialRequests: 'high floor <please>',
}

describe('every request of the adapter', () => {
  it('passes Rapid’s official specification without a violation', { timeout: 120_000 }, async () => {
    const ids = Array.from({ length: 250 }, (_, index) => String(10_000 + index))
    const search = await expediaRapid.search(call(), { ...request, supplierHotelIds: ids })
    expect(search.ok).toBe(true)
    const rooms = await expediaRapid.rooms(call(), { ...request, supplierHotelId: '19248' })
    expect(rooms.ok).toBe(true)
    const checked = await expediaRapid.checkPrice(call('example=Available Example'), {
      ...request,
      supplierHotelId: '1',
      rate: bookRequest.rate,
    })
    // The official example prices other parties than ours: what matters here is that the request passed.
    expect(checked.ok || checked.error.detail).toBeTruthy()
    const held = await expediaRapid.book(call('code=201'), bookRequest)
    expect(held.outcome).toBe('ACCEPTED')
    expect((await expediaRapid.find(call('code=200'), reference)).ok).toBe(true)
    expect((await expediaRapid.retrieve(call('code=200'), reference)).ok).toBe(true)
    const resumable = { ...reference, supplierPayload: { resumeHref: '/v3/itineraries/8999989898988?token=abc' } }
    expect((await expediaRapid.confirmHold(call('code=204'), resumable)).outcome).toBe('ACCEPTED')
    expect((await expediaRapid.confirmHold(call('code=202'), resumable)).outcome).toBe('UNKNOWN')
    await expediaRapid.cancel(call(), reference)
    expect(violations).toEqual([])
    expect([...operations].sort()).toEqual(
      ['book', 'cancel', 'confirm_hold', 'find', 'price_check', 'retrieve', 'rooms', 'search'].sort(),
    )
  })
})
