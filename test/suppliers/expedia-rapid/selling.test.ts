import { describe, expect, it } from 'vitest'
import type { RoomRate } from '../../../src/domain/rate.ts'
import { withheldFor } from '../../../src/domain/selling.ts'
import { sandboxCatalogue } from '../../../src/sandbox/catalogue/catalogue.ts'
import { SCENARIOS } from '../../../src/sandbox/scenarios.ts'
import { expediaRapid } from '../../../src/suppliers/expedia-rapid/index.ts'
import type { Json } from '../../support/http-client.ts'
import { useRapidSandbox } from '../../support/rapid-sandbox.ts'

/** How Expedia demands that its rates are sold and told, by the ids of its list. */
const sandbox = useRapidSandbox()
const { sent, question } = sandbox

function scenario(slug: string): string {
  return SCENARIOS.find((one) => one.slug === slug)?.supplierHotelId ?? ''
}

function lastQuery(): URLSearchParams {
  return new URL(sent.at(-1)?.url ?? '').searchParams
}

describe('rates that may not be sold to everybody', () => {
  function reasons(rates: readonly RoomRate[]): Set<string | null> {
    return new Set(rates.map((rate) => withheldFor(rate, new Set())))
  }

  it('[R-09][R-10] are kept away by request, and named where they come all the same', async () => {
    const rates = await sandbox.ratesOf(250)
    expect(lastQuery().getAll('filter')).toEqual(['expedia_collect'])
    const open = rates.filter((rate) => withheldFor(rate, new Set()) === null)
    expect(reasons(rates)).toEqual(new Set([null, 'PACKAGE_ONLY', 'MEMBER_ONLY', 'MOBILE_ONLY', 'AT_PROPERTY']))
    expect(open.length).toBeGreaterThan(rates.length * 0.95)
  })

  it('[R-12] for members are only asked where the organization sells them', async () => {
    const settings = { rateOptions: ['member', 'net_rates'], travelPurpose: 'business' }
    await sandbox.rooms(scenario('hold'), { settings })
    expect(lastQuery().getAll('rate_option')).toEqual(['net_rates'])
    expect(lastQuery().get('travel_purpose')).toBe('business')
    await sandbox.rooms(scenario('hold'), { settings }, ['MEMBER_ONLY'])
    expect(lastQuery().getAll('rate_option')).toEqual(['member', 'net_rates'])
  })

  it('[R-09] leave every hotel its price in a search', async () => {
    const supplierHotelIds = sandbox.ordinaryHotels(100)
    const found = await expediaRapid.search(sandbox.call(), { ...question, supplierHotelIds })
    if (!found.ok) throw new Error(found.error.detail)
    for (const { supplierHotelId, total } of found.value.quotes.slice(0, 40)) {
      const rates = await sandbox.rooms(supplierHotelId)
      expect(Math.min(...rates.map(({ price }) => price.total.amountMinor))).toBe(total.amountMinor)
    }
  })
})

describe('what a rate is sold with', () => {
  it('[R-11] excludes deposits for damage, and tells them where a connection wants such rates', async () => {
    const none = await sandbox.ratesOf(60)
    expect(lastQuery().getAll('exclusion')).toEqual(['refundable_damage_deposit', 'card_on_file'])
    expect(none.flatMap(({ payment }) => payment.deposits)).toEqual([])
    const settings = { exclusions: [] }
    const some = await sandbox.ratesOf(60, { settings })
    const deposit = { amount: { amountMinor: 30_000, currency: 'USD' }, dueAt: null, refundable: true }
    const held = some.filter(({ payment }) => payment.deposits.length > 0)
    expect(held[0]?.payment).toEqual({ type: 'PREPAID', deposits: [deposit], cardsAccepted: [] })
    const checked = await sandbox.checked(held[0] as RoomRate, { settings })
    expect(checked.payment).toEqual(held[0]?.payment)
  })

  it('[R-12] tells the least price that the contract allows, before and after the price check', async () => {
    const bound = (await sandbox.ratesOf(30)).find(({ sellingPrice }) => sellingPrice !== null)
    const { minimum, binding } = bound?.sellingPrice ?? {}
    expect(binding).toBe(true)
    expect(minimum?.amountMinor).toBeGreaterThan(bound?.price.total.amountMinor ?? 0)
    const checked = await sandbox.checked(bound as RoomRate)
    expect(checked.sellingPrice).toEqual(bound?.sellingPrice)
  })

  it('[R-08] has lines for all types of charges, which add up to the total', async () => {
    const rates = await sandbox.ratesOf(30)
    const kinds = new Set(rates.flatMap(({ price }) => price.taxesAndFees.map(({ kind }) => kind)))
    expect([...kinds]).toEqual(
      expect.arrayContaining(['TAXES_AND_FEES', 'SALES_TAX', 'RECOVERY_CHARGE', 'SERVICE_FEE', 'ADJUSTMENT']),
    )
    for (const { price } of rates) {
      const lines = price.taxesAndFees.filter(({ included }) => included)
      const sum = lines.reduce((total, { amount }) => total + amount.amountMinor, price.base?.amountMinor ?? 0)
      expect(sum).toBe(price.total.amountMinor)
    }
  })

  it('[R-14] has its promotions: a deal lowered the price, what is added did not', async () => {
    const promotions = (await sandbox.ratesOf(30)).flatMap((rate) => rate.promotions)
    expect(promotions).toEqual(
      expect.arrayContaining([
        { id: '999abc', name: 'Book early and save 15%', kind: 'DISCOUNT', amount: null },
        { id: '1001', name: 'Spa credit', kind: 'PERK', amount: null },
      ]),
    )
    expect(lastQuery().getAll('include')).toContain('rooms.rates.current_refundability')
  })

  it('[R-13] is held only where Rapid says that it can be', async () => {
    const asked = await sandbox.rooms(scenario('hold'))
    expect(lastQuery().getAll('include')).toContain('rooms.rates.holdable')
    expect(asked.some(({ bookingModes }) => bookingModes.includes('HOLD'))).toBe(true)
    const settings = { holdWithoutFlag: true }
    const unasked = await sandbox.rooms(scenario('hold'), { settings })
    expect(lastQuery().getAll('include')).not.toContain('rooms.rates.holdable')
    expect(unasked.some(({ bookingModes }) => bookingModes.includes('HOLD'))).toBe(true)
  })

  it('[R-22] names the trader and the terms at the price check, where the law wants it', async () => {
    const traders: unknown[] = []
    for (const hotel of sandbox.ordinaryHotels(20, 'FR')) {
      const rate = (await sandbox.rooms(hotel))[0]
      const checked = rate && (await sandbox.checked(rate))
      if (checked?.trader) traders.push([checked.trader.registerName, checked.supplierTerms?.supplierTermsUrl])
    }
    expect(traders[0]).toEqual(['Commercial register', 'https://www.expedia.com/terms_and_conditions'])
  })
})

