import { afterAll, beforeAll, describe, expect, it } from 'vitest'
import { hotelbeds } from '../../../src/suppliers/hotelbeds/index.ts'
import type { RoomsRequest } from '../../../src/suppliers/supplier.ts'
import type { SupplierCall, SupplierFetch, SupplierRequest } from '../../../src/suppliers/supplier-call.ts'
import { ordinaryRates } from '../../support/suppliers/ordinary.ts'
import {
  bookingOf,
  COUPLE,
  PARTIES,
  questionFor,
  referenceOf,
  type SupplierSandbox,
  scenarioAt,
  startSupplierSandbox,
} from '../../support/suppliers/sandbox.ts'
import { wireFaults } from '../../support/suppliers/wire-faults.ts'

let sandbox: SupplierSandbox
beforeAll(async () => {
  sandbox = await startSupplierSandbox()
})
afterAll(() => sandbox?.close())

function requestAt(slug: string, occupancy = PARTIES) {
  return {
    ...questionFor(occupancy),
    supplierHotelId: scenarioAt(hotelbeds, slug),
    hotelTimeZone: 'Atlantic/Reykjavik',
  }
}

async function firstRate(request: RoomsRequest) {
  const found = await hotelbeds.rooms(sandbox.call(hotelbeds), request)
  const rate = found.ok ? found.value.rates[0] : undefined
  if (!rate) throw new Error('no rate')
  return rate
}

/** The sandbox's wire, with every request kept, and what it answers to some of them changed. */
function watched(change: (body: string, index: number) => string = (body) => body) {
  const sent: SupplierRequest[] = []
  const call = sandbox.call(hotelbeds)
  const fetch: SupplierFetch = async (request) => {
    sent.push(request)
    const index = sent.length - 1
    const answer = await call.fetch(request)
    if (!answer.ok) return answer
    return { ok: true, value: { ...answer.value, json: JSON.parse(change(JSON.stringify(answer.value.json), index)) } }
  }
  return { sent, call: { ...call, fetch } satisfies SupplierCall }
}

