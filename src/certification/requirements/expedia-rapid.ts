import type { Evidence, Exchange, Finding, Requirement } from '../evidence.ts'
import { FORCED_OUTCOMES, type ForcedOutcome, sceneOf } from '../forced-outcomes.ts'
import { CONTENT, refusedEarly, seen } from './every-supplier.ts'
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
  nextIssue,
  numbers,
  one,
  optionsOf,
  query,
  requirement,
  roomPairs,
  texts,
  told,
} from './reading.ts'

const PROFILE = {
  partner_point_of_sale: 'partnerPointOfSale',
  billing_terms: 'billingTerms',
  payment_terms: 'paymentTerms',
  platform_name: 'platformName',
} as const

function shopping(evidence: Evidence): readonly Exchange[] {
  return calls(evidence, 'search', 'rooms')
}

function lacks(exchange: Exchange, name: string, value: string): string | null {
  return query(exchange, name).includes(value) ? null : `lacks ${name}=${value}`
}

/** The settings as they were when something was told in a step. */
function settingsIn(evidence: Evidence, step: string): Readonly<Record<string, unknown>> {
  return evidence.told.find((one) => one.step === step)?.settings ?? evidence.settings
}

function profile(evidence: Evidence): Finding {
  const due = shopping(evidence).flatMap((exchange) => {
    const settings = settingsIn(evidence, exchange.step)
    const agreed = Object.entries(PROFILE).flatMap(([name, setting]): [string, string][] =>
      typeof settings[setting] === 'string' ? [[name, settings[setting]]] : [],
    )
    return agreed.length > 0 ? [{ exchange, agreed }] : []
  })
  if (due.length === 0) return asksPerson('no profile is set: the account manager tells its words')
  return every(
    'shopping calls with the profile',
    due,
    ({ exchange, agreed }) =>
      agreed.map(([name, value]) => lacks(exchange, name, value)).find((fault) => fault !== null) ?? null,
  )
}

/** What the partner was told last about an outcome that was forced: a status, or the code of a problem. */
function outcomeOf(evidence: Evidence, { operation, outcome }: ForcedOutcome): string | null {
  const last = evidence.told.findLast(({ step }) => step === sceneOf({ operation, outcome }))
  if (!last) return null
  if (operation === 'search') return last.ok ? 'OK' : String(one(last.value, 'code'))
  if (operation === 'rooms') return at(last.value, 'options.*').length > 0 ? 'OPTIONS' : 'NONE'
  return String(one(last.value, last.ok ? 'status' : 'code'))
}

function forced(evidence: Evidence): Finding {
  return every('forced outcomes', FORCED_OUTCOMES, (row) => {
    const name = `Test: ${row.outcome} at ${row.operation}`
    const sent = evidence.exchanges.some(
      ({ step, operation, request }) =>
        step === sceneOf(row) && operation === row.operation && request.headers['test'] === row.outcome,
    )
    if (!sent) return `${name} was not sent`
    const became = outcomeOf(evidence, row)
    return became !== null && row.wanted.includes(became) ? null : `${name} became ${became ?? 'nothing'}`
  })
}

const NEEDS_STATE = ['AU', 'CA', 'US']
const NEEDS_POSTAL_CODE = ['CA', 'GB', 'US']

function payor({ request }: Exchange): string | null {
  const contact = one(request.body, 'payments.0.billing_contact')
  const country = String(one(contact, 'address.country_code'))
  const needed = [
    'given_name',
    'family_name',
    'address.line_1',
    'address.city',
    'address.country_code',
    ...(NEEDS_STATE.includes(country) ? ['address.state_province_code'] : []),
    ...(NEEDS_POSTAL_CODE.includes(country) ? ['address.postal_code'] : []),
  ]
  const missing = needed.filter((path) => one(contact, path) === null)
  if (missing.length > 0) return `lacks billing_contact.${missing[0]}`
  return texts(contact, '*').some((text) => text.includes('of the guest')) ? 'names the guest as payor' : null
}

/** Rates that are sold openly. */
function rates(body: unknown): readonly unknown[] {
  return at(body, '*.rooms.*.rates.*').filter(
    (rate) =>
      one(rate, 'merchant_of_record') !== 'property' &&
      ['package', 'member', 'mobile_promotion'].every((flag) => one(rate, `sale_scenario.${flag}`) !== true),
  )
}

function ofRates(path: string) {
  return (body: unknown): readonly number[] => rates(body).flatMap((rate) => numbers(rate, path))
}

const FEE = 'occupancy_pricing.*.fees.*.billable_currency.value'

