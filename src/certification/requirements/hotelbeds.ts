import type { Evidence, Exchange, Finding, Requirement } from '../evidence.ts'
import {
  amounts,
  answered,
  asksPerson,
  at,
  both,
  byTests,
  calls,
  carried,
  confirmed,
  every,
  everyCall,
  labelOf,
  nextIssue,
  numbers,
  one,
  optionsOf,
  requirement,
  roomPairs,
  texts,
  told,
  word,
} from './reading.ts'

const RATES = 'hotels.hotels.*.rooms.*.rates.*'

/** Rates that are sold openly. */
function rates(body: unknown): readonly unknown[] {
  return at(body, RATES).filter(
    (rate) =>
      one(rate, 'paymentType') === 'AT_WEB' && one(rate, 'packaging') !== true && one(rate, 'resident') !== true,
  )
}

function isBookedBy(exchange: Exchange, later: Exchange): boolean {
  return exchange.step === later.step && exchange.number < later.number
}

/** Availability, then a check of every key, then one confirmation. */
function workflow(evidence: Evidence): Finding {
  return everyCall('confirmations of keys that were checked', calls(evidence, 'book'), (booking) => {
    const keys = texts(booking.request.body, 'rooms.*.rateKey')
    const checked = answered(evidence, 'price_check').filter((check) => isBookedBy(check, booking))
    const known = new Set(checked.flatMap(({ answer }) => texts(answer?.body, 'hotel.rooms.*.rates.*.rateKey')))
    const bookable = evidence.settings['checkBookable'] === false
    return bookable || keys.every((key) => known.has(key)) ? null : 'books a key that no CheckRate has answered'
  })
}

/** No reference is confirmed a second time: Hotelbeds would book twice. */
function onceEach(evidence: Evidence): Finding {
  const byReference = Map.groupBy(calls(evidence, 'book'), ({ request }) => one(request.body, 'clientReference'))
  return every('references, each confirmed once', [...byReference], ([reference, bookings]) =>
    bookings.length === 1 ? null : `${word({ reference }, 'reference')} was sent ${bookings.length} times`,
  )
}

function voucher(evidence: Evidence): Finding {
  const records = answered(evidence, 'book').filter(
    ({ answer }) => one(answer?.body, 'booking.hotel.supplier.vatNumber') !== null,
  )
  return every('vouchers that name the payable party', records, ({ answer, step, number }) => {
    const supplier = one(answer?.body, 'booking.hotel.supplier')
    const details = told(evidence, 'getBookingDetails').find((read) => read.step === step && read.number > number)
    const line = word(details?.value, 'voucher.payableThrough')
    const wanted = [word(supplier, 'name'), word(supplier, 'vatNumber'), word(answer?.body, 'booking.reference')]
    const missing = wanted.find((part) => !line.includes(part))
    return missing === undefined ? null : `${step} does not say ${missing}`
  })
}

const VOUCHER_PARTS = ['voucher.hotel.name', 'voucher.hotel.addressLines', 'voucher.supplierReference', 'board.name']

function comments(evidence: Evidence): Finding {
  return every(
    'bookings with the comments of their CheckRate',
    answered(evidence, 'book'),
    ({ step, number, answer }) => {
      const said = texts(answer?.body, 'booking.hotel.rooms.*.rates.*.rateComments')
      const offer = told(evidence, 'prebook').findLast((before) => before.step === step && before.number < number)
      const details = told(evidence, 'getBookingDetails').find((after) => after.step === step && after.number > number)
      if (said.length === 0 || !details) return null
      if (texts(offer?.value, 'offer.remarks.*').length === 0) return `${step}: not told before the confirmation`
      return texts(details.value, 'remarks.*').length === 0 ? `${step}: gone after the booking` : null
    },
  )
}

/** After the supplier has said that it is too much, nothing of the same kind is sent for a second. */
function pauses(evidence: Evidence): Finding {
  const over = calls(evidence, 'rooms').filter(
    ({ step, answer }) => step === 'over-limit' && (answer?.status ?? 0) >= 400,
  )
  return every('answers that it was too much', over, (refused) => {
    const next = calls(evidence, 'rooms').find(({ number, answer }) => number > refused.number && answer !== null)
    if (!next) return null
    const pausedMs = Date.parse(next.sentAt) - Date.parse(refused.sentAt)
    return pausedMs >= 900 ? null : `${labelOf(next)} came ${pausedMs} ms later`
  })
}

function penalties(evidence: Evidence): Finding {
  const telling = roomPairs(evidence).filter(({ body }) =>
    rates(body).some((rate) => at(rate, 'cancellationPolicies.*').some((policy) => one(policy, 'amount') === null)),
  )
  return both(
    every('answers with penalties by percent or nights', telling, ({ step, options }) =>
      options.every((option) => texts(option, 'cancellation.penalties.*.penaltyStatus').length > 0)
        ? null
        : `${step} has an option without terms`,
    ),
    every('options whose terms are at the hotel’s time', optionsOf(evidence), (option) =>
      texts(option, 'cancellation.penalties.*.from.timezone').length > 0 ? null : 'one tells no zone',
    ),
  )
}

/** The board of an option is that of the rates at its price; `B1` and `B2` are breakfasts for so many guests. */
function boards(evidence: Evidence): Finding {
  return every('answers with boards', roomPairs(evidence), ({ step, body, options }) => {
    for (const option of options) {
      const [total = -1] = amounts(option, 'price.total')
      const same = rates(body).filter((rate) => numbers(rate, 'net').includes(total))
      const forOne = same.length > 0 && same.every((rate) => one(rate, 'boardCode') === 'B1')
      if (one(option, 'board.name') === null) return `${step} has a board without a name`
      if (forOne && one(option, 'board.code') === 'BB') return `${step} calls a breakfast for one BB`
    }
    return null
  })
}

