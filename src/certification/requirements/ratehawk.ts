import type { Evidence, Exchange, Finding, Requirement } from '../evidence.ts'
import { CONTENT, refusedEarly } from './every-supplier.ts'
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
  met,
  nextIssue,
  notMet,
  numbers,
  one,
  optionsOf,
  requirement,
  roomPairs,
  texts,
} from './reading.ts'

const TEST_HOTEL = 8_473_727

/** Rates that are sold openly, each by our way of payment. */
function rates(body: unknown): readonly unknown[] {
  return at(body, 'data.hotels.*.rates.*').filter((rate) => one(rate, 'is_package') !== true && deposit(rate) !== null)
}

function deposit(rate: unknown): unknown {
  return at(rate, 'payment_options.payment_types.*').find((payment) => one(payment, 'type') === 'deposit') ?? null
}

function orderId({ request }: Exchange): string {
  return String(one(request.body, 'partner_order_id') ?? one(request.body, 'partner.partner_order_id'))
}

/** `<reference>`, or `<reference>-2` to `-10`. */
function referenceOf(exchange: Exchange): string {
  return orderId(exchange).replace(/-\d+$/, '')
}

/** The form's own rule: again after a failure, each time under another id, and the start under the one that won. */
function forms(evidence: Evidence): Finding {
  const orders = [...Map.groupBy(calls(evidence, 'book_form'), referenceOf)]
  return both(
    every('orders, each form under an id of its own', orders, ([reference, made]) => {
      const ids = new Set(made.map(orderId))
      if (ids.size !== made.length) return `${reference}: an id was used twice`
      return made.length <= 10 ? null : `${reference}: ${made.length} forms`
    }),
    everyCall('starts under the id of the form that opened', calls(evidence, 'book'), (start) => {
      const form = calls(evidence, 'book_form').findLast(
        (made) => made.number < start.number && one(made.answer?.body, 'status') === 'ok',
      )
      return form && orderId(form) === orderId(start) ? null : 'has another id'
    }),
  )
}

function formAgain(evidence: Evidence): Finding {
  if (evidence.host === 'TEST') return asksPerson('a form of the test host does not fail at will; shown in the sandbox')
  const made = calls(evidence, 'book_form').filter(({ step }) => step === 'form-again')
  const failed = made.filter(({ answer }) => (answer?.status ?? 500) >= 500)
  if (failed.length === 0) return { verdict: 'NOT_SEEN', why: 'no form failed' }
  const opened = made.some(({ answer }) => one(answer?.body, 'status') === 'ok')
  const ids = new Set(made.map(orderId))
  if (!opened) return notMet(`after ${failed.length} failures no form was asked for again until one opened`)
  return ids.size === made.length ? met(`${made.length} forms, each under its own id`) : notMet('an id was used twice')
}

function startedOnce(evidence: Evidence): Finding {
  const byOrder = Map.groupBy(calls(evidence, 'book'), referenceOf)
  return every('orders, each started once', [...byOrder], ([reference, made]) =>
    made.length === 1 ? null : `${reference} was started ${made.length} times`,
  )
}

/** Which boards a meal of RateHawk's list may be told as; what stands nowhere has no code. */
const BOARDS: Readonly<Record<string, readonly (string | null)[]>> = {
  nomeal: ['RO'],
  'breakfast-for-1': [null, 'BB'],
  'breakfast-for-2': [null, 'BB'],
  'half-board': ['HB', null],
  'half-board-dinner': ['HB', null],
  'half-board-lunch': ['HB', null],
  'full-board': ['FB', null],
  'all-inclusive': ['AI', null],
  'super-all-inclusive': ['AI', null],
  'ultra-all-inclusive': ['AI', null],
}

function boardsOf(meal: string): readonly (string | null)[] {
  return BOARDS[meal] ?? (meal.includes('breakfast') ? ['BB', null] : [null])
}

