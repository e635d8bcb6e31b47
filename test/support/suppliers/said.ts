import { guestsOf, type Occupancy } from '../../../src/domain/occupancy.ts'
import type { BoardCode, RoomRate } from '../../../src/domain/rate.ts'
import type { Json } from '../http-client.ts'

/**
 * What a supplier said of one rate, read out of its answers by a reader of its own: not by the adapters' schemas, nor by their
 * tables. Amounts are decimals.
 */
export type Said = {
  readonly total: number
  /** The boards that a guest may be promised, beside room only. */
  readonly boards: readonly BoardCode[]
  /** True when it said that cancelling at `nowAt` costs nothing. */
  readonly isFreeNow: boolean
  /** What is paid at the hotel, by currency: the same sum may be told in several. */
  readonly dues: ReadonlyMap<string, number>
  /** The least price at which the rate may be sold on; null when there is none that binds. */
  readonly minimum: number | null
  readonly maximum: number | null
  /** False: it may not be sold to everybody by itself, or the guest pays. */
  readonly isOpen: boolean
}

type Asked = { readonly rate: RoomRate; readonly occupancy: Occupancy; readonly nowAt: number }

/** Null when the answers have no such rate. */
type Reader = (answers: readonly Json[], asked: Asked) => Said | null

function sum(amounts: readonly (string | number)[]): number {
  return amounts.reduce<number>((all, one) => all + Number(one), 0)
}

function duesOf(pairs: readonly (readonly [currency: string | undefined, amount: string | number | undefined])[]) {
  const dues = new Map<string, number>()
  for (const [currency, amount] of pairs)
    if (currency !== undefined && Number(amount ?? 0) > 0)
      dues.set(currency, (dues.get(currency) ?? 0) + Number(amount))
  return dues
}

function largestParty(occupancy: Occupancy): number {
  return Math.max(...occupancy.map(guestsOf))
}

function hasChildren(occupancy: Occupancy): boolean {
  return occupancy.some(({ childAges }) => childAges.length > 0)
}

function rapidBoards(told: Json, occupancy: Occupancy): BoardCode[] {
  const forAll = Object.values<Json>(told.amenities).some(
    ({ id, name }) =>
      id === '2098' || (/breakfast/i.test(name) && !(/for (1|one)\b/i.test(name) && largestParty(occupancy) > 1)),
  )
  const given = Object.values<Json>(told.promotions?.value_adds ?? {}).some(
    ({ category, frequency, person_count: count }) =>
      category === 'food_and_beverage' && frequency === 'per_day' && count >= largestParty(occupancy),
  )
  return forAll || given ? ['BB'] : []
}

function rapid(answers: readonly Json[], { rate, occupancy, nowAt }: Asked): Said | null {
  const { propertyId, roomId, rateId } = rate.supplierPayload
  const hotel = answers.flat().find((one) => one.property_id === propertyId)
  const told = hotel?.rooms.find(({ id }: Json) => id === roomId)?.rates.find(({ id }: Json) => id === rateId)
  if (!told) return null
  const rooms = occupancy.map(({ adults, childAges }) => {
    const key = [adults, ...(childAges.length > 0 ? [childAges.join(',')] : [])].join('-')
    return told.occupancy_pricing[key]
  })
  const minimums = rooms.flatMap(({ totals }) => totals.minimum_selling_price?.billable_currency.value ?? [])
  const fees: Json[] = rooms.flatMap((room) => Object.values(room.fees ?? {}))
  const started = told.cancel_penalties.some(({ start }: Json) => Date.parse(start) <= nowAt)
  return {
    total: sum(rooms.map(({ totals }) => totals.inclusive.billable_currency.value)),
    boards: rapidBoards(told, occupancy),
    isFreeNow:
      told.refundable &&
      (told.current_refundability ?? 'refundable') === 'refundable' &&
      !started &&
      (told.nonrefundable_date_ranges ?? []).length === 0,
    dues: duesOf(
      fees.flatMap(({ billable_currency: billed, request_currency: asked }) => [
        [billed.currency, billed.value] as const,
        ...(asked && asked.currency !== billed.currency ? [[asked.currency, asked.value] as const] : []),
      ]),
    ),
    minimum: minimums.length > 0 ? sum(minimums) : null,
    maximum: null,
    isOpen: told.merchant_of_record !== 'property' && !Object.values(told.sale_scenario ?? {}).some(Boolean),
  }
}