export const hotelbedsRequirements: readonly Requirement[] = [
  requirement('H-01', 'One rateKey a CheckRate', (evidence) =>
    everyCall('CheckRates of one key', calls(evidence, 'price_check'), ({ request }) => {
      const keys = texts(request.body, 'rooms.*.rateKey')
      return keys.length === 1 ? null : `has ${keys.length} keys`
    }),
  ),
  requirement('H-02', 'Availability, then CheckRate, then one confirmation for each reference', (evidence) =>
    both(workflow(evidence), onceEach(evidence)),
  ),
  requirement('H-03', 'The voucher names the operating company, its VAT number and the reference', voucher),
  requirement('H-04', 'The voucher has hotel, category, address, board, rooms, guests and comments', (evidence) =>
    every(
      'vouchers',
      confirmed(evidence).filter((details) => one(details, 'voucher') !== null),
      (details) => {
        const missing = VOUCHER_PARTS.find((path) => one(details, path) === null)
        return missing === undefined ? null : `${word(details, 'bookingId')} lacks ${missing}`
      },
    ),
  ),
  requirement('H-05', 'The selling price where the hotel demands it', (evidence) =>
    carried(evidence, {
      what: 'mandatory selling prices',
      theirs: (body) =>
        rates(body).flatMap((rate) => (one(rate, 'hotelMandatory') === true ? numbers(rate, 'sellingRate') : [])),
      ours: (option) => (one(option, 'sellingPrice.binding') === true ? amounts(option, 'sellingPrice.minimum') : []),
    }),
  ),
  requirement('H-06', 'Promotions and offers are shown', (evidence) =>
    carried(evidence, {
      what: 'promotions',
      theirs: (body) =>
        rates(body).flatMap((rate) => [...texts(rate, 'promotions.*.code'), ...texts(rate, 'offers.*.code')]),
      ours: (option) => texts(option, 'promotions.*.id'),
    }),
  ),
  requirement('H-07', 'Rates for packages are neither asked for nor offered', (evidence) =>
    everyCall('availability calls without packages', calls(evidence, 'search', 'rooms'), ({ request }) =>
      one(request.body, 'filter.packaging') === false ? null : 'asks for packages',
    ),
  ),
  requirement('H-08', 'Rates that are paid at the hotel are neither asked for nor offered', (evidence) =>
    both(
      everyCall('availability calls for AT_WEB', calls(evidence, 'search', 'rooms'), ({ request }) =>
        one(request.body, 'filter.paymentType') === 'AT_WEB' ? null : 'lacks the filter',
      ),
      every('answers of which only open rates are offered', roomPairs(evidence), ({ step, body, options }) =>
        options.length <= rates(body).length ? null : `${step} offers ${options.length} of ${rates(body).length}`,
      ),
    ),
  ),
  requirement('H-09', 'Rate comments before the confirmation, and on the voucher', comments),
  requirement('H-10', 'Over the limit: stop for a while', (evidence) =>
    evidence.host === 'TEST'
      ? asksPerson('the limit of a test host is not provoked; shown in the sandbox')
      : pauses(evidence),
  ),
  byTests(
    'H-11',
    'Content in batch, never in real time',
    'content is read by `content pull`, which is no part of a run',
  ),
  requirement('H-12', 'Cancellation terms by amount, percent or nights, at the destination’s time', penalties),
  byTests('H-13', 'Bookings are compared every night', 'the nightly comparison is no part of a run'),
  nextIssue('H-14', 'Modifications and partial cancellations', 'amendments come with the next issue'),
  byTests('H-15', 'The customer’s language, by Hotelbeds’ own list', 'a run asks in one language'),
  requirement('H-16', 'The source market, and no rates for residents', (evidence) =>
    both(
      everyCall('availability calls with a source market', calls(evidence, 'search', 'rooms'), ({ request }) =>
        /^[A-Z]{2}$/.test(word(request.body, 'sourceMarket')) ? null : 'lacks it',
      ),
      every('options that are not for residents', optionsOf(evidence), (option) =>
        one(option, 'rateConditions.residentsOnly') === true ? 'one is' : null,
      ),
    ),
  ),
  requirement('H-17', 'Taxes due at the hotel, with what the desk takes', (evidence) =>
    carried(evidence, {
      what: 'taxes at the hotel',
      theirs: (body) =>
        rates(body).flatMap((rate) =>
          at(rate, 'taxes.taxes.*').flatMap((tax) => (one(tax, 'included') === false ? numbers(tax, 'amount') : [])),
        ),
      ours: (option) =>
        at(option, 'price.dueAtProperty.*').flatMap((due) => {
          const desk = amounts(due, 'amountInPropertyCurrency')
          return desk.length > 0 ? desk : amounts(due, 'amount')
        }),
    }),
  ),
  requirement('H-18', 'What failed is not repeated unchanged', (evidence) =>
    everyCall('confirmations, none of them repeated', calls(evidence, 'book'), (booking) => {
      const body = JSON.stringify(booking.request.body)
      const again = calls(evidence, 'book').find(
        (other) => other.number > booking.number && JSON.stringify(other.request.body) === body,
      )
      return again ? `was repeated as ${labelOf(again)}` : null
    }),
  ),
  requirement(
    'H-19',
    'Boards by their code; a breakfast for fewer guests than the room’s is no breakfast for all',
    boards,
  ),
]
