import { describe, expect, it } from 'vitest'
import { freeCancellationUntil, penaltyAt } from '../../../src/domain/cancellation.ts'
import { mapPolicy } from '../../../src/suppliers/expedia-rapid/map-policy.ts'
import { mapPrice } from '../../../src/suppliers/expedia-rapid/map-price.ts'
import { holdOf } from '../../../src/suppliers/expedia-rapid/map-rate.ts'
import { cancelTerms, priceCheckSchema } from '../../../src/suppliers/expedia-rapid/schema.ts'
import { NOW } from '../../support/rapid.ts'

const COUPLE = { adults: 2, childAges: [] }
const FAMILY = { adults: 2, childAges: [9, 4] }

function usd(value: string) {
  return { billable_currency: { value, currency: 'USD' } }
}
function charge(type: string, value: string) {
  return { type, value, currency: 'USD' }
}

/** Two nights, 100 and 50 with 10 % tax: 165.00. */
function pricing(more: object = {}) {
  return {
    nightly: [
      [charge('base_rate', '100.00'), charge('tax_and_service_fee', '10.00')],
      [charge('base_rate', '50.00'), charge('tax_and_service_fee', '5.00')],
    ],
    totals: { inclusive: usd('165.00'), exclusive: usd('150.00') },
    ...more,
  }
}

function parsedPricing(byOccupancy: object) {
  const links = { book: { href: '/v3/itineraries?token=a' } }
  const parsed = priceCheckSchema.parse({ status: 'available', occupancy_pricing: byOccupancy, links })
  if (parsed.status === 'sold_out') throw new Error('not sold out')
  return parsed.occupancy_pricing
}

const price = mapPrice(parsedPricing({ 2: pricing() }), [COUPLE])

function policyOf(terms: object, rooms = 1) {
  const parsed = cancelTerms.safeParse({ refundable: true, ...terms })
  const total =
    rooms === 1
      ? price
      : mapPrice(
          parsedPricing({ 2: pricing() }),
          Array.from({ length: rooms }, () => COUPLE),
        )
  if (!parsed.success || !total) return null
  return mapPolicy(parsed.data, {
    stay: { checkInDate: '2027-03-10', checkOutDate: '2027-03-12' },
    price: total,
    rooms,
    knownAt: NOW,
    timeZone: 'Asia/Tokyo',
  })
}

const START = '2027-03-08T16:00:00.000+09:00'
const START_AT = Date.parse(START)
function penalty(more: object) {
  return { currency: 'USD', start: START, end: '2027-03-12T12:00:00.000+09:00', ...more }
}
function lostAt(policy: ReturnType<typeof policyOf>, at: number) {
  return policy && penaltyAt(policy, at)?.penalty?.amountMinor
}