const BEDS_BOARDS: Readonly<Record<string, BoardCode>> = { BB: 'BB', AB: 'BB', CB: 'BB', HB: 'HB', FB: 'FB', AI: 'AI' }

function hotelbeds(answers: readonly Json[], { rate, occupancy, nowAt }: Asked): Said | null {
  const all: Json[] = answers
    .flatMap(({ hotel, hotels }) => (hotel ? [hotel] : (hotels?.hotels ?? [])))
    .flatMap(({ rooms }) => rooms)
    .flatMap(({ rates }) => rates)
  const keys = rate.supplierPayload['parts'] as readonly { readonly rateKey: string }[]
  const told = keys.flatMap(({ rateKey }) => all.find((one) => one.rateKey === rateKey) ?? [])
  if (told.length < keys.length) return null
  const isBound = told.some(({ hotelMandatory }) => hotelMandatory === true)
  const boards = told.map(({ boardCode }): BoardCode | null => {
    const count = /^B(\d)$/.exec(boardCode)?.[1]
    return count === undefined
      ? (BEDS_BOARDS[boardCode] ?? null)
      : Number(count) >= largestParty(occupancy)
        ? 'BB'
        : null
  })
  return {
    total: sum(told.map(({ net }) => net)),
    boards: boards.every((board) => board === boards[0]) && boards[0] ? [boards[0]] : [],
    isFreeNow: told.every(({ cancellationPolicies }) =>
      (cancellationPolicies ?? []).every(
        ({ from, amount }: Json) => Date.parse(from) > nowAt || Number(amount ?? 1) === 0,
      ),
    ),
    dues: duesOf(
      told
        .flatMap(({ taxes }): Json[] => taxes?.taxes ?? [])
        .filter(({ included }) => !included)
        .flatMap(({ amount, currency, clientAmount, clientCurrency }) => [
          [currency, amount] as const,
          ...(clientCurrency === currency ? [] : [[clientCurrency, clientAmount] as const]),
        ]),
    ),
    minimum: isBound ? sum(told.map(({ sellingRate, net }) => sellingRate ?? net)) : null,
    maximum: null,
    isOpen: told.every(({ paymentType, packaging, resident }) => paymentType === 'AT_WEB' && !packaging && !resident),
  }
}

const ALL_INCLUSIVE = ['all-inclusive', 'super-all-inclusive', 'ultra-all-inclusive']

function ratehawkBoards({ value, no_child_meal: noChildMeal }: Json, occupancy: Occupancy): BoardCode[] {
  const count = /^breakfast-for-(\d)$/.exec(value)?.[1]
  if (count !== undefined) return Number(count) >= largestParty(occupancy) ? ['BB'] : []
  if (noChildMeal && hasChildren(occupancy)) return []
  if (/breakfast(-buffet)?$/.test(value)) return ['BB']
  if (value.startsWith('half-board')) return ['HB']
  if (value === 'full-board') return ['FB']
  return ALL_INCLUSIVE.includes(value) ? ['AI'] : []
}