describe('the check of rates that are booked together', () => {
  it('[H-01] asks for each key by itself, all at once, and keeps their order', async () => {
    const request = requestAt('confirm')
    const rate = await firstRate(request)
    const { sent, call } = watched()
    const checked = await hotelbeds.checkPrice(call, { ...request, rate })
    expect(sent.map(({ body }) => JSON.parse(body ?? '').rooms.length)).toEqual([1, 1])
    expect(checked).toMatchObject({
      ok: true,
      value: { available: true, rate: { price: { total: rate.price.total }, rooms: rate.rooms } },
    })
    if (!checked.ok || !checked.value.available) throw new Error('not available')
    const outcome = await hotelbeds.book(sandbox.call(hotelbeds), bookingOf(checked.value.rate, request))
    expect(outcome.outcome).toBe('ACCEPTED')
  })

  it('[H-01] finds the rooms gone when one key is, and fails when a key fails for another reason', async () => {
    const request = requestAt('confirm')
    const rate = await firstRate(request)
    const gone = requestAt('sold-out')
    const goneRate = await firstRate(gone)
    // The second of the two keys is one of a hotel that sells nothing.
    const keys = (goneRate.supplierPayload['parts'] ?? []) as readonly { readonly rateKey: string }[]
    const parts = (rate.supplierPayload['parts'] ?? []) as readonly object[]
    function mixed(rateKey: string) {
      const swapped = parts.map((part, index) => (index === 1 ? { ...part, rateKey } : part))
      return { ...rate, supplierPayload: { ...rate.supplierPayload, parts: swapped } }
    }
    expect(
      await hotelbeds.checkPrice(sandbox.call(hotelbeds), { ...request, rate: mixed(keys[1]?.rateKey ?? '') }),
    ).toEqual({
      ok: true,
      value: { available: false },
    })
    expect(await hotelbeds.checkPrice(sandbox.call(hotelbeds), { ...request, rate: mixed('forged') })).toMatchObject({
      ok: false,
      error: { kind: 'REJECTED' },
    })
  })

  it('[H-01] returns another room or board as it is, so that the terms are seen to have changed', async () => {
    const request = requestAt('confirm', COUPLE)
    const rate = await firstRate(request)
    const { call } = watched((body) =>
      body.replace(/"boardCode":"\w+"/, '"boardCode":"HB"').replace(/"code":"\w+\.?\w*","name"/, '"code":"TPL","name"'),
    )
    const checked = await hotelbeds.checkPrice(call, { ...request, rate })
    expect(checked).toMatchObject({
      ok: true,
      value: { available: true, rate: { board: { code: 'HB' }, price: { total: rate.price.total } } },
    })
  })

  it('[H-01] finds parties gone that no longer have the same board, and refuses other dates', async () => {
    const request = requestAt('confirm')
    const rate = await firstRate(request)
    const parted = watched((body, index) =>
      index === 1 ? body.replace(/"boardCode":"\w+"/, '"boardCode":"HB"') : body,
    )
    expect(await hotelbeds.checkPrice(parted.call, { ...request, rate })).toEqual({
      ok: true,
      value: { available: false },
    })
    const later = watched((body) => body.replace(/"checkIn":"[^"]+"/, '"checkIn":"2031-01-01"'))
    expect(await hotelbeds.checkPrice(later.call, { ...request, rate })).toMatchObject({
      ok: false,
      error: { kind: 'MALFORMED' },
    })
  })

  it('[H-02] comes before the booking of a rate that needs it, whatever the setting', async () => {
    const sold = await ordinaryRates(sandbox, hotelbeds, { hotels: 20 })
    function parts(one: (typeof sold)[number]) {
      return one.rate.supplierPayload['parts'] as { needsCheck: boolean }[]
    }
    const recheck = sold.find((one) => parts(one)[0]?.needsCheck && one.rate.payment.type === 'PREPAID')
    const bookable = sold.find((one) => !parts(one)[0]?.needsCheck && one.rate.payment.type === 'PREPAID')
    if (!recheck || !bookable) throw new Error('no such rate')
    const question = questionFor(COUPLE)
    const unchecked = await hotelbeds.book(sandbox.call(hotelbeds), bookingOf(recheck.rate, question))
    expect(unchecked).toMatchObject({ outcome: 'REFUSED', refusal: { httpStatus: 400 } })
    async function checksOf({ rate, supplierHotelId }: typeof recheck & object, settings: object) {
      const { sent, call } = watched()
      const connection = { ...call.connection, settings: { ...settings } }
      await hotelbeds.checkPrice({ ...call, connection }, { ...question, supplierHotelId, hotelTimeZone: null, rate })
      return sent.length
    }
    expect(await checksOf(bookable, {})).toBe(1)
    expect(await checksOf(bookable, { checkBookable: false })).toBe(0)
    expect(await checksOf(recheck, { checkBookable: false })).toBe(1)
    expect((await hotelbeds.book(sandbox.call(hotelbeds), bookingOf(bookable.rate, question))).outcome).toBe('ACCEPTED')
  })
})

describe('the record of a booking', () => {
  async function booked(supplierHotelId: string) {
    const request = { ...questionFor(COUPLE), supplierHotelId, hotelTimeZone: null }
    const rate = await firstRate(request)
    const checked = await hotelbeds.checkPrice(sandbox.call(hotelbeds), { ...request, rate })
    if (!checked.ok || !checked.value.available) throw new Error('not available')
    const order = bookingOf(checked.value.rate, request)
    const outcome = await hotelbeds.book(sandbox.call(hotelbeds), order)
    if (outcome.outcome !== 'ACCEPTED') throw new Error(JSON.stringify(outcome))
    const found = await hotelbeds.retrieve(sandbox.call(hotelbeds), referenceOf(order, outcome))
    if (!found.ok || !found.value) throw new Error('no record')
    expect(found.value.told).toEqual(outcome.value.told)
    return { rate: checked.value.rate, record: found.value }
  }

  it('[H-03] has the sentence of the voucher, which names the operating company, its VAT number and the reference', async () => {
    const { record } = await booked(scenarioAt(hotelbeds, 'confirm'))
    expect(hotelbeds.capabilities.namesPayableParty).toBe(true)
    expect(record.told?.payableThrough).toBe(
      `Payable through HOTELBEDS PRODUCT,S.L.U., acting as agent for the service operating company, details of which can be provided upon request. VAT: ESB38877676 Reference: ${record.supplierBookingId}`,
    )
  })

  it('[H-03] [H-09] differs from hotel to hotel: without a VAT number there is no sentence, and comments stay', async () => {
    const ids = sandbox.catalogue.supplierHotels
      .filter(({ supplierCode }) => supplierCode === 'hotelbeds')
      .slice(0, 80)
      .map(({ supplierHotelId }) => supplierHotelId)
    const companies = new Set<string>()
    const lengths = new Set<number>()
    for (const id of ids) {
      const { rate, record } = await booked(id).catch(() => ({ rate: null, record: null }))
      if (!record || !rate) continue
      companies.add(/through (.+?),? acting/.exec(record.told?.payableThrough ?? '')?.[1] ?? 'nobody')
      expect(record.told?.remarks).toEqual(rate.remarks)
      for (const remark of rate.remarks) {
        lengths.add(remark.length)
        expect(remark).not.toMatch(/[<>\r\n]|&amp;/)
      }
    }
    expect(companies.size).toBeGreaterThan(2)
    expect(companies).toContain('nobody')
    expect(Math.max(...lengths)).toBeGreaterThan(1_500)
  })
})

it('has no fault on the wire', () => expect(wireFaults(sandbox)).toEqual([]))

describe('[H-15] the language of the customer', () => {
  const COMMENTS = {
    en: /^Check-in hour/,
    fr: /^Arrivée/,
    de: /^Anreise/,
    es: /^Hora de entrada/,
    ja: /^Check-in hour/,
  }

  it.each(Object.entries(COMMENTS))(
    'goes out as Hotelbeds’ own code: names and comments come in %s',
    async (language, pattern) => {
      const request = requestAt('confirm', COUPLE)
      const { sent, call: plain } = watched()
      const call = { ...plain, language }
      const found = await hotelbeds.rooms(call, request)
      const rate = found.ok ? found.value.rates[0] : undefined
      if (!rate) throw new Error('no rate')
      const checked = await hotelbeds.checkPrice(call, { ...request, rate })
      if (!checked.ok || !checked.value.available) throw new Error('not available')
      expect(checked.value.rate.remarks).toContainEqual(expect.stringMatching(pattern))
      const booked = await hotelbeds.book(call, bookingOf(checked.value.rate, request))
      expect(booked).toMatchObject({
        outcome: 'ACCEPTED',
        value: { told: { remarks: [expect.stringMatching(pattern)] } },
      })
      const codes: Record<string, string> = { en: 'ENG', fr: 'FRA', de: 'ALE', es: 'CAS' }
      // What the public list of codes does not have is asked in English.
      const wanted = codes[language] ?? 'ENG'
      expect(sent.map(({ body }) => JSON.parse(body ?? '{}').language)).toEqual([wanted, wanted, wanted])
      const named: Record<string, string> = { fr: 'DOUBLE STANDARD', de: 'DOPPELZIMMER STANDARD', es: 'DOBLE ESTÁNDAR' }
      expect(rate.rooms[0]?.providerRoom).toMatchObject({ code: 'DBL.ST', name: named[language] ?? 'DOUBLE STANDARD' })
    },
  )
})
