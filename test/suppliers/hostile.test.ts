import { createServer, type Server, type ServerResponse } from 'node:http'
import type { AddressInfo } from 'node:net'
import { gzipSync } from 'node:zlib'
import fc from 'fast-check'
import { afterAll, beforeAll, describe, expect, it } from 'vitest'
import { isCurrencyCode, type Money } from '../../src/domain/money.ts'
import type { RoomRate } from '../../src/domain/rate.ts'
import { isCalendarDate } from '../../src/domain/time.ts'
import { createSupplierFetch } from '../../src/suppliers/fetch.ts'
import { SUPPLIERS } from '../../src/suppliers/registry.ts'
import type { BookingReference, Supplier, SupplierBooking } from '../../src/suppliers/supplier.ts'
import type { SupplierCall, SupplierFetch, SupplierResponse } from '../../src/suppliers/supplier-call.ts'
import { drawnCount } from '../support/draw.ts'
import type { Json } from '../support/http-client.ts'
import {
  bookingOf,
  PARTIES,
  questionFor,
  referenceOf,
  type SupplierSandbox,
  scenarioAt,
  startSupplierSandbox,
} from '../support/suppliers/sandbox.ts'
import { broken, JUNK, placesOf, replay } from '../support/suppliers/spoilt.ts'
import { until } from '../support/until.ts'

let sandbox: SupplierSandbox
beforeAll(async () => {
  sandbox = await startSupplierSandbox()
})
afterAll(() => sandbox?.close())

/** Too short a time for an adapter to pause and ask again. */
const HASTY_MS = 500

/** Everything that an adapter is asked to do, on a whole booking's life, with what it needs for that. */
type Life = {
  readonly rate: RoomRate
  readonly checked: RoomRate
  readonly request: ReturnType<typeof bookingOf>
  readonly reference: BookingReference
}

const QUESTION = questionFor(PARTIES)
function roomsRequest(supplier: Supplier) {
  return {
    ...QUESTION,
    supplierHotelId: scenarioAt(supplier, 'cancel-penalty'),
    hotelTimeZone: 'Atlantic/Reykjavik',
  }
}

const OPERATIONS = ['search', 'rooms', 'checkPrice', 'book', 'find', 'retrieve', 'cancel', 'quoteCancellation'] as const
type Operation = (typeof OPERATIONS)[number]

function perform(supplier: Supplier, operation: Operation, call: SupplierCall, life: Life): Promise<unknown> {
  switch (operation) {
    case 'search':
      return supplier.search(call, { ...QUESTION, supplierHotelIds: [roomsRequest(supplier).supplierHotelId] })
    case 'rooms':
      return supplier.rooms(call, roomsRequest(supplier))
    case 'checkPrice':
      return supplier.checkPrice(call, { ...roomsRequest(supplier), rate: life.rate })
    case 'book':
      return supplier.book(call, life.request)
    case 'quoteCancellation':
      return supplier.quoteCancellation?.(call, life.reference) ?? Promise.resolve(null)
    default:
      return supplier[operation](call, life.reference)
  }
}

async function live(supplier: Supplier): Promise<Life> {
  const call = sandbox.call(supplier)
  const rooms = await supplier.rooms(call, roomsRequest(supplier))
  const rate = rooms.ok ? rooms.value.rates[0] : undefined
  if (!rate) throw new Error('no rate')
  const checked = await supplier.checkPrice(call, { ...roomsRequest(supplier), rate })
  if (!checked.ok || !checked.value.available) throw new Error('not available')
  const request = bookingOf(checked.value.rate, QUESTION)
  const outcome = await supplier.book(call, request)
  const booked = await until('a record', async () => {
    const found = await supplier.find(call, referenceOf(request, outcome))
    return found.ok && found.value[0]?.status === 'CONFIRMED' ? found.value[0] : null
  })
  const reference = { ...referenceOf(request, outcome), supplierBookingId: booked.supplierBookingId }
  return { rate, checked: checked.value.rate, request, reference }
}