function totals(evidence: Evidence): Finding {
  return both(
    carried(evidence, {
      what: 'totals',
      theirs: ofRates('occupancy_pricing.*.totals.inclusive.billable_currency.value'),
      ours: (option) => amounts(option, 'price.total'),
    }),
    every('options with lines of charges', optionsOf(evidence), (option) => {
      const lines = at(option, 'price.taxesAndFees.*').filter((line) => one(line, 'included') === true)
      const [total, base] = [amounts(option, 'price.total')[0], amounts(option, 'price.base')[0]]
      if (lines.length === 0 || total === undefined || base === undefined) return null
      const sum = lines.flatMap((line) => amounts(line, 'amount')).reduce((all, amount) => all + amount, base)
      return Math.abs(sum - total) < 0.02 ? null : `lines make ${sum.toFixed(2)} of ${total.toFixed(2)}`
    }),
  )
}

/** What the itinerary's essentials say is told with the booking. */
function instructions(evidence: Evidence): Finding {
  const telling = answered(evidence, 'retrieve').filter(
    ({ answer, step }) => step !== 'release' && at(answer?.body, 'essential_information.essentials.*').length > 0,
  )
  if (telling.length === 0) return { verdict: 'NEXT_ISSUE', why: `no itinerary told its essentials; ${CONTENT}` }
  return every('itineraries whose essentials are told', telling, ({ step, number }) => {
    const details = told(evidence, 'getBookingDetails').find((read) => read.step === step && read.number > number)
    return details && one(details.value, 'instructions') === null ? `${step} does not tell them` : null
  })
}

function withheld(evidence: Evidence, what: string, isWithheld: (rate: unknown) => boolean): Finding {
  const leaked = roomPairs(evidence).filter(({ body }) => at(body, '*.rooms.*.rates.*').some(isWithheld))
  return seen(`answers with ${what}, none of which is offered`, leaked)
}

/** An option for each of the rates that are sold openly, and no others. */
function onlyOpenRates(evidence: Evidence): Finding {
  return every('answers of which only open rates are offered', roomPairs(evidence), ({ step, body, options }) => {
    const open = rates(body).reduce<number>((sum, rate) => sum + Math.max(1, at(rate, 'bed_groups.*').length), 0)
    return options.length <= open ? null : `${step} offers ${options.length} of ${open}`
  })
}

