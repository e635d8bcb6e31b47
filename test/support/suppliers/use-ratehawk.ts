import { afterAll, beforeAll, expect } from 'vitest'
import type { Occupancy } from '../../../src/domain/occupancy.ts'
import type { RoomRate } from '../../../src/domain/rate.ts'
import { scenarioOf } from '../../../src/sandbox/scenarios.ts'
import { ratehawk } from '../../../src/suppliers/ratehawk/index.ts'
import type { BookRequest } from '../../../src/suppliers/supplier.ts'
import type { SupplierCall, SupplierFetch, SupplierRequest } from '../../../src/suppliers/supplier-call.ts'
import { alterRecord } from '../alter-record.ts'
import type { Json } from '../http-client.ts'
import { credentialsOf } from './call.ts'
import {
  bookingOf,
  COUPLE,
  questionFor,
  type SupplierSandbox,
  scenarioAt,
  startSupplierSandbox,
  UNHURRIED_MS,
} from './sandbox.ts'

/** A rate as it was mapped, beside what RateHawk sent. */
type SoldRate = { readonly raw: Json; readonly rate: RoomRate }

/** RateHawk's sandbox for a test file. Hotels without a scenario sell awkward rates; `HOTEL` is a plain one. */
export function useRateHawk() {
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
    const call = sandbox.call(ratehawk, { timeoutMs: UNHURRIED_MS })
    const found = await ratehawk.rooms(call, question)
    const rate = found.ok ? found.value.rates[0] : undefined
    if (!rate) throw new Error('no rate')
    const checked = await ratehawk.checkPrice(call, { ...question, rate })
    if (!checked.ok || !checked.value.available) throw new Error('the rate cannot be booked')
    return checked.value.rate
  }

  async function newRequest(changes: Partial<BookRequest> = {}): Promise<BookRequest> {
    return { ...bookingOf(await checkedRate(), questionFor(COUPLE)), ...changes }
  }

  function errors(operation: 'book_form' | 'book' | 'find' | 'cancel', codes: readonly string[]): Promise<void> {
    return alterRecord(sandbox.call(ratehawk).connection.baseUrl, {
      supplier_hotel_id: HOTEL,
      errors: codes.map((code) => ({ operation, code })),
    })
  }

  /** Hotels of every city. */
  function ordinary(count: number): string[] {
    const all = sandbox.catalogue.supplierHotels.filter(
      ({ supplierCode, supplierHotelId }) => supplierCode === 'ratehawk' && !scenarioOf('ratehawk', supplierHotelId),
    )
    const step = Math.floor(all.length / count)
    return all.filter((_, index) => index % step === 0).map(({ supplierHotelId }) => supplierHotelId)
  }

  function questionAt(supplierHotelId: string, occupancy: Occupancy) {
    return { ...questionFor(occupancy), supplierHotelId, hotelTimeZone: 'Europe/Paris' }
  }

  /** The rates of a hotel, each beside what RateHawk sent. */
  async function sold(supplierHotelId: string, occupancy: Occupancy): Promise<SoldRate[]> {
    const call = sandbox.call(ratehawk)
    let raws: Json[] = []
    const fetch: SupplierFetch = async (request) => {
      const answer = await call.fetch(request)
      if (answer.ok) raws = (answer.value.json as Json).data.hotels.flatMap(({ rates }: Json) => rates)
      return answer
    }
    const found = await ratehawk.rooms({ ...call, fetch }, questionAt(supplierHotelId, occupancy))
    if (!found.ok) throw new Error(found.error.detail)
    expect(found.value.droppedRates).toBe(0)
    const byHash = new Map(found.value.rates.map((rate) => [rate.supplierPayload['bookHash'], rate]))
    return raws.map((raw) => {
      const rate = byHash.get(raw.book_hash)
      if (!rate) throw new Error(`a rate was dropped: ${JSON.stringify(raw)}`)
      return { raw, rate }
    })
  }

  async function soldBy(occupancy: Occupancy, count = 150) {
    const all: { raw: Json; rate: RoomRate; hotelId: string }[] = []
    for (const hotelId of ordinary(count))
      for (const one of await sold(hotelId, occupancy)) all.push({ ...one, hotelId })
    return all
  }

  return { sandbox: () => sandbox, noting, connectionWith, newRequest, errors, ordinary, questionAt, sold, soldBy }
}
