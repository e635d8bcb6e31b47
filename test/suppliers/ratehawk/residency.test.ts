import { describe, expect, it } from 'vitest'
import { ratehawk } from '../../../src/suppliers/ratehawk/index.ts'
import type { Json } from '../../support/http-client.ts'
import { COUPLE, questionFor } from '../../support/suppliers/sandbox.ts'
import { useRateHawk } from '../../support/suppliers/use-ratehawk.ts'

const { sandbox, noting, ordinary } = useRateHawk()

function countryOf(supplierHotelId: string): string {
  const { catalogue } = sandbox()
  const listing = catalogue.supplierHotels.find((one) => one.supplierHotelId === supplierHotelId)
  return catalogue.findHotel(listing?.hotelId ?? 0)?.countryCode ?? ''
}

async function pricesOf(supplierHotelId: string, nationality: string) {
  const { call, sent } = noting()
  const question = { ...questionFor(COUPLE), nationality, supplierHotelId, hotelTimeZone: null }
  const found = await ratehawk.rooms(call, question)
  const quotes = await ratehawk.search(call, { ...question, supplierHotelIds: [supplierHotelId] })
  if (!found.ok || !quotes.ok) throw new Error('no answer')
  const [rate] = found.value.rates
  const checked = rate && (await ratehawk.checkPrice(call, { ...question, rate }))
  return {
    total: rate?.price.total.amountMinor ?? 0,
    quoted: quotes.value.quotes[0]?.total.amountMinor ?? 0,
    checked: checked?.ok && checked.value.available ? checked.value.rate.price.total.amountMinor : 0,
    cheapest: Math.min(...found.value.rates.map(({ price }) => price.total.amountMinor)),
    residencies: sent.flatMap(({ body }: { body: Json }) => body.residency ?? []),
  }
}

describe('where the guests live', () => {
  it('[E-23] is told from the first search on, the same for all guests, and decides the price to its end', async () => {
    let cheaper = 0
    for (const hotel of ordinary(80)) {
      const country = countryOf(hotel)
      const abroad = country === 'GB' ? 'FR' : 'GB'
      const [local, foreign] = [await pricesOf(hotel, country), await pricesOf(hotel, abroad)]
      expect(local.residencies).toEqual([country.toLowerCase(), country.toLowerCase()])
      expect(foreign.residencies).toEqual([abroad.toLowerCase(), abroad.toLowerCase()])
      for (const { total, checked } of [local, foreign]) expect(checked).toBe(total)
      expect(local.total).toBeLessThanOrEqual(foreign.total)
      if (local.total < foreign.total) cheaper += 1
      if (local.total < foreign.total) expect(local.quoted).toBeLessThan(foreign.quoted)
    }
    expect(cheaper).toBeGreaterThan(3)
  })
})
