import { afterAll, beforeAll, describe, expect, it } from 'vitest'
import type { RoomRate } from '../../../src/domain/rate.ts'
import { withheldFor } from '../../../src/domain/selling.ts'
import { hotelbeds } from '../../../src/suppliers/hotelbeds/index.ts'
import { answered } from '../../support/suppliers/answers.ts'
import { type OrdinaryRate, ordinaryRates } from '../../support/suppliers/ordinary.ts'
import { COUPLE, questionFor, type SupplierSandbox, startSupplierSandbox } from '../../support/suppliers/sandbox.ts'
import { wireFaults } from '../../support/suppliers/wire-faults.ts'

/** What Hotelbeds' contract demands of a sale, played by ordinary hotels of the sandbox. */
let sandbox: SupplierSandbox
let sold: readonly OrdinaryRate[]
beforeAll(async () => {
  sandbox = await startSupplierSandbox()
  sold = await ordinaryRates(sandbox, hotelbeds)
})
afterAll(() => sandbox?.close())

function some(isWanted: (rate: RoomRate) => boolean): readonly OrdinaryRate[] {
  const found = sold.filter(({ rate }) => isWanted(rate))
  expect(found.length).toBeGreaterThan(0)
  return found
}

const NET = {
  rateKey: 'key',
  rateClass: 'NOR',
  rateType: 'BOOKABLE',
  net: '100.00',
  paymentType: 'AT_WEB',
  packaging: false,
  boardCode: 'RO',
  boardName: 'ROOM ONLY',
  cancellationPolicies: [{ amount: '100.00', from: '2018-11-20T00:00:00+01:00' }],
  rooms: 1,
  adults: 2,
  children: 0,
}

async function ratesOf(rate: object, { settings = {}, occupancy = COUPLE } = {}) {
  const hotel = { code: 1, currency: 'EUR', rooms: [{ code: 'DBL', name: 'Double', rates: [{ ...NET, ...rate }] }] }
  const call = answered(hotelbeds, 200, { hotels: { hotels: [hotel], total: 1 } }, settings)
  const request = { ...questionFor(occupancy), supplierHotelId: '1', hotelTimeZone: null }
  const answer = await hotelbeds.rooms(call, request)
  if (!answer.ok) throw new Error(answer.error.detail)
  return answer.value
}

async function rateOf(rate: object, options = {}): Promise<RoomRate> {
  const [first] = (await ratesOf(rate, options)).rates
  if (!first) throw new Error('no rate')
  return first
}

function euros(amountMinor: number) {
  return { amountMinor, currency: 'EUR' }
}

describe('the selling price', () => {
  it('[H-05] is binding where the hotel demands it, and above our price', () => {
    for (const { rate } of some(({ sellingPrice }) => sellingPrice !== null)) {
      const { sellingPrice, price } = rate
      expect(sellingPrice).toMatchObject({ binding: true, maximum: null, source: 'hotelMandatory' })
      expect(sellingPrice?.minimum).toEqual(sellingPrice?.suggested)
      expect(sellingPrice?.minimum?.amountMinor).toBe(Math.round(price.total.amountMinor * 1.4))
    }
  })

  it('[H-05] is only suggested when the hotel does not demand it, and a rate without a readable demand is not sold', async () => {
    expect((await rateOf({ sellingRate: '120.00', hotelMandatory: false })).sellingPrice).toEqual({
      minimum: euros(12_000),
      suggested: euros(12_000),
      maximum: null,
      binding: false,
      source: null,
    })
    expect(await ratesOf({ hotelMandatory: true })).toEqual({ rates: [], droppedRates: 1 })
    expect(await ratesOf({ hotelMandatory: true, sellingRate: 'much' })).toEqual({ rates: [], droppedRates: 1 })
  })

  it('[H-05] less the commission and its VAT is what a commissionable contract pays', async () => {
    const commissionable = { sellingRate: '200.00', commission: '30.00', commissionVAT: '6.30', commissionPCT: '15' }
    const settings = { pricingModel: 'COMMISSIONABLE' }
    const rate = await rateOf({ ...commissionable, net: undefined }, { settings })
    expect(rate.price.total).toEqual(euros(16_370))
    expect(rate.sellingPrice).toMatchObject({ minimum: euros(20_000), binding: false })
    expect(await ratesOf({ net: '100.00' }, { settings })).toEqual({ rates: [], droppedRates: 1 })
    expect(hotelbeds.checkConnection({ credentials: { apiKey: 'a', secret: 'b' }, settings })).toEqual([])
    const misspelt = hotelbeds.checkConnection({
      credentials: { apiKey: 'a', secret: 'b' },
      settings: { pricingmodel: 'NET' },
    })
    expect(misspelt).toHaveLength(1)
  })
})

