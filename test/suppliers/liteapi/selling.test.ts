import { afterAll, beforeAll, describe, expect, it } from 'vitest'
import type { RoomRate } from '../../../src/domain/rate.ts'
import { withheldFor } from '../../../src/domain/selling.ts'
import { offerChanges } from '../../../src/operations/offers/offer-changes.ts'
import { liteapi } from '../../../src/suppliers/liteapi/index.ts'
import type { SupplierCall, SupplierFetch, SupplierRequest } from '../../../src/suppliers/supplier-call.ts'
import { exampleRate } from '../../support/suppliers/liteapi-example.ts'
import { type OrdinaryRate, ordinaryRates } from '../../support/suppliers/ordinary.ts'
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

/** What LiteAPI's terms demand of a sale, played by ordinary hotels of the sandbox. */
let sandbox: SupplierSandbox
let sold: readonly OrdinaryRate[]
beforeAll(async () => {
  sandbox = await startSupplierSandbox()
  sold = await ordinaryRates(sandbox, liteapi)
})
afterAll(() => sandbox?.close())

function some(isWanted: (rate: RoomRate) => boolean): readonly OrdinaryRate[] {
  const found = sold.filter(({ rate }) => isWanted(rate))
  expect(found.length).toBeGreaterThan(0)
  return found
}

/** The sandbox's wire, with every request kept. */
function watched(changes: Partial<SupplierCall> = {}, settings: Readonly<Record<string, unknown>> = {}) {
  const sent: SupplierRequest[] = []
  const call = sandbox.call(liteapi, changes)
  const fetch: SupplierFetch = (request) => {
    sent.push(request)
    return call.fetch(request)
  }
  const connection = { ...call.connection, settings }
  function bodies() {
    return sent.map(({ body }) => JSON.parse(body ?? '{}'))
  }
  return { bodies, call: { ...call, connection, fetch } satisfies SupplierCall }
}

function requestAt(supplierHotelId: string) {
  return { ...questionFor(COUPLE), supplierHotelId, hotelTimeZone: null }
}

async function checked({ supplierHotelId, rate }: OrdinaryRate, call = sandbox.call(liteapi)) {
  const answer = await liteapi.checkPrice(call, { ...requestAt(supplierHotelId), rate })
  if (!answer.ok || !answer.value.available) throw new Error('not available')
  return answer.value
}

describe('the lowest public price', () => {
  it('[L-01] binds, wherever it is told, and is the same in a prebook, which has another form', async () => {
    const priced = some(({ sellingPrice }) => sellingPrice !== null)
    expect(priced.length / sold.length).toBeGreaterThan(0.5)
    for (const { rate } of priced) {
      expect(rate.sellingPrice).toMatchObject({ binding: true, maximum: null })
      expect(rate.sellingPrice?.minimum).toEqual(rate.sellingPrice?.suggested)
      expect((rate.sellingPrice?.minimum?.amountMinor ?? 0) / rate.price.total.amountMinor).toBeCloseTo(1.1, 3)
    }
    expect(new Set(priced.map(({ rate }) => rate.sellingPrice?.source))).toEqual(
      new Set(['providerDirect', 'booking.com', null]),
    )
    for (const one of priced.slice(0, 12)) expect((await checked(one)).rate.sellingPrice).toEqual(one.rate.sellingPrice)
  })
})

describe('the margin', () => {
  async function totalWith(settings: Readonly<Record<string, unknown>>) {
    const { bodies, call } = watched({}, settings)
    const answer = await liteapi.rooms(call, requestAt(scenarioAt(liteapi, 'confirm')))
    const rate = answer.ok ? answer.value.rates[0] : undefined
    return { total: rate?.price.total.amountMinor ?? 0, sent: bodies()[0]?.margin }
  }

  it('[L-02] is always sent, so that our price has none of the account’s own unless the contract says so', async () => {
    const [net, dearer] = [await totalWith({}), await totalWith({ margin: 10 })]
    expect([net.sent, dearer.sent]).toEqual([0, 10])
    expect(dearer.total / net.total).toBeCloseTo(1.1, 3)
  })

  it('[L-02] is in the checked price and in what is charged for the booking', async () => {
    const { call } = watched({}, { margin: 10 })
    const supplierHotelId = scenarioAt(liteapi, 'confirm')
    const found = await liteapi.rooms(call, requestAt(supplierHotelId))
    const rate = found.ok ? found.value.rates[0] : undefined
    if (!rate) throw new Error('no rate')
    const after = (await checked({ supplierHotelId, rate }, call)).rate
    expect(after.price.total).toEqual(rate.price.total)
    const outcome = await liteapi.book(call, bookingOf(after, questionFor(COUPLE)))
    expect(outcome).toMatchObject({ outcome: 'ACCEPTED', value: { charged: rate.price.total } })
  })
})