/** The answers of one operation, in order, as the supplier gave them. */
async function record(supplier: Supplier, operation: Operation, life: Life): Promise<SupplierResponse[]> {
  const answers: SupplierResponse[] = []
  const call = sandbox.call(supplier)
  const keep: SupplierFetch = async (request) => {
    const answer = await call.fetch(request)
    if (!answer.ok) throw new Error(JSON.stringify(answer.error))
    answers.push(answer.value)
    return answer
  }
  const fresh = operation === 'book' ? { ...life, request: bookingOf(life.checked, QUESTION) } : life
  await perform(supplier, operation, { ...call, fetch: keep }, fresh)
  return answers
}

function soundMoney({ amountMinor, currency }: Money): void {
  expect(Number.isSafeInteger(amountMinor) && amountMinor >= 0).toBe(true)
  expect(isCurrencyCode(currency)).toBe(true)
}

function soundRate({ price, policy, rooms }: RoomRate): void {
  soundMoney(price.total)
  expect(price.total.amountMinor).toBeGreaterThan(0)
  for (const amount of price.nightly ?? []) soundMoney(amount)
  for (const { amount } of price.taxesAndFees) soundMoney(amount)
  expect(rooms).toHaveLength(PARTIES.length)
  expect(policy.windows.length).toBeGreaterThan(0)
  policy.windows.forEach(({ fromAt, untilAt, penalty, status }, index) => {
    expect(Number.isFinite(fromAt)).toBe(true)
    expect(untilAt).toBe(policy.windows[index + 1]?.fromAt ?? null)
    expect(penalty === null).toBe(status === 'UNKNOWN')
    if (penalty) soundMoney(penalty)
    if (penalty) expect(penalty.amountMinor).toBeLessThanOrEqual(price.total.amountMinor)
  })
}

function soundBooking({ supplierBookingId, chargedPenalty, status, ...told }: SupplierBooking): void {
  expect(typeof supplierBookingId === 'string' && supplierBookingId !== '').toBe(true)
  expect(['CONFIRMED', 'ON_HOLD', 'PENDING', 'CANCELLED', 'FAILED']).toContain(status)
  if (chargedPenalty) soundMoney(chargedPenalty)
  if (told.charged) soundMoney(told.charged)
  for (const date of [told.checkInDate, told.checkOutDate]) if (date !== null) expect(isCalendarDate(date)).toBe(true)
  expect(told.rooms === null || told.rooms > 0).toBe(true)
}

/** Whatever an adapter made of an answer, it is a failure, or sound. */
function sound(operation: Operation, outcome: Json): void {
  if (outcome === null || outcome.ok === false) return
  if (operation === 'search') for (const { total } of outcome.value.quotes) soundMoney(total)
  if (operation === 'rooms') for (const rate of outcome.value.rates) soundRate(rate)
  if (operation === 'checkPrice' && outcome.value.available) soundRate(outcome.value.rate)
  if (operation === 'find') for (const booking of outcome.value) soundBooking(booking)
  if (operation === 'retrieve' && outcome.value) soundBooking(outcome.value)
  if (operation === 'quoteCancellation') soundMoney(outcome.value)
  if (operation === 'book' && outcome.outcome === 'ACCEPTED') soundBooking(outcome.value)
  if (operation === 'cancel' && outcome.value?.chargedPenalty) soundMoney(outcome.value.chargedPenalty)
}