function meals(evidence: Evidence): Finding {
  return every('answers with meals', roomPairs(evidence), ({ step, body, options }) => {
    for (const option of options) {
      const total = amounts(option, 'price.total')[0] ?? -1
      const code = one(option, 'board.code')
      const same = rates(body).filter((rate) => numbers(deposit(rate), 'amount').includes(total))
      const possible = same.flatMap((rate) => texts(rate, 'meal_data.value').flatMap(boardsOf))
      if (!possible.includes(typeof code === 'string' ? code : null)) return `${step} calls a meal ${String(code)}`
      const forOne = same.length > 0 && same.every((rate) => one(rate, 'meal_data.value') === 'breakfast-for-1')
      if (forOne && code === 'BB') return `${step} calls a breakfast for one BB`
    }
    return null
  })
}

function poll(evidence: Evidence): Finding {
  const starts = answered(evidence, 'book').filter(({ answer }) => one(answer?.body, 'status') === 'ok')
  return everyCall('orders that were confirmed by their status alone', starts, (start) => {
    const polls = answered(evidence, 'retrieve', 'find').filter(
      (made) =>
        made.number > start.number && orderId(made) === orderId(start) && made.request.url.includes('/finish/status/'),
    )
    const details = confirmed(evidence).length
    return polls.length > 0 && details > 0 ? null : 'was never asked about'
  })
}

function finish(evidence: Evidence, faultOf: (body: unknown) => string | null, what: string): Finding {
  return everyCall(what, calls(evidence, 'book'), ({ request }) => faultOf(request.body))
}

