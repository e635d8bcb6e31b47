import type { Requirement } from '../evidence.ts'
import { CONTENT, refusedEarly, seen } from './every-supplier.ts'
import {
  FEE,
  forced,
  instructions,
  lacks,
  ofRates,
  onlyOpenRates,
  payor,
  profile,
  rates,
  settingsIn,
  shopping,
  terms,
  totals,
  withheld,
} from './expedia-rapid-judges.ts'
import {
  amounts,
  answered,
  at,
  both,
  byTests,
  calls,
  carried,
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
  requirement('R-21', 'GR2, GR3: the links to the terms and to the agent agreement are told', terms),
  requirement('R-22', 'EU: who the trader is', (evidence) =>
    every(
      'price checks that name a trader',
      answered(evidence, 'price_check').filter(
        ({ answer }) => at(answer?.body, 'trader_information.traders.*').length > 0,
      ),
      ({ step, number }) => {
        const offer = told(evidence, 'prebook').find((after) => after.step === step && after.number > number)
        return one(offer?.value, 'offer.trader.name') === null ? `${step} does not tell it` : null
      },
    ),
  ),
  byTests('R-23', 'Invoices and tax numbers', 'they are optional fields of a booking'),
  nextIssue('R-24', 'An approximate place where it must be hidden', CONTENT),
]
