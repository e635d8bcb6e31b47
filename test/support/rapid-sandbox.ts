import { afterAll, beforeAll, expect } from 'vitest'
import type { RoomRate } from '../../src/domain/rate.ts'
import type { RateCondition } from '../../src/domain/selling.ts'
import { createClock } from '../../src/platform/clock.ts'
import { sandboxCatalogue } from '../../src/sandbox/catalogue/catalogue.ts'
import { scenarioOf } from '../../src/sandbox/scenarios.ts'
import { SANDBOX_CREDENTIALS } from '../../src/sandbox/suppliers/credentials.ts'
import { createMemoryFaults, createMemoryState } from '../../src/sandbox/suppliers/memory-state.ts'
import { type SandboxServer, startSandboxSuppliers } from '../../src/sandbox/suppliers/server.ts'
import { expediaRapid } from '../../src/suppliers/expedia-rapid/index.ts'
import { createSupplierFetch } from '../../src/suppliers/fetch.ts'
import type { SupplierCall, SupplierFetch, SupplierRequest } from '../../src/suppliers/supplier-call.ts'
import type { Json } from './http-client.ts'
import { rapidCall } from './rapid.ts'
import { bookingOf, COUPLE, questionFor, referenceOf } from './suppliers/sandbox.ts'

type Changes = {
  readonly settings?: Readonly<Record<string, unknown>>
  /** The account of the sandbox: `profile`, `strict-traveller`; the plain one when absent. */
  readonly account?: string
} & Partial<Pick<SupplierCall, 'customerIp' | 'sessionId' | 'userAgent' | 'language'>>

/** Rapid's sandbox over HTTP for one file, with every request that was sent to it, and what it stored. */
export function useRapidSandbox() {
  const clock = createClock()
  const state = createMemoryState()
  const sent: SupplierRequest[] = []
  const answers: Json[] = []
  let server: SandboxServer

  beforeAll(async () => {
    server = await startSandboxSuppliers({
      clock,
      catalogue: () => sandboxCatalogue(),
      state: (code) => (code === expediaRapid.code ? state : createMemoryState()),
      faults: createMemoryFaults(),
      log: { debug: () => undefined, error: (fields, message) => expect.fail(`${message} ${JSON.stringify(fields)}`) },
      port: 0,
    })
  })
  afterAll(() => server.close())

  const fetch = createSupplierFetch()
  const watched: SupplierFetch = async (request) => {
    sent.push(request)
    const answer = await fetch(request)
    if (answer.ok) answers.push(answer.value.json)
    return answer
  }

  function call({ settings = {}, account, ...changes }: Changes = {}): SupplierCall {
    const plain = rapidCall(server.baseUrls['expedia_rapid'] ?? '', watched, clock.real())
    const { apiKey, sharedSecret } = SANDBOX_CREDENTIALS.expedia_rapid
    const credentials = { apiKey: account === undefined ? apiKey : `${apiKey}-${account}`, sharedSecret }
    return { ...plain, ...changes, connection: { ...plain.connection, settings, credentials } }
  }

  /** Ordinary hotels of the supplier, in any country or in one: those of no scenario. */
  function ordinaryHotels(count: number, countryCode?: string): string[] {
    const catalogue = sandboxCatalogue()
    return catalogue.supplierHotels
      .filter(
        ({ supplierCode, supplierHotelId, hotelId }) =>
          supplierCode === expediaRapid.code &&
          !scenarioOf(supplierCode, supplierHotelId) &&
          (countryCode === undefined || catalogue.findHotel(hotelId)?.countryCode === countryCode),
      )
      .slice(0, count)
      .map(({ supplierHotelId }) => supplierHotelId)
  }

  const question = { ...questionFor(COUPLE), hotelTimeZone: 'Europe/London' }

  async function rooms(hotel: string, changes?: Changes, sells: readonly RateCondition[] = []): Promise<RoomRate[]> {
    const answer = await expediaRapid.rooms(call(changes), { ...question, supplierHotelId: hotel, sells })
    if (!answer.ok) throw new Error(`${answer.error.kind} ${answer.error.detail}`)
    expect(answer.value.droppedRates).toBe(0)
    return [...answer.value.rates]
  }

  async function ratesOf(count: number, changes?: Changes, sells?: readonly RateCondition[]): Promise<RoomRate[]> {
    const rates: RoomRate[] = []
    for (const hotel of ordinaryHotels(count)) rates.push(...(await rooms(hotel, changes, sells)))
    return rates
  }

  async function checked(rate: RoomRate, changes?: Changes): Promise<RoomRate> {
    const supplierHotelId = String(rate.supplierPayload['propertyId'])
    const answer = await expediaRapid.checkPrice(call(changes), { ...question, supplierHotelId, rate })
    if (!answer.ok || !answer.value.available) throw new Error(`not available: ${JSON.stringify(answer)}`)
    return answer.value.rate
  }

  async function book(rate: RoomRate, changes?: Changes) {
    const request = bookingOf(await checked(rate, changes), question)
    const outcome = await expediaRapid.book(call(changes), request)
    return { request, outcome, reference: referenceOf(request, outcome) }
  }

  return { clock, state, sent, answers, call, question, ordinaryHotels, rooms, ratesOf, checked, book }
}