function ratehawk(answers: readonly Json[], { rate, occupancy, nowAt }: Asked): Said | null {
  const { bookHash } = rate.supplierPayload
  const told = answers
    .flatMap(({ data }): Json[] => data?.hotels ?? [])
    .flatMap(({ rates }): Json[] => rates)
    .find(({ book_hash: hash }) => hash === bookHash)
  if (!told) return null
  const payments: Json[] = told.payment_options.payment_types
  const payment = payments.find(({ type }) => type === 'deposit') ?? payments[0]
  const free = payment.cancellation_penalties.free_cancellation_before
  return {
    total: Number(payment.amount),
    boards: ratehawkBoards(told.meal_data, occupancy),
    isFreeNow: free !== null && Date.parse(`${free}Z`) > nowAt,
    dues: duesOf(
      (payment.tax_data?.taxes ?? [])
        .filter(({ included_by_supplier: included }: Json) => !included)
        .map(({ currency_code: currency, amount }: Json) => [currency, amount] as const),
    ),
    minimum: told.sell_price_limits?.min_price ? Number(told.sell_price_limits.min_price) : null,
    maximum: told.sell_price_limits?.max_price ? Number(told.sell_price_limits.max_price) : null,
    isOpen: payment.type === 'deposit' && told.is_package !== true,
  }
}

const LITE_BOARDS: Readonly<Record<string, BoardCode>> = { BB: 'BB', BI: 'BB', HB: 'HB', FB: 'FB', AI: 'AI' }

function liteapi(answers: readonly Json[], { rate, occupancy, nowAt }: Asked): Said | null {
  const { offerId, prebookId } = rate.supplierPayload
  const checked = answers.find(({ data }) => data?.prebookId !== undefined && data.prebookId === prebookId)?.data
  const shopped = answers
    .flatMap(({ data }): Json[] => (Array.isArray(data) ? data : []))
    .flatMap(({ roomTypes }): Json[] => roomTypes)
    .find((one) => one.offerId === offerId)
  const told = checked ? { ...checked, rates: checked.roomTypes.flatMap(({ rates }: Json) => rates) } : shopped
  if (!told) return null
  const rates: Json[] = told.rates
  const suggested: Json[] = [
    told.suggestedSellingPrice,
    ...rates.map(({ retailRate }) => retailRate.suggestedSellingPrice),
  ]
  const minimums = suggested.flat().flatMap((one) => (one ? [Number(one.amount)] : []))
  const boards = rates.map(({ boardType }, index): BoardCode | null => {
    const count = /^BB(\d)$/.exec(boardType)?.[1]
    const guests = guestsOf(occupancy[index] ?? { adults: 0, childAges: [] })
    return count === undefined ? (LITE_BOARDS[boardType] ?? null) : Number(count) >= guests ? 'BB' : null
  })
  return {
    total: sum(rates.map(({ retailRate }) => retailRate.total[0].amount)),
    boards: boards[0] && boards.every((board) => board === boards[0]) ? [boards[0]] : [],
    isFreeNow: rates.every(
      ({ cancellationPolicies: { refundableTag, cancelPolicyInfos } }) =>
        refundableTag === 'RFN' &&
        (cancelPolicyInfos ?? []).every(
          ({ cancelTime }: Json) =>
            Date.parse(`${cancelTime.replace(' ', 'T')}Z`) > nowAt ||
            (cancelTime.length === 10 && Date.parse(cancelTime) > nowAt),
        ),
    ),
    dues: duesOf(
      rates
        .flatMap(({ retailRate }): Json[] => retailRate.taxesAndFees ?? [])
        .filter(({ included }) => !included)
        .map(({ currency, amount }) => [currency, amount] as const),
    ),
    minimum: minimums.length > 0 ? Math.max(...minimums) : null,
    maximum: null,
    isOpen:
      rates.every(({ paymentTypes }) => paymentTypes.some((type: string) => type !== 'PROPERTY_PAY')) &&
      (told.rateType ?? 'standard') === 'standard' &&
      !told.loyaltyMembershipIdRequired,
  }
}

const READERS: Readonly<Record<string, Reader>> = { expedia_rapid: rapid, hotelbeds, ratehawk, liteapi }

/** What the supplier said of a rate in these answers; null when it said nothing of it. */
export function saidOf(supplierCode: string, answers: readonly Json[], asked: Asked): Said | null {
  return READERS[supplierCode]?.(answers, asked) ?? null
}