describe.each(SUPPLIERS)('$code, told nonsense', (supplier) => {
  let life: Life
  beforeAll(async () => {
    life = await live(supplier)
  })

  it.each(OPERATIONS)(
    '%s: one broken place never makes a crash, a wrong amount or a made-up booking',
    async (operation) => {
      const answers = await record(supplier, operation, life)
      if (answers.length === 0) return expect(supplier.quoteCancellation).toBeUndefined()
      const places = answers.flatMap(({ json }, index) => placesOf(json).map((path) => ({ index, path })))
      await fc.assert(
        fc.asyncProperty(fc.constantFrom(...places), fc.constantFrom(...JUNK), async ({ index, path }, junk) => {
          const spoilt = answers.map((answer, at) =>
            at === index ? { ...answer, json: broken(answer.json, path, junk) } : answer,
          )
          const call = sandbox.call(supplier, { fetch: replay(spoilt), timeoutMs: HASTY_MS })
          sound(operation, await perform(supplier, operation, call, life))
        }),
        { numRuns: drawnCount(1_500) },
      )
    },
  )

  it.each(OPERATIONS)('%s: any JSON at all, with any status, is taken for what it is', async (operation) => {
    await fc.assert(
      fc.asyncProperty(
        fc.jsonValue(),
        fc.constantFrom(200, 201, 202, 204, 304, 400, 404, 500),
        async (json, status) => {
          const call = sandbox.call(supplier, { fetch: replay([{ status, headers: {}, json }]), timeoutMs: HASTY_MS })
          sound(operation, await perform(supplier, operation, call, life))
        },
      ),
      { numRuns: drawnCount(300) },
    )
  })
})

describe('bodies that are none', () => {
  let server: Server
  let url: string
  let answer: (response: ServerResponse) => void = (response) => response.end()

  beforeAll(async () => {
    server = createServer((request, response) => {
      request.resume()
      request.on('end', () => answer(response))
    })
    // It shares the event loop with what reads such bodies for seconds: its own connections must not be past their time then.
    server.keepAliveTimeout = 60_000
    await new Promise<void>((resolve) => void server.listen(0, '127.0.0.1', resolve))
    url = `http://127.0.0.1:${(server.address() as AddressInfo).port}`
  })
  afterAll(() => {
    server.closeAllConnections()
    server.close()
  })

  const JSON_HEADERS = { 'content-type': 'application/json' }
  function bytes(body: Buffer | string, headers: Record<string, string> = JSON_HEADERS) {
    return (response: ServerResponse) => {
      response.writeHead(200, headers)
      response.end(body)
    }
  }
  /** Until somebody leaves. */
  function drip(response: ServerResponse): void {
    response.writeHead(200, JSON_HEADERS)
    const timer = setInterval(() => response.write(' '), 20)
    response.on('close', () => clearInterval(timer))
  }

  const BODIES: readonly (readonly [string, (response: ServerResponse) => void, string])[] = [
    ['ten megabytes of brackets', bytes('['.repeat(10_000_000)), 'MALFORMED'],
    ['ten megabytes of a number', bytes('9'.repeat(10_000_000)), 'MALFORMED'],
    ['forty megabytes of blanks', bytes(' '.repeat(40_000_000)), 'MALFORMED'],
    [
      'a gigabyte in a thousandth of that',
      bytes(gzipSync(Buffer.alloc(300_000_000)), { ...JSON_HEADERS, 'content-encoding': 'gzip' }),
      'MALFORMED',
    ],
    [
      'what says that it is packed, and is not',
      bytes('{}', { ...JSON_HEADERS, 'content-encoding': 'gzip' }),
      'MALFORMED',
    ],
    ['half of a body', bytes('[{"property_id":"1","rooms":['), 'MALFORMED'],
    ['another charset', bytes(Buffer.from('{"name":"Hôtel €"}', 'utf16le')), 'MALFORMED'],
    ['a page for people', bytes('<html>all is well</html>', { 'content-type': 'text/html' }), 'MALFORMED'],
    ['one blank after the other', drip, 'TIMEOUT'],
  ]

  it.each(BODIES)(
    '%s for an answer to a search is a failure of its kind',
    { timeout: 180_000 },
    async (_what, body, kind) => {
      const fetch = createSupplierFetch()
      answer = body
      for (const supplier of SUPPLIERS) {
        const call = sandbox.call(supplier, { fetch, timeoutMs: 1_500 })
        const elsewhere = { ...call, connection: { ...call.connection, baseUrl: url } }
        const search = await supplier.search(elsewhere, { ...QUESTION, supplierHotelIds: ['1'] })
        // A number as long as that is JSON, and no availability.
        expect(search).toMatchObject({ ok: false, error: { kind } })
      }
      await fetch.close()
    },
  )
})