export const expediaRapidRequirements: readonly Requirement[] = [
  requirement('R-01', 'The contract’s profile goes with each shopping call', profile),
  requirement('R-02', 'The traveller’s address: header Customer-Ip on every call', (evidence) =>
    everyCall('calls with Customer-Ip', evidence.exchanges, ({ request }) =>
      request.headers['customer-ip'] === '<address of the traveller>' ? null : 'lacks it',
    ),
  ),
  requirement('R-03', 'One session: header Customer-Session-Id on every call', (evidence) =>
    everyCall('calls with Customer-Session-Id', evidence.exchanges, ({ request }) =>
      request.headers['customer-session-id'] ? null : 'lacks it',
    ),
  ),
  requirement('R-04', 'Every outcome that the review forces is handled (header Test)', forced),
  requirement('R-05', 'TR3: the payor’s name and whole address, never the guest’s', (evidence) =>
    everyCall('bookings with a payor', calls(evidence, 'book'), payor),
  ),
  requirement('R-06', 'AP3, BP2, ER4: check-in instructions at room choice, booking and confirmation', instructions),
  requirement('R-07', 'BP4, ER5: charges due at the property stand apart, with the amount at the desk', (evidence) =>
    carried(evidence, {
      what: 'charges at the property',
      theirs: ofRates(FEE),
      ours: (option) => amounts(option, 'price.dueAtProperty.*.amountInPropertyCurrency'),
    }),
  ),
  requirement('R-08', 'BP5, CP1, ER6: the total exactly as answered, and its lines by kind', totals),
  requirement('R-09', 'Only rates that Expedia collects are asked for and offered', (evidence) =>
    both(
      everyCall('calls with filter=expedia_collect', shopping(evidence), (exchange) =>
        lacks(exchange, 'filter', 'expedia_collect'),
      ),
      onlyOpenRates(evidence),
    ),
  ),
  requirement('R-10', 'Package, member and mobile rates are offered to nobody who has not asked for them', (evidence) =>
    both(
      everyCall('calls with the agreed sales_environment', shopping(evidence), (exchange) =>
        query(exchange, 'sales_environment').length === 1 ? null : 'lacks sales_environment',
      ),
      withheld(evidence, 'package rates', (rate) => one(rate, 'sale_scenario.package') === true),
      onlyOpenRates(evidence),
    ),
  ),
  requirement('R-11', 'Rates with a deposit for damage are excluded, or their deposits are told', (evidence) =>
    everyCall(
      'calls that exclude deposits for damage',
      shopping(evidence),
      (exchange) =>
        lacks(exchange, 'exclusion', 'refundable_damage_deposit') ?? lacks(exchange, 'exclusion', 'card_on_file'),
    ),
  ),
  requirement('R-12', 'The minimum selling price is told, and binds', (evidence) =>
    carried(evidence, {
      what: 'minimum selling prices',
      theirs: ofRates('occupancy_pricing.*.totals.minimum_selling_price.billable_currency.value'),
      ours: (option) => (one(option, 'sellingPrice.binding') === true ? amounts(option, 'sellingPrice.minimum') : []),
    }),
  ),
  requirement('R-13', 'Only rates that are called holdable are held', (evidence) =>
    both(
      everyCall('calls that ask for holdable', shopping(evidence), (exchange) =>
        settingsIn(evidence, exchange.step)['holdWithoutFlag'] === true
          ? null
          : lacks(exchange, 'include', 'rooms.rates.holdable'),
      ),
      every('answers about holds', roomPairs(evidence), ({ step, body, options }) => {
        const holdable = rates(body).some((rate) => one(rate, 'holdable') === true)
        const offered = options.some((option) => texts(option, 'availableBookingModes.*').includes('HOLD'))
        return offered && !holdable ? `${step} offers a hold that nobody promised` : null
      }),
      seen(
        'bookings that were held',
        told(evidence, 'createBooking').filter(({ value }) => one(value, 'status') === 'ON_HOLD'),
      ),
    ),
  ),
  requirement('R-14', 'Refundability as it is now, and promotions', (evidence) =>
    both(
      everyCall('calls that ask for current_refundability', shopping(evidence), (exchange) =>
        lacks(exchange, 'include', 'rooms.rates.current_refundability'),
      ),
      carried(evidence, {
        what: 'promotions',
        theirs: (body) =>
          rates(body).flatMap((rate) => [
            ...texts(rate, 'promotions.value_adds.*.description'),
            ...texts(rate, 'promotions.deal.description'),
          ]),
        ours: (option) => texts(option, 'promotions.*.name'),
      }),
    ),
  ),
  requirement(
    'R-15',
    'TR4 to TR6: guests as they are, one lead a room, and the e-mail that look-ups need',
    (evidence) =>
      both(
        refusedEarly(evidence),
        everyCall('bookings with a lead in each room', calls(evidence, 'book'), ({ request }) =>
          at(request.body, 'rooms.*').every(
            (room) => one(room, 'given_name') !== null && one(room, 'family_name') !== null,
          )
            ? null
            : 'has a room without a lead',
        ),
        everyCall('look-ups by the e-mail of the booking', calls(evidence, 'retrieve', 'find'), (exchange) =>
          query(exchange, 'email').length > 0 || query(exchange, 'token').length > 0 ? null : 'lacks it',
        ),
      ),
  ),
  requirement('R-16', 'The board by the amenity’s identity: breakfast only where all guests have it', (evidence) =>
    every(
      'options with breakfast',
      optionsOf(evidence).filter((option) => one(option, 'board.code') === 'BB'),
      (option) => {
        const covered = one(option, 'board.coversGuests')
        const guests = at(option, 'allocations.*').reduce<number>(
          (sum, room) => sum + (numbers(room, 'adults')[0] ?? 0) + at(room, 'childAges.*').length,
          0,
        )
        return typeof covered === 'number' && covered < guests
          ? `breakfast for ${covered} of ${guests} is called BB`
          : null
      },
    ),
  ),
  byTests('R-17', 'Why a hotel has nothing', 'the hotels of a run have rooms'),
  byTests('R-18', 'Rapid’s notifications are received', 'they come from Rapid'),
  byTests('R-19', 'Live bookings are compared every night', 'the nightly comparison is no part of a run'),
  nextIssue('R-20', 'Changes and partial cancellations', 'amendments come with the next issue'),
  requirement('R-21', 'GR2, GR3: the links to the terms, and the agent agreement accepted', () =>
    asksPerson('Expedia hands over the two addresses with the contract; set them, and have them accepted'),
  ),
  requirement('R-22', 'EU: who the trader is', (evidence) =>
    every(
      'price checks that name a trader',
      answered(evidence, 'price_check').filter(
        ({ answer }) => at(answer?.body, 'trader_information.traders.*').length > 0,
      ),
      ({ step, number }) => {
        const offer = told(evidence, 'prebook').find((one) => one.step === step && one.number > number)
        return one(offer?.value, 'offer.trader.name') === null ? `${step} does not tell it` : null
      },
    ),
  ),
  byTests('R-23', 'Invoices and tax numbers', 'they are optional fields of a booking'),
  nextIssue('R-24', 'An approximate place where it must be hidden', CONTENT),
]