describe('promotions', () => {
  it('[H-06] are told by name with what they ask of the guest', () => {
    const told = some(({ promotions }) => promotions.length > 0).flatMap(({ rate }) => rate.promotions)
    expect(told).toContainEqual({ id: '073', name: 'Free night: Stay 4, pay 3', kind: 'FREE_NIGHT', amount: null })
    expect(told).toContainEqual({
      id: '081',
      name: 'Honeymoon: Marriage certificate to be shown at check-in',
      kind: 'CONDITION',
      amount: null,
    })
  })

  it('[H-06] say what an offer has taken off the price', () => {
    const offers = some(({ promotions }) => promotions.some(({ id }) => id === '2071'))
    for (const { rate } of offers) {
      const offer = rate.promotions.find(({ id }) => id === '2071')
      expect(offer).toMatchObject({ name: 'Early booking', kind: 'DISCOUNT' })
      expect(offer?.amount?.amountMinor).toBe(-Math.round(rate.price.total.amountMinor * -0.05))
    }
  })
})

describe('rates that are not sold alone and openly', () => {
  it('[H-07] of packages are asked for only by who sells packages', async () => {
    expect(sold.some(({ rate }) => rate.conditions.includes('PACKAGE_ONLY'))).toBe(false)
    const more = await ordinaryRates(sandbox, hotelbeds, { hotels: 40, sells: ['PACKAGE_ONLY'] })
    const packages = more.filter(({ rate }) => rate.conditions.includes('PACKAGE_ONLY'))
    expect(packages.length).toBeGreaterThan(0)
    const [one] = packages
    expect(one && withheldFor(one.rate, new Set())).toBe('PACKAGE_ONLY')
    expect(one && withheldFor(one.rate, new Set(['PACKAGE_ONLY']))).toBeNull()
  })

  it('[H-08] are those that the guest pays at the hotel, which come in spite of the filter', () => {
    for (const { rate } of some(({ payment }) => payment.type !== 'PREPAID')) {
      expect(rate.payment.type).toBe('AT_PROPERTY')
      expect(withheldFor(rate, new Set())).toBe('AT_PROPERTY')
    }
  })

  it('[H-16] are those for residents', () => {
    for (const { rate } of some(({ conditions }) => conditions.length > 0))
      expect([rate.conditions, withheldFor(rate, new Set())]).toEqual([['RESIDENTS_ONLY'], 'RESIDENTS_ONLY'])
  })

  it('[H-08] [H-16] are never what a search quotes, though they are cheaper', async () => {
    const open = Map.groupBy(
      sold.filter(({ rate }) => withheldFor(rate, new Set()) === null),
      ({ supplierHotelId }) => supplierHotelId,
    )
    const withheld = new Set(
      sold.filter(({ rate }) => withheldFor(rate, new Set()) !== null).map(({ supplierHotelId }) => supplierHotelId),
    )
    const answer = await hotelbeds.search(sandbox.call(hotelbeds), {
      ...questionFor(COUPLE),
      supplierHotelIds: [...withheld],
    })
    if (!answer.ok) throw new Error(answer.error.detail)
    expect(answer.value.quotes).toHaveLength(withheld.size)
    for (const { supplierHotelId, total } of answer.value.quotes)
      expect(total.amountMinor).toBe(
        Math.min(...(open.get(supplierHotelId) ?? []).map(({ rate }) => rate.price.total.amountMinor)),
      )
  })
})