describe('a price', () => {
  it('is the exact sum over rooms, each by its own party', () => {
    const both = mapPrice(parsedPricing({ 2: pricing(), '2-9,4': pricing() }), [COUPLE, FAMILY, COUPLE])
    expect(both).toMatchObject({
      total: { amountMinor: 49_500, currency: 'USD' },
      base: { amountMinor: 45_000, currency: 'USD' },
      nightly: [{ amountMinor: 33_000 }, { amountMinor: 16_500 }],
    })
  })

  it('is none when one room of the party has none', () => {
    expect(mapPrice(parsedPricing({ 2: pricing() }), [COUPLE, FAMILY])).toBeNull()
  })

  it('shows what is due at the property beside the total, in its own currency, and never in it', () => {
    const yen = { billable_currency: { value: '400', currency: 'JPY' } }
    const priced = mapPrice(parsedPricing({ 2: pricing({ fees: { mandatory_tax: yen, resort_fee: usd('12.50') } }) }), [
      COUPLE,
      COUPLE,
    ])
    expect(priced?.total.amountMinor).toBe(33_000)
    const due = priced?.taxesAndFees.filter(({ due: where }) => where === 'AT_PROPERTY')
    expect(due?.map(({ kind, amount }) => [kind, amount])).toEqual([
      ['TAX', { amountMinor: 800, currency: 'JPY' }],
      ['RESORT_FEE', { amountMinor: 2_500, currency: 'USD' }],
    ])
  })

  it('[R-07] tells a fee at the property in the currency of the price, and in that of the desk', () => {
    const fee = {
      billable_currency: { value: '11000', currency: 'JPY' },
      request_currency: { value: '70.00', currency: 'USD' },
    }
    const priced = mapPrice(parsedPricing({ 2: pricing({ fees: { mandatory_fee: fee } }) }), [COUPLE, COUPLE])
    expect(priced?.taxesAndFees.filter(({ due }) => due === 'AT_PROPERTY')).toEqual([
      {
        kind: 'MANDATORY_FEE',
        description: 'Mandatory fee',
        included: false,
        due: 'AT_PROPERTY',
        amount: { amountMinor: 14_000, currency: 'USD' },
        atProperty: {
          inPropertyCurrency: { amountMinor: 22_000, currency: 'JPY' },
          mandatory: true,
          scope: 'UNKNOWN',
          text: null,
        },
      },
    ])
  })

  it('[R-08] tells one line a kind, which add up to the total with the base', () => {
    const long = {
      nightly: [
        [
          charge('base_rate', '100.00'),
          charge('tax_and_service_fee', '10.00'),
          charge('property_fee', '4.00'),
          charge('sales_tax', '3.00'),
          charge('recovery_charges_and_fees', '2.00'),
          { ...charge('traveler_service_fee', '0'), value: 1.5 },
        ],
      ],
      stay: [charge('extra_person_fee', '20.00'), charge('adjustment', '-15.00')],
      totals: { inclusive: usd('125.50'), exclusive: usd('105.00') },
    }
    const priced = mapPrice(parsedPricing({ 2: long }), [COUPLE])
    expect(priced?.base).toEqual({ amountMinor: 10_000, currency: 'USD' })
    expect(priced?.taxesAndFees.map(({ kind, amount }) => [kind, amount.amountMinor])).toEqual([
      ['TAXES_AND_FEES', 1_400],
      ['SALES_TAX', 300],
      ['RECOVERY_CHARGE', 200],
      ['SERVICE_FEE', 150],
      ['EXTRA_PERSON_FEE', 2_000],
      ['ADJUSTMENT', -1_500],
    ])
    const lines = priced?.taxesAndFees.reduce((sum, { amount }) => sum + amount.amountMinor, 0) ?? 0
    expect(lines + 10_000).toBe(priced?.total.amountMinor)
  })

  it('[R-08] tells no kinds where they do not add up to the total', () => {
    const odd = pricing({ stay: [charge('extra_person_fee', '20.00')] })
    const priced = mapPrice(parsedPricing({ 2: odd }), [COUPLE])
    expect(priced?.base).toEqual({ amountMinor: 15_000, currency: 'USD' })
    expect(priced?.taxesAndFees.map(({ kind, amount }) => [kind, amount.amountMinor])).toEqual([
      ['TAXES_AND_FEES', 1_500],
    ])
  })

  it.each(['about 5', '-5.00', ''])('is none when a fee at the property cannot be read: %j', (value) => {
    expect(mapPrice(parsedPricing({ 2: pricing({ fees: { resort_fee: usd(value) } }) }), [COUPLE])).toBeNull()
  })

  it('tells no nights that do not add up to it', () => {
    const odd = pricing({ totals: { inclusive: usd('170.00') } })
    expect(mapPrice(parsedPricing({ 2: odd }), [COUPLE])?.nightly).toBeNull()
  })

  it('is none, and throws nothing, beyond what money can be', () => {
    const huge = { totals: { inclusive: usd('90000000000000.00') } }
    expect(mapPrice(parsedPricing({ 2: huge }), [COUPLE, COUPLE])).toBeNull()
  })
})