const NAME = /^(?:<[^>]+>|[\p{L}\p{M} ',.-]{1,50})$/u

function names(evidence: Evidence): Finding {
  return both(
    refusedEarly(evidence),
    finish(
      evidence,
      (body) => {
        const guests = at(body, 'rooms.*.guests.*')
        const wrong = [...texts(guests, '*.first_name'), ...texts(guests, '*.last_name')].find(
          (name) => !NAME.test(name),
        )
        if (wrong !== undefined) return 'has a name that it does not take'
        const led = at(body, 'rooms.*').every((room) => texts(room, 'guests.*.first_name').length > 0)
        return led ? null : 'has a room without a named guest'
      },
      'starts with names that it takes',
    ),
  )
}

const NO_SHOW = /^Not arriving costs (\S+ [A-Z]{3}),/

/** The penalty: an amount in the price's currency, else words, since no rate of exchange is promised. */
function noShow(rate: unknown): readonly (number | string)[] {
  const [amount] = texts(rate, 'no_show.amount')
  if (amount === undefined) return []
  const currency = String(one(rate, 'no_show.currency_code'))
  return currency === one(deposit(rate), 'currency_code') ? [Number(amount)] : [`${amount} ${currency}`]
}

/** The twelve fields, in the order in which they are documented. */
const ROOM_FIELDS = 'class quality sex bathroom bedding family capacity club bedrooms balcony view floor'.split(' ')

function rooms(evidence: Evidence): Finding {
  const pairs = roomPairs(evidence)
  const codes = pairs.flatMap(({ options }) => texts(options, '*.allocations.0.providerRoom.code'))
  if (codes.length > 0 && !codes.some((code) => /^\d+(\D\d+){5,}/.test(code)))
    return { verdict: 'NEXT_ISSUE', why: `rooms are known by their names still; ${CONTENT}` }
  return every('answers whose rooms are known by rg_ext', pairs, ({ step, body, options }) => {
    const known = new Set(
      rates(body).map((rate) => ROOM_FIELDS.map((field) => numbers(rate, `rg_ext.${field}`)[0] ?? 0).join()),
    )
    const strange = texts(options, '*.allocations.0.providerRoom.code').find(
      (code) => !known.has((code.match(/\d+/g) ?? []).map(Number).join()),
    )
    return strange === undefined ? null : `${step} has room ${strange}, which no rate has`
  })
}

function testHotel(evidence: Evidence): Finding {
  const asked = calls(evidence, 'rooms').filter(({ request }) => one(request.body, 'hid') === TEST_HOTEL)
  return asked.length > 0
    ? met(`hotel ${TEST_HOTEL} is mapped, and was asked for ${asked.length} times`)
    : notMet(`no hotel of the catalogue is mapped to the test hotel, hid ${TEST_HOTEL}`)
}

function cancelAgain(evidence: Evidence): Finding {
  if (evidence.host === 'TEST')
    return asksPerson('a cancellation of the test host does not fail at will; shown in the sandbox')
  const made = calls(evidence, 'cancel').filter(({ step }) => step === 'cancel-again')
  const failed = made.filter(({ answer }) => (answer?.status ?? 500) >= 500)
  return every('cancellations that failed', failed, (failure) =>
    made.some((again) => again.number > failure.number && orderId(again) === orderId(failure))
      ? null
      : `${labelOf(failure)} was not repeated`,
  )
}

export const ratehawkRequirements: readonly Requirement[] = [
  requirement('E-01', 'The order form is asked again after a failure, ten times at the most', (evidence) =>
    both(formAgain(evidence), forms(evidence)),
  ),
  requirement(
    'E-02',
    'Each form has an id of its own, and a booking is started once, under the one that opened',
    (evidence) => both(forms(evidence), startedOnce(evidence)),
  ),
  requirement('E-03', 'One corporate e-mail address for every booking, never the guest’s', (evidence) =>
    finish(
      evidence,
      (body) =>
        one(body, 'user.email') === '<setting corporateEmail>'
          ? null
          : `has ${String(one(body, 'user.email') ?? 'none')}: set corporateEmail`,
      'starts with the corporate address',
    ),
  ),
  requirement('E-04', 'The board from meal_data, never better than it was sent', meals),
  requirement('E-05', 'Important information of the hotel is shown', (evidence) =>
    confirmed(evidence).some((details) => one(details, 'instructions') !== null)
      ? met('bookings tell it')
      : { verdict: 'NEXT_ISSUE', why: CONTENT },
  ),
  requirement('E-06', 'Rooms by all fields of rg_ext, and nothing else', rooms),
  nextIssue('E-07', 'Dumps weekly, increments daily', CONTENT),
  requirement('E-08', 'The mapping has the test hotel, hid 8473727', testHotel),
  requirement('E-09', 'A booking is confirmed by its status, and polled while it is not', poll),
  requirement('E-10', 'The cut-off that was agreed', ({ settings, exchanges }) =>
    typeof settings['bookingCutOffSeconds'] === 'number'
      ? every('agreed cut-offs', [settings['bookingCutOffSeconds']], () => null)
      : asksPerson(
          `agree on a cut-off and set bookingCutOffSeconds: the ${exchanges.length} calls of this run had no end of their own`,
        ),
  ),
  requirement('E-11', 'No-show penalties are told', (evidence) =>
    carried(evidence, {
      what: 'no-show penalties',
      theirs: (body) => rates(body).flatMap(noShow),
      ours: (option) => [
        ...amounts(option, 'cancellation.noShow.penalty'),
        ...texts(option, 'remarks.*').flatMap((remark) => NO_SHOW.exec(remark)?.[1] ?? []),
      ],
    }),
  ),
  requirement('E-12', 'Limits of the selling price are told, and bind', (evidence) =>
    carried(evidence, {
      what: 'limits of the selling price',
      theirs: (body) =>
        rates(body).flatMap((rate) => [
          ...numbers(rate, 'sell_price_limits.min_price'),
          ...numbers(rate, 'sell_price_limits.max_price'),
        ]),
      ours: (option) =>
        one(option, 'sellingPrice.binding') === true
          ? [...amounts(option, 'sellingPrice.minimum'), ...amounts(option, 'sellingPrice.maximum')]
          : [],
    }),
  ),
  requirement('E-13', 'The price is the contract’s; taxes at the hotel stand apart', (evidence) =>
    both(
      carried(evidence, {
        what: 'prices',
        theirs: (body) => rates(body).flatMap((rate) => numbers(deposit(rate), 'amount')),
        ours: (option) => amounts(option, 'price.total'),
      }),
      carried(evidence, {
        what: 'taxes at the hotel',
        theirs: (body) =>
          rates(body).flatMap((rate) =>
            at(deposit(rate), 'tax_data.taxes.*').flatMap((tax) =>
              one(tax, 'included_by_supplier') === false ? numbers(tax, 'amount') : [],
            ),
          ),
        ours: (option) => amounts(option, 'price.dueAtProperty.*.amount'),
      }),
    ),
  ),
  requirement('E-14', 'Names that it takes, a named guest in each room, children with their ages', names),
  requirement('E-15', 'Who books, for contracts that want it', (evidence) => {
    const kind = one(evidence.settings, 'supplierData.kind') ?? 'NONE'
    return kind === 'NONE'
      ? asksPerson('ask whether your contract wants supplier_data; then set supplierData')
      : finish(
          evidence,
          (body) => (one(body, 'supplier_data.email') ? null : 'lacks supplier_data'),
          'starts that tell it',
        )
  }),
  byTests('E-16', 'Arrival times; upsells are never chosen', 'they are optional fields of a booking'),
  byTests('E-17', 'RateHawk’s messages are received', 'they come from RateHawk'),
  byTests('E-18', 'Orders are compared every night', 'the nightly comparison is no part of a run'),
  requirement('E-19', 'No changes and no partial cancellations are offered', (evidence) =>
    every('bookings', confirmed(evidence), (details) =>
      texts(details, 'availableActions.*').some((action) => /AMEND|CHANGE|ROOM/.test(action))
        ? 'one can be changed'
        : null,
    ),
  ),
  requirement('E-20', 'A cancellation that fails is sent once more', cancelAgain),
  requirement('E-21', 'Hotel page and prebook are never answered from a memory', (evidence) =>
    every(
      'room searches and prebooks that were asked for',
      evidence.told.filter(({ ok, operation }) => ok && (operation === 'createRoomSearch' || operation === 'prebook')),
      ({ step, operation, number }) =>
        calls(evidence, operation === 'prebook' ? 'price_check' : 'rooms').some(
          (made) => made.step === step && made.number < number,
        )
          ? null
          : `${step} was answered without a call`,
    ),
  ),
  requirement('E-22', 'The price increase that prebook accepts is declared, and small', (evidence) =>
    everyCall('prebooks', calls(evidence, 'price_check'), ({ request }) => {
      const [percent] = numbers(request.body, 'price_increase_percent')
      return percent !== undefined && percent <= 10 ? null : `accepts ${percent ?? 'any'} %`
    }),
  ),
  requirement('E-23', 'The residency on the first step, and the same for all guests', (evidence) =>
    everyCall('searches with a residency', calls(evidence, 'search', 'rooms'), ({ request }) =>
      /^[a-z]{2}$/.test(String(one(request.body, 'residency'))) ? null : 'lacks it',
    ),
  ),
  byTests(
    'E-24',
    'A test key books the test hotel only, and each refusal has its own meaning',
    'this run books what it may',
  ),
  byTests('E-25', 'A group of more than nine bookings is refused for good', 'a run makes no groups'),
  requirement('E-26', 'Packages and rates with a deposit at the hotel are not offered', (evidence) =>
    every('options that are prepaid, without a deposit', optionsOf(evidence), (option) =>
      at(option, 'payment.deposits.*').length === 0 && one(option, 'rateConditions.packageOnly') === false
        ? null
        : 'one is not',
    ),
  ),
]
