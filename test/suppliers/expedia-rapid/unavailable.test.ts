import { describe, expect, it } from 'vitest'
import { SCENARIOS } from '../../../src/sandbox/scenarios.ts'
import { expediaRapid } from '../../../src/suppliers/expedia-rapid/index.ts'
import { mapUnavailable } from '../../../src/suppliers/expedia-rapid/map-unavailable.ts'
import type { RoomsAnswer } from '../../../src/suppliers/supplier.ts'
import { dayFromNow } from '../../support/day-from-now.ts'
import { useRapidSandbox } from '../../support/rapid-sandbox.ts'

const sandbox = useRapidSandbox()
const MIN_STAY = SCENARIOS.find(({ slug }) => slug === 'min-stay-3')?.supplierHotelId ?? ''

async function answered(supplierHotelId: string, changes: object = {}): Promise<RoomsAnswer> {
  const answer = await expediaRapid.rooms(sandbox.call(), { ...sandbox.question, ...changes, supplierHotelId })
  if (!answer.ok) throw new Error(answer.error.detail)
  return answer.value
}

function stayOf(nights: number) {
  return { stay: { checkInDate: dayFromNow(60), checkOutDate: dayFromNow(60 + nights) } }
}

describe('why a hotel has no rooms', () => {
  it('[R-17] is asked for with the rooms of one hotel, and told with its limit', async () => {
    const short = await answered(MIN_STAY)
    expect(new URL(sandbox.sent.at(-1)?.url ?? '').searchParams.getAll('include')).toContain('unavailable_reason')
    expect(short).toEqual({
      rates: [],
      droppedRates: 0,
      unavailableReason: { code: 'MINIMUM_STAY', limit: 3, allowedNights: [], soldOutDates: [] },
    })
    const long = await answered(MIN_STAY, stayOf(3))
    expect(long.rates.length).toBeGreaterThan(0)
    expect(long.unavailableReason).toBeUndefined()
    const crowd = await answered(MIN_STAY, { ...stayOf(3), occupancy: [{ adults: 8, childAges: [] }] })
    expect(crowd.unavailableReason).toMatchObject({ code: 'OCCUPANCY', limit: expect.any(Number) })
  })

  it('[R-17] is not asked for by a search, whose answer it would only lengthen', async () => {
    await expediaRapid.search(sandbox.call(), { ...sandbox.question, supplierHotelIds: [MIN_STAY] })
    expect(new URL(sandbox.sent.at(-1)?.url ?? '').searchParams.getAll('include')).not.toContain('unavailable_reason')
  })

  it('[R-17] drops no rate of ordinary hotels, some of which are sold out without a word', async () => {
    const told: (string | null)[] = []
    for (const hotel of sandbox.ordinaryHotels(150)) {
      const { rates, droppedRates, unavailableReason: reason } = await answered(hotel)
      expect(droppedRates).toBe(0)
      if (rates.length > 0) expect(reason).toBeUndefined()
      else told.push(reason?.code ?? null)
    }
    expect(new Set(told).size).toBeGreaterThan(2)
    expect(told).toContain(null)
  })

  it.each([
    ['restricted_stay_lengths', '3|5|6', { code: 'STAY_LENGTH_NOT_SOLD', allowedNights: [3, 5, 6], limit: null }],
    [
      'partial_inventory_available',
      '2027-10-21|2027-10-23|nonsense',
      { code: 'NO_INVENTORY_ON_SOME_DATES', soldOutDates: ['2027-10-21', '2027-10-23'], limit: null },
    ],
    ['minimum_child_age', '12', { code: 'CHILD_AGE', limit: 12 }],
    // Two adults at most are not two guests at most.
    ['adults_exceed_threshold', '2', { code: 'OCCUPANCY', limit: null }],
    ['maximum_stay', undefined, { code: 'MAXIMUM_STAY', limit: null }],
    ['minimum_stay', 'three', { code: 'MINIMUM_STAY', limit: null }],
    ['restricted_dates', '7', { code: 'OTHER', limit: null }],
    ['constructor', '7', { code: 'OTHER', limit: null }],
  ])('[R-17] reads %s with %s by the meaning of the code', (code, data, expected) => {
    expect(mapUnavailable({ code, data })).toMatchObject(expected)
  })
})
