import type { Evidence, Exchange, Finding } from '../evidence.ts'
import { refusedEarly } from './every-supplier.ts'
import {
  amounts,
  answered,
  asksPerson,
  at,
  both,
  calls,
  confirmed,
  every,
  everyCall,
  labelOf,
  met,
  notMet,
  numbers,
  one,
  roomPairs,
  texts,
  word,
} from './reading.ts'

const TEST_HOTEL = 8_473_727

/** Rates that are sold openly, each by our way of payment. */
export function rates(body: unknown): readonly unknown[] {
  return at(body, 'data.hotels.*.rates.*').filter((rate) => one(rate, 'is_package') !== true && deposit(rate) !== null)
}

export function deposit(rate: unknown): unknown {
  return at(rate, 'payment_options.payment_types.*').find((payment) => one(payment, 'type') === 'deposit') ?? null
}

function orderId({ request }: Exchange): string {
  const path = one(request.body, 'partner') === null ? 'partner_order_id' : 'partner.partner_order_id'
  return word(request.body, path)
}

/** `<reference>`, or `<reference>-2` to `-10`. */
function referenceOf(exchange: Exchange): string {
  return orderId(exchange).replace(/-\d+$/, '')
}

/** The form's own rule: again after a failure, each time under another id, and the start under the one that won. */
export function forms(evidence: Evidence): Finding {
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

export function formAgain(evidence: Evidence): Finding {
  if (evidence.host === 'TEST') return asksPerson('a form of the test host does not fail at will; shown in the sandbox')
  const made = calls(evidence, 'book_form').filter(({ step }) => step === 'form-again')
  const failed = made.filter(({ answer }) => (answer?.status ?? 500) >= 500)
  if (failed.length === 0) return { verdict: 'NOT_SEEN', why: 'no form failed' }
  const opened = made.some(({ answer }) => one(answer?.body, 'status') === 'ok')
  const ids = new Set(made.map(orderId))
  if (!opened) return notMet(`after ${failed.length} failures no form was asked for again until one opened`)
  return ids.size === made.length ? met(`${made.length} forms, each under its own id`) : notMet('an id was used twice')
}

export function startedOnce(evidence: Evidence): Finding {
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

export function meals(evidence: Evidence): Finding {
  return every('answers with meals', roomPairs(evidence), ({ step, body, options }) => {
    for (const option of options) {
      const total = amounts(option, 'price.total')[0] ?? -1
      const code = one(option, 'board.code')
      const same = rates(body).filter((rate) => numbers(deposit(rate), 'amount').includes(total))
      const possible = same.flatMap((rate) => texts(rate, 'meal_data.value').flatMap(boardsOf))
      if (!possible.includes(typeof code === 'string' ? code : null))
        return `${step} calls a meal ${word(option, 'board.code')}`
      const forOne = same.length > 0 && same.every((rate) => one(rate, 'meal_data.value') === 'breakfast-for-1')
      if (forOne && code === 'BB') return `${step} calls a breakfast for one BB`
    }
    return null
  })
}

export function poll(evidence: Evidence): Finding {
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

export function finish(evidence: Evidence, faultOf: (body: unknown) => string | null, what: string): Finding {
  return everyCall(what, calls(evidence, 'book'), ({ request }) => faultOf(request.body))
}

const NAME = /^(?:<[^>]+>|[\p{L}\p{M} ',.-]{1,50})$/u

export function names(evidence: Evidence): Finding {
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

export const NO_SHOW = /^Not arriving costs (\S+ [A-Z]{3}),/

/** The penalty: an amount in the price's currency, else words, since no rate of exchange is promised. */
export function noShow(rate: unknown): readonly (number | string)[] {
  const [amount] = texts(rate, 'no_show.amount')
  if (amount === undefined) return []
  const currency = word(rate, 'no_show.currency_code')
  return currency === one(deposit(rate), 'currency_code') ? [Number(amount)] : [`${amount} ${currency}`]
}

/** The twelve fields, in the order in which they are documented. */
const ROOM_FIELDS = 'class quality sex bathroom bedding family capacity club bedrooms balcony view floor'.split(' ')

export function rooms(evidence: Evidence): Finding {
  const pairs = roomPairs(evidence)
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

export function testHotel(evidence: Evidence): Finding {
  const asked = calls(evidence, 'rooms').filter(({ request }) => one(request.body, 'hid') === TEST_HOTEL)
  return asked.length > 0
    ? met(`hotel ${TEST_HOTEL} is mapped, and was asked for ${asked.length} times`)
    : notMet(`no hotel of the catalogue is mapped to the test hotel, hid ${TEST_HOTEL}`)
}

export function cancelAgain(evidence: Evidence): Finding {
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

/** No order that is still undecided is asked about past the cut-off, but for the one last time. */
export function cutOff(evidence: Evidence): Finding {
  const { bookingCutOffSeconds: seconds } = evidence.settings
  if (typeof seconds !== 'number') return asksPerson('agree on a cut-off, and set bookingCutOffSeconds')
  return everyCall('orders within the agreed cut-off', calls(evidence, 'book'), (start) => {
    const endsAt = Date.parse(start.sentAt) + seconds * 1_000
    const late = calls(evidence, 'retrieve', 'find').filter(
      (made) =>
        orderId(made) === orderId(start) &&
        one(made.answer?.body, 'status') === 'processing' &&
        Date.parse(made.sentAt) > endsAt,
    )
    return late.length <= 1 ? null : `was asked about ${late.length} times after its cut-off`
  })
}