describe('offers that are not sold alone and openly', () => {
  it('[L-07] are packages, those for members, and those that only the guest can pay', () => {
    const reasons = sold.flatMap(({ rate }) => withheldFor(rate, new Set()) ?? [])
    expect(new Set(reasons)).toEqual(new Set(['PACKAGE_ONLY', 'MEMBER_ONLY', 'AT_PROPERTY']))
    // Most can be paid in either way.
    expect(reasons.length).toBeLessThan(sold.length / 4)
  })

  it('[L-07] keep their condition after the prebook, which does not repeat it', async () => {
    for (const condition of ['PACKAGE_ONLY', 'MEMBER_ONLY'] as const) {
      const [one] = some(({ conditions }) => conditions.includes(condition))
      expect(one && (await checked(one)).rate.conditions).toEqual([condition])
    }
  })

  it('[L-07] are never what a search quotes, though they are cheaper', async () => {
    const withheld = some((rate) => withheldFor(rate, new Set()) !== null).slice(0, 20)
    const supplierHotelIds = [...new Set(withheld.map(({ supplierHotelId }) => supplierHotelId))]
    const answer = await liteapi.search(sandbox.call(liteapi), { ...questionFor(COUPLE), supplierHotelIds })
    if (!answer.ok) throw new Error(answer.error.detail)
    expect(answer.value.quotes).toHaveLength(supplierHotelIds.length)
    for (const { supplierHotelId, total } of answer.value.quotes) {
      const open = sold.filter(
        (one) => one.supplierHotelId === supplierHotelId && withheldFor(one.rate, new Set()) === null,
      )
      expect(total.amountMinor).toBe(Math.min(...open.map(({ rate }) => rate.price.total.amountMinor)))
    }
  })
})

describe('what comes with an offer', () => {
  it('[L-08] are promotions and perks, each once', () => {
    const told = some(({ promotions }) => promotions.length > 0).flatMap(({ rate }) => rate.promotions)
    expect(told).toContainEqual({ id: null, name: 'Early booker Deal', kind: 'DISCOUNT', amount: null })
    expect(told).toContainEqual({ id: 'FREE1', name: 'Stay 3, pay 2', kind: 'FREE_NIGHT', amount: null })
    expect(told).toContainEqual({
      id: '11',
      name: '$50 credit for the spa (worth USD 50)',
      kind: 'PERK',
      amount: null,
    })
    for (const { rate } of sold)
      expect(new Set(rate.promotions.map(({ name }) => name)).size).toBe(rate.promotions.length)
  })

  it.each([
    ['BB1', { code: null, name: 'Breakfast for 1 guest', coversGuests: 1 }],
    ['BB2', { code: 'BB', name: 'Breakfast for 2 guests', coversGuests: 2 }],
    ['BI', { code: 'BB', name: 'Bed and breakfast' }],
    ['XX', { code: null, name: 'Something' }],
  ])('[L-09] is the board %s, told no better than it is', async (boardType, board) => {
    const { rate } = await exampleRate((_, one) => Object.assign(one, { boardType, boardName: 'Something' }))
    expect(rate?.board).toEqual(board)
  })

  it('[L-09] is no breakfast for a family when it is for two, nor for all rooms when one has none', async () => {
    const family = await ordinaryRates(sandbox, liteapi, { hotels: 400, occupancy: PARTIES })
    const short = family.filter(({ rate }) => /^Breakfast for [12] guest/.test(rate.board.name))
    expect(short.length).toBeGreaterThan(0)
    expect(short.every(({ rate }) => rate.board.code === null)).toBe(true)
  })
})

describe('the prebook', () => {
  it('[L-06] says what has changed, and its word counts where we see no difference', async () => {
    const many = await ordinaryRates(sandbox, liteapi, { hotels: 80 })
    const said = new Map<string, string[]>()
    for (const one of many) {
      const { rate, announced = [] } = await checked(one)
      expect(offerChanges(one.rate, rate)).toEqual([])
      for (const change of announced)
        said.set(
          change,
          offerChanges(one.rate, rate, { announced }).map(({ path }) => path),
        )
    }
    expect(Object.fromEntries(said)).toEqual({
      PRICE: ['price.total.amount_minor'],
      CANCELLATION: ['cancellation.penalties'],
      BOARD: ['board.code'],
    })
  })

  it('[L-06] tells the terms that the guest has to accept', async () => {
    const texts = new Set<string | null>()
    for (const one of sold.slice(0, 120)) texts.add((await checked(one)).rate.supplierTerms?.text ?? null)
    expect(texts).toEqual(new Set([null, 'No-shows are charged in full. Guests accept the house rules.']))
  })
})