describe('terms of cancelling', () => {
  it('are free until the instant that the offset says, then cost the first nights with their taxes, for good', () => {
    const policy = policyOf({ cancel_penalties: [penalty({ nights: '1' })] })
    expect(policy && freeCancellationUntil(policy, NOW)).toBe(START_AT)
    expect(lostAt(policy, START_AT)).toBe(11_000)
    expect(lostAt(policy, START_AT + 90 * 86_400_000)).toBe(11_000)
    expect(policy?.windows.at(-1)).toMatchObject({ deadlineSource: 'SUPPLIER_ZONED', untilAt: null })
  })

  it.each([
    ['a percentage with its sign', { percent: '30%' }, 4_950],
    ['all of it', { percent: '100%' }, 16_500],
    ['an amount', { amount: '20.00' }, 2_000],
    ['more than the price', { amount: '999.00' }, 16_500],
    ['several measures, of which the dearest holds', { nights: '1', amount: '20.00' }, 11_000],
  ])('read %s', (_what, measure, lost) => {
    expect(lostAt(policyOf({ cancel_penalties: [penalty(measure)] }), START_AT)).toBe(lost)
  })

  it('leave no second between two penalties for free, nor anything after the last', () => {
    const policy = policyOf({
      cancel_penalties: [
        penalty({ nights: '1', end: '2027-03-09T23:59:59.000+09:00' }),
        penalty({ percent: '100%', start: '2027-03-10T00:00:00.000+09:00' }),
      ],
      nonrefundable_date_ranges: [{ start: '2027-03-11', end: '2027-03-11' }],
    })
    const fullAt = Date.parse('2027-03-10T00:00:00.000+09:00')
    expect(
      [NOW, START_AT, fullAt - 1_000, fullAt - 1, fullAt, fullAt + 90 * 86_400_000].map((at) => lostAt(policy, at)),
    ).toEqual([5_500, 11_000, 11_000, 11_000, 16_500, 16_500])
    expect(policy?.windows).toHaveLength(3)
  })

  it('cost a penalty that ends when it starts, as Rapid’s examples have them, for good', () => {
    const policy = policyOf({ cancel_penalties: [penalty({ percent: '30%', end: START })] })
    expect(lostAt(policy, START_AT - 1)).toBe(0)
    expect(lostAt(policy, START_AT)).toBe(4_950)
  })

  it('take an amount once for each room', () => {
    expect(lostAt(policyOf({ cancel_penalties: [penalty({ amount: '20.00' })] }, 3), START_AT)).toBe(6_000)
  })

  it('are unknown, never free, when a penalty tells no measure or another currency', () => {
    const bare = policyOf({ cancel_penalties: [penalty({})] })
    expect(bare && penaltyAt(bare, START_AT)).toMatchObject({ status: 'UNKNOWN', penalty: null })
    const foreign = policyOf({ cancel_penalties: [penalty({ amount: '20.00', currency: 'EUR' })] })
    expect(foreign && penaltyAt(foreign, START_AT)).toMatchObject({ status: 'UNKNOWN', penalty: null })
  })

  it.each([
    ['an empty percentage', { percent: '' }],
    ['a negative percentage', { percent: '-30%' }],
    ['no number of nights', { nights: '' }],
    ['a negative number of nights', { nights: -1 }],
    ['half a night', { nights: '0.5' }],
    ['a negative amount', { amount: '-20.00' }],
    ['a word for an amount', { amount: 'some' }],
    ['a time without an offset', { start: '2027-03-08T16:00:00', nights: '1' }],
  ])('are unreadable with %s, so that the rate is not sold', (_what, broken) => {
    expect(policyOf({ cancel_penalties: [penalty(broken)] })).toBeNull()
  })

  it('lose the nights of a non-refundable range whenever one cancels, whole days whatever their time', () => {
    const range = { start: '2027-03-11T00:00:00Z', end: '2027-03-11' }
    const policy = policyOf({ nonrefundable_date_ranges: [range] })
    expect(lostAt(policy, NOW)).toBe(5_500)
    expect(policy && freeCancellationUntil(policy, NOW)).toBeNull()
  })

  it('are the full price when the rate is not refundable, whatever its penalties say', () => {
    const policy = policyOf({ refundable: false, cancel_penalties: [penalty({ nights: '1' })] })
    expect(lostAt(policy, NOW)).toBe(16_500)
  })
})

describe('a hold', () => {
  const policy = policyOf({ cancel_penalties: [penalty({ nights: '1' })] })
  const payload = { holdable: true } as Parameters<typeof holdOf>[0] // Of a payload, holds look at this field alone.
  const context = { occupancy: [COUPLE], nowAt: NOW, holdWindowMs: 86_400_000 }

  it('is kept for the window of the contract', () => {
    if (!policy) throw new Error('no policy')
    expect(holdOf(payload, policy, context).holdDeadlineAt).toBe(NOW + 86_400_000)
  })

  it('is never kept beyond free cancellation', () => {
    if (!policy) throw new Error('no policy')
    expect(holdOf(payload, policy, { ...context, holdWindowMs: 1e12 })).toEqual({
      bookingModes: ['INSTANT', 'HOLD'],
      holdDeadlineAt: START_AT,
    })
  })

  it.each([
    ['for two rooms', payload, { ...context, occupancy: [COUPLE, COUPLE] }],
    ['on a rate that is not holdable', { ...payload, holdable: false }, context],
    ['when free cancellation has ended', payload, { ...context, nowAt: START_AT }],
  ])('is not offered %s', (_when, what, where) => {
    if (!policy) throw new Error('no policy')
    expect(holdOf(what, policy, where)).toEqual({ bookingModes: ['INSTANT'], holdDeadlineAt: null })
  })
})