describe('the board', () => {
  it.each(['en', 'de', 'fr', 'ja', 'ar'])('[R-16] is the same in %s', async (language) => {
    const hotels = sandbox.ordinaryHotels(12)
    for (const hotel of hotels) {
      const [plain, translated] = [await sandbox.rooms(hotel), await sandbox.rooms(hotel, { language })]
      // What no list has is read by its name in English only, and is no board in any language.
      expect(translated.map(({ board }) => board.code)).toEqual(plain.map(({ board }) => board.code))
    }
    const codes = new Set((await sandbox.ratesOf(12, { language })).map(({ board }) => board.code))
    expect([...codes]).toEqual(expect.arrayContaining(['RO', 'BB']))
  })

  it('[R-16] of a breakfast for one is no breakfast for two', async () => {
    const boards = (await sandbox.ratesOf(100)).map(({ board }) => board)
    expect(boards).toContainEqual(
      expect.objectContaining({ code: null, name: 'Breakfast for 1 guest', coversGuests: 1 }),
    )
    expect(boards).toContainEqual(expect.objectContaining({ code: null, name: 'Meal plan 7' }))
  })
})

describe('what only some answers have', () => {
  /** The rates of one ordinary hotel, as they come when every rate of the answer is changed on the wire. */
  async function changed(change: (rate: Json) => void, language = 'en'): Promise<readonly RoomRate[]> {
    const call = sandbox.call({ language })
    const fetch: typeof call.fetch = async (request) => {
      const answer = await call.fetch(request)
      if (answer.ok)
        for (const hotel of answer.value.json as Json)
          for (const room of hotel.rooms) for (const rate of room.rates) change(rate)
      return answer
    }
    const found = await expediaRapid.rooms({ ...call, fetch }, { ...question, supplierHotelId: scenario('hold') })
    return found.ok ? found.value.rates : []
  }

  it('[R-14] a rate that refunds a part only is never told as free now', async () => {
    const rates = await changed((rate) => (rate.current_refundability = 'partially_refundable'))
    expect(rates.length).toBeGreaterThan(0)
    for (const { policy } of rates) expect(policy.windows[0]?.status).not.toBe('NO_CHARGE')
  })

  it('[C-090] a rate is never free after its first penalty, though some say nothing of a second between two', async () => {
    sandbox.answers.splice(0)
    for (const { policy } of await sandbox.ratesOf(30)) {
      const costs = policy.windows.map(({ penalty }) => penalty?.amountMinor ?? Number.POSITIVE_INFINITY)
      expect(costs).toEqual([...new Set(costs)].sort((a, b) => a - b))
    }
    const gaps = JSON.stringify(sandbox.answers).match(/"end":"[^"]*:59:59\.000/g) ?? []
    expect(gaps.length).toBeGreaterThan(5)
  })

  it('[R-14] a rate that is not refundable now is lost, whatever else it says', async () => {
    const rates = await changed((rate) => (rate.current_refundability = 'non_refundable'))
    for (const { policy, price } of rates) expect(policy.windows[0]?.penalty).toEqual(price.total)
  })

  it.each(['en', 'de', 'fr', 'ja', 'ar'])(
    '[R-16] a board goes by ids, whatever their names say in %s',
    async (language) => {
      async function codes(change: (rate: Json) => void) {
        return new Set((await changed(change, language)).map(({ board }) => board.code))
      }
      const renamed = await codes(({ amenities }) => {
        for (const amenity of Object.values<Json>(amenities)) amenity.name = 'Kostenloses Parken'
      })
      expect(renamed).toEqual(new Set(['RO', 'BB']))
      const unknown = await codes((rate) => {
        const { 2098: breakfast, ...others } = rate.amenities
        rate.amenities = { ...others, ...(breakfast ? { 1073749998: { id: '1073749998', name: 'Meal plan 8' } } : {}) }
      })
      expect(unknown).toEqual(new Set(['RO', null]))
      const full = await codes((rate) => {
        if (rate.amenities[2098]) rate.amenities = { 2104: { id: '2104', name: 'プラン' } }
      })
      expect(full).toEqual(new Set(['RO', 'BB']))
    },
  )

  it('[R-16] a breakfast that is given each day to all guests is one, and to fewer it is none', async () => {
    function given(person_count: number) {
      return (rate: Json) => {
        const breakfast = { category: 'food_and_beverage', offer_type: 'free', frequency: 'per_day', person_count }
        rate.amenities = {}
        rate.promotions = { value_adds: { 7: { id: '7', description: 'Free breakfast', ...breakfast } } }
      }
    }
    expect((await changed(given(2)))[0]?.board.code).toBe('BB')
    expect((await changed(given(1)))[0]?.board.code).toBe('RO')
  })

  it('[R-11] a deposit that the hotel takes is no prepaid rate, and is due when its day begins there', async () => {
    const rates = await changed((rate) => {
      rate.merchant_of_record = 'property'
      rate.deposits = [{ value: '50.00', currency: 'USD', due: '2027-06-01' }]
    })
    const dueAt = Date.parse('2027-06-01T00:00:00+01:00')
    const deposits = [{ amount: { amountMinor: 5_000, currency: 'USD' }, dueAt, refundable: null }]
    expect(rates[0]?.payment).toEqual({ type: 'DEPOSIT', deposits, cardsAccepted: [] })
  })

  it.each([
    ['a least price', (rate: Json) => Object.values<Json>(rate.occupancy_pricing).forEach(breakMinimum)],
    ['a deposit', (rate: Json) => (rate.refundable_damage_deposit = { value: 'much', currency: 'USD' })],
  ])('[R-12] %s that cannot be read drops the rate', async (_what, spoil) => {
    expect(await changed(spoil)).toEqual([])
  })

  function breakMinimum({ totals }: Json): void {
    totals.minimum_selling_price = { billable_currency: { value: 'low', currency: 'USD' } }
  }
})