describe('the traveller', () => {
  it('[L-04] [X-01] is told to LiteAPI with the booking, as far as known', async () => {
    async function metadataFor(changes: Partial<SupplierCall>) {
      const { bodies, call } = watched(changes)
      const supplierHotelId = scenarioAt(liteapi, 'confirm')
      const found = await liteapi.rooms(call, requestAt(supplierHotelId))
      const rate = found.ok ? found.value.rates[0] : undefined
      if (!rate) throw new Error('no rate')
      const after = (await checked({ supplierHotelId, rate }, call)).rate
      expect((await liteapi.book(call, bookingOf(after, questionFor(COUPLE)))).outcome).toBe('ACCEPTED')
      return bodies().at(-1).metadata
    }
    expect(await metadataFor({ customerIp: '81.2.69.160', userAgent: 'Mozilla/5.0', language: 'fr' })).toEqual({
      ip: '81.2.69.160',
      user_agent: 'Mozilla/5.0',
      language: 'fr',
    })
    expect(await metadataFor({ customerIp: null })).toEqual({ language: 'en' })
  })

  it('[L-05] [X-02] has one session in searches and room searches; [L-15] the feed is the contract’s', async () => {
    const { bodies, call } = watched({ sessionId: 'session-1' }, { feed: 'wholesale' })
    const supplierHotelId = scenarioAt(liteapi, 'confirm')
    await liteapi.search(call, { ...questionFor(COUPLE), supplierHotelIds: [supplierHotelId], refundableOnly: true })
    await liteapi.rooms(call, requestAt(supplierHotelId))
    expect(bodies()).toMatchObject([
      { sessionId: 'session-1', feed: 'wholesale', refundableRatesOnly: true },
      { sessionId: 'session-1', feed: 'wholesale' },
    ])
    const plain = watched()
    await liteapi.rooms(plain.call, requestAt(supplierHotelId))
    expect(Object.keys(plain.bodies()[0])).not.toEqual(expect.arrayContaining(['sessionId']))
    expect(plain.bodies()[0]).not.toHaveProperty('feed')
  })

  it('[X-05] has no setting that is misspelt', () => {
    const connection = { credentials: { apiKey: 'a' }, settings: { Margin: 5 } }
    expect(liteapi.checkConnection(connection)).toHaveLength(1)
  })
})

describe('the record of a booking', () => {
  it('[L-13] tells what guests must know, what they pay at the desk, and what the hotel remarks', async () => {
    const told = new Set<string>()
    const hotels = new Map(
      sold.filter(({ rate }) => withheldFor(rate, new Set()) === null).map((one) => [one.supplierHotelId, one]),
    )
    for (const one of [...hotels.values()].slice(0, 12)) {
      const request = bookingOf((await checked(one)).rate, questionFor(COUPLE))
      const outcome = await liteapi.book(sandbox.call(liteapi), request)
      const found = await liteapi.retrieve(sandbox.call(liteapi), referenceOf(request, outcome))
      told.add(JSON.stringify(found.ok && found.value?.told))
    }
    expect([...told].map((one) => JSON.parse(one))).toEqual(
      expect.arrayContaining([
        {},
        {
          remarks: ['Free breakfast Free WiFi', 'Pool closed in winter. Pets are not allowed.'],
          instructions: {
            checkInFrom: null,
            checkInUntil: null,
            checkOutUntil: null,
            text: [],
            special: [],
            mandatoryFeesText: 'Resort fee: USD 30 per accommodation, per night',
            optionalFeesText: 'Self parking: USD 25 per day',
            knowBeforeYouGo: 'Extra-person charges may apply & vary. Photo identification at check-in.',
          },
        },
      ]),
    )
  })
})

it('[L-18] takes every form of a deadline that the sandbox has, with no fault on the wire', () => {
  const sources = new Set(sold.flatMap(({ rate }) => rate.policy.windows.map(({ deadlineSource }) => deadlineSource)))
  expect(sources).toEqual(new Set(['SUPPLIER_ZONED']))
  expect(wireFaults(sandbox)).toEqual([])
})