describe('the terms', () => {
  it('[H-12] are read from shares and nights where no amount is told', async () => {
    async function penalty(policy: object) {
      const { policy: terms } = await rateOf({
        cancellationPolicies: [{ from: '2018-11-20T23:59:00+01:00', ...policy }],
      })
      const window = terms.windows[1]
      expect(window?.fromAt).toBe(Date.parse('2018-11-20T23:59:00+01:00'))
      return window?.penalty
    }
    expect(await penalty({ percent: '50.00' })).toEqual(euros(5_000))
    expect(await penalty({ numberOfNights: 1 })).toEqual(euros(5_000))
    expect(await penalty({ numberOfNights: '7' })).toEqual(euros(10_000))
    expect(await penalty({ amount: '12.00', percent: '50.00', numberOfNights: 1 })).toEqual(euros(1_200))
    expect(await ratesOf({ cancellationPolicies: [{ from: '2018-11-20T23:59:00+01:00' }] })).toMatchObject({
      rates: [],
    })
  })
})

describe('taxes', () => {
  it('[H-17] at the hotel are compared in our currency, and told as the desk takes them', async () => {
    const taxes = {
      allIncluded: false,
      taxes: [
        { included: false, type: 'TAX', amount: '7.00', currency: 'USD', clientAmount: '6.10', clientCurrency: 'EUR' },
        { included: true, type: 'FEE', amount: '3.00', currency: 'EUR' },
        { included: true, type: 'TAXESANDFEES', percent: '10.00' },
        { included: true, amount: '4.00', currency: 'USD' },
      ],
    }
    const { price } = await rateOf({ taxes })
    expect(price.taxesAndFees).toEqual([
      {
        description: 'Tax',
        kind: 'TAX',
        included: false,
        due: 'AT_PROPERTY',
        amount: euros(610),
        atProperty: {
          inPropertyCurrency: { amountMinor: 700, currency: 'USD' },
          mandatory: true,
          scope: 'UNKNOWN',
          text: null,
        },
      },
      { description: 'Fee', kind: 'SERVICE_FEE', included: true, due: 'AT_BOOKING', amount: euros(300) },
    ])
  })
})

describe('a board', () => {
  it.each([
    ['B1', { code: null, name: 'Breakfast for 1 guest', coversGuests: 1 }],
    ['B2', { code: 'BB', name: 'Breakfast for 2 guests', coversGuests: 2 }],
    ['SC', { code: 'RO', name: 'Self catering' }],
    ['AB', { code: 'BB', name: 'The name' }],
    ['LC', { code: null, name: 'The name' }],
    ['AL', { code: null, name: 'The name' }],
  ])('[H-19] %s is never told better than it is', async (boardCode, board) => {
    expect((await rateOf({ boardCode, boardName: 'The name' })).board).toEqual(board)
  })

  it('[H-19] for fewer guests than the room has is no breakfast for all, also when children are among them', async () => {
    const occupancy = [{ adults: 2, childAges: [4] }]
    const family = { boardCode: 'B2', adults: 2, children: 1, childrenAges: '4' }
    expect((await rateOf(family, { occupancy })).board.code).toBeNull()
    expect((await rateOf({ boardCode: 'AI', boardName: 'SOFT ALL INCLUSIVE' })).board).toEqual({
      code: null,
      name: 'SOFT ALL INCLUSIVE',
    })
  })

  it('[H-19] of the sandbox is one of the awkward ones now and then', () => {
    expect(new Set(some(({ board }) => board.code === null).map(({ rate }) => rate.board.name)).size).toBeGreaterThan(1)
  })
})

it('has no fault on the wire', () => expect(wireFaults(sandbox)).toEqual([]))