describe('the arrival', () => {
  it('[R-06] is told by the record: whom to call at once, how to get in a day before', async () => {
    for (const hotel of sandbox.ordinaryHotels(30)) {
      const rate = (await sandbox.rooms(hotel)).find((one) => withheldFor(one, new Set()) === null)
      if (!rate) continue
      const { reference } = await sandbox.book(rate)
      const early = await expediaRapid.retrieve(sandbox.call(), reference)
      if (!early.ok || !early.value?.told?.hotelContact) continue
      expect(early.value.told.instructions).toBeUndefined()
      sandbox.clock.setSkew(60 * 86_400_000)
      const late = await expediaRapid.retrieve(sandbox.call(), reference)
      sandbox.clock.setSkew(0)
      expect(late).toMatchObject({
        ok: true,
        value: {
          told: {
            hotelContact: { name: 'Pat Host', phone: '+1 487 5550077', email: 'pat.host@example.com' },
            instructions: {
              special: ['Access: Use the smart lock at the side door. Access type: Smart lock Access code: 12345'],
            },
            roomConfirmations: [expect.stringMatching(/^H\d+$/)],
          },
        },
      })
      return
    }
    throw new Error('no hotel with essentials')
  })
})

describe('[R-24] the content of a property', () => {
  it('says where the place is hidden: some of the vacation rentals, and none of the others', async () => {
    const catalogue = sandboxCatalogue()
    const hotels = sandbox.ordinaryHotels(4_000).map((id) => {
      const hotel = catalogue.findHotel(catalogue.findSupplierHotel('expedia_rapid', id)?.hotelId ?? 0)
      return { id, hotel }
    })
    const rentals = hotels.filter(({ hotel }) => ['villa', 'aparthotel'].includes(hotel?.propertyType ?? ''))
    const hidden = rentals.filter(({ hotel }) => hotel?.placeHidden)
    expect(hidden.length / rentals.length).toBeGreaterThan(0.005)
    expect(hidden.length / rentals.length).toBeLessThan(0.05)
    for (const { id } of hidden) {
      const told = await expediaRapid.describeHotel?.(sandbox.call(), id)
      expect(told).toMatchObject({ ok: true, value: { placeHidden: true } })
    }
    const open = hotels.find(({ hotel }) => hotel?.propertyType === 'hotel')
    const told = await expediaRapid.describeHotel?.(sandbox.call(), open?.id ?? '')
    expect(told?.ok && told.value?.placeHidden).toBeUndefined()
  })
})
