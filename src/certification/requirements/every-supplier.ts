import type { Evidence, Exchange, Finding, Requirement } from '../evidence.ts'
import { hasEmailAddress } from '../masks.ts'
import {
  amounts,
  asksPerson,
  at,
  both,
  byTests,
  calls,
  confirmed,
  every,
  everyCall,
  isAbout,
  labelOf,
  met,
  needsPerson,
  notApplicable,
  one,
  optionsOf,
  requirement,
  texts,
  told,
  word,
} from './reading.ts'

const TRAVELLER = '<address of the traveller>'

/** How each supplier is told of the traveller; null where it has no field for it. */
type Ways = {
  readonly address: ((exchange: Exchange) => unknown) | null
  /** The calls that must have the address. */
  readonly addressed: (evidence: Evidence) => readonly Exchange[]
  readonly session: ((exchange: Exchange) => unknown) | null
  /** How a booking is paid, where anything else than the account would pay it. */
  readonly payment: (evidence: Evidence) => Finding
}

const WAYS: Readonly<Record<string, Ways>> = {
  expedia_rapid: {
    address: ({ request }) => request.headers['customer-ip'],
    addressed: ({ exchanges }) => exchanges.filter(({ operation }) => operation !== 'describe_hotel'),
    session: ({ request }) => request.headers['customer-session-id'],
    payment: (evidence) => paidBy(evidence, 'payments.*.type', ['affiliate_collect']),
  },
  hotelbeds: {
    address: null,
    addressed: () => [],
    session: null,
    payment: (evidence) =>
      everyCall('bookings', calls(evidence, 'book'), ({ request }) =>
        one(request.body, 'paymentData') === null ? null : 'has a card',
      ),
  },
  ratehawk: {
    address: ({ request }) => one(request.body, 'user_ip'),
    addressed: (evidence) => calls(evidence, 'book_form'),
    session: null,
    payment: (evidence) => paidBy(evidence, 'payment_type.type', ['deposit']),
  },
  liteapi: {
    address: ({ request }) => one(request.body, 'metadata.ip'),
    addressed: (evidence) => calls(evidence, 'book'),
    session: ({ request }) => one(request.body, 'sessionId'),
    payment: (evidence) => paidBy(evidence, 'payment.method', ['WALLET', 'CREDIT', 'ACC_CREDIT_CARD']),
  },
}

function paidBy(evidence: Evidence, path: string, allowed: readonly string[]): Finding {
  return everyCall('bookings', calls(evidence, 'book'), ({ request }) => {
    const [type] = texts(request.body, path)
    return type !== undefined && allowed.includes(type) ? null : `pays by ${type ?? 'nothing'}`
  })
}

function sessions(evidence: Evidence, { session }: Ways): Finding {
  if (!session) return notApplicable('its API has no field for a session')
  const made = evidence.exchanges.filter(({ operation, step }) => operation !== 'describe_hotel' && step !== 'release')
  const withField = evidence.supplierCode === 'liteapi' ? made.filter(({ operation }) => isShopping(operation)) : made
  const bySteps = Map.groupBy(withField, ({ step }) => step)
  const owners = new Map<unknown, string>()
  return every('sessions', [...bySteps], ([step, exchanges]) => {
    const ids = new Set(exchanges.map(session))
    const [id] = ids
    if (ids.size !== 1 || typeof id !== 'string' || id === '')
      return `${step} has ${ids.size === 1 ? 'none' : `${ids.size} ids`}`
    const owner = owners.get(id)
    owners.set(id, step)
    return owner === undefined ? null : `${step} has the id of ${owner}, which is another customer’s`
  })
}

function isShopping(operation: string): boolean {
  return operation === 'search' || operation === 'rooms'
}

/** An option that tells a binding minimum is never without the price that it binds. */
function sellingPrices(evidence: Evidence): Finding {
  const limited = optionsOf(evidence).filter((option) => one(option, 'sellingPrice') !== null)
  return every('options with a selling price', limited, (option) => {
    const limits = [...amounts(option, 'sellingPrice.minimum'), ...amounts(option, 'sellingPrice.maximum')]
    if (limits.length === 0 && amounts(option, 'sellingPrice.suggested').length === 0) return 'one tells no amount'
    const [minimum, maximum] = [amounts(option, 'sellingPrice.minimum')[0], amounts(option, 'sellingPrice.maximum')[0]]
    return minimum !== undefined && maximum !== undefined && minimum > maximum ? 'one has its limits crossed' : null
  })
}

/** What the supplier's record charges is what was agreed, or the partner is told. */
function charges(evidence: Evidence): Finding {
  const charged = confirmed(evidence).filter((details) => one(details, 'chargedTotal') !== null)
  return every('bookings whose charge is known', charged, (details) => {
    const [agreed, theirs] = [amounts(details, 'price.total')[0], amounts(details, 'chargedTotal')[0]]
    if (agreed === undefined || theirs === undefined || isAbout(agreed, theirs)) return null
    const isTold = texts(details, 'discrepancies.*.path').includes('total')
    return isTold ? null : `${word(details, 'bookingId')} is charged ${theirs} instead of ${agreed}`
  })
}

const WINDOW_MS = 1_000

/** The most shopping calls that began within any second. */
function busiest(exchanges: readonly Exchange[]): number {
  const times = exchanges.map(({ sentAt }) => Date.parse(sentAt)).sort((a, b) => a - b)
  return Math.max(0, ...times.map((from) => times.filter((time) => time >= from && time < from + WINDOW_MS).length))
}

function caps(evidence: Evidence): Finding {
  const shopping = calls(evidence, 'search', 'rooms', 'price_check')
  const most = busiest(shopping)
  const cap = evidence.settings['maxRequestsPerSecond']
  if (typeof cap !== 'number')
    return asksPerson(`no maxRequestsPerSecond is set: agree on one (this run made ${most} at most)`)
  return every('caps', [cap], () => (most <= cap ? null : `${most} calls began within a second, ${cap} are agreed`))
}

const SECRETS = ['authorization', 'api-key', 'x-api-key', 'x-signature']

/** Nothing of people or credentials is in what is handed in. */
function masked(evidence: Evidence): Finding {
  const { exchanges } = evidence
  const bundle = [
    ...exchanges.map((exchange) => ({ label: labelOf(exchange), text: JSON.stringify(exchange) })),
    ...evidence.told.map((answer) => ({ label: `${answer.step}, ${answer.operation}`, text: JSON.stringify(answer) })),
  ]
  const open = exchanges.filter(({ request }) =>
    SECRETS.some((name) => request.headers[name] !== undefined && request.headers[name] !== '<credentials>'),
  )
  return both(
    every('files without an e-mail address', bundle, ({ label, text }) =>
      hasEmailAddress(text) ? `${label} has an e-mail address` : null,
    ),
    every('requests without credentials', exchanges, (exchange) =>
      open.includes(exchange) ? `${labelOf(exchange)} has credentials` : null,
    ),
  )
}

/** What all suppliers demand, in this supplier's way. */
export function everySupplier(supplierCode: string): readonly Requirement[] {
  const ways = WAYS[supplierCode]
  if (!ways) return []
  const { address } = ways
  return [
    requirement('X-01', 'The traveller’s own address, the same from the first call to the last', (evidence) =>
      address
        ? everyCall('calls with the traveller’s address', ways.addressed(evidence), (exchange) =>
            address(exchange) === TRAVELLER ? null : `has ${word({ address: address(exchange) }, 'address')}`,
          )
        : notApplicable('it takes an address with card payments only, which are not sold'),
    ),
    requirement(
      'X-02',
      'One session from the first search to the last call, and a new one for the next customer',
      (evidence) => sessions(evidence, ways),
    ),
    requirement('X-03', 'Minimum and maximum selling prices are told with the rates', sellingPrices),
    requirement('X-04', 'Calls a second stay under what was agreed', caps),
    requirement('X-05', 'A misspelt setting is refused', (evidence) =>
      every('misspelt settings', told(evidence, 'checkConnection'), ({ value }) =>
        at(value, '*').length > 0 ? null : 'one was taken without a word',
      ),
    ),
    requirement('X-06', 'What is charged is what was agreed, and a difference is told', charges),
    byTests('X-07', 'Our books and theirs agree every night', 'the nightly comparison is no part of a run'),
    byTests('X-08', 'The supplier’s own messages are received', 'they come from the supplier'),
    byTests('X-09', 'Test and production never mix', 'a production connection that answers as a sandbox alarms'),
    requirement('X-10', 'Requests and answers are handed in, without credentials and guests', masked),
    needsPerson('X-11', 'Fixed egress addresses', 'tell the supplier the addresses of your network'),
    requirement('X-12', 'A name that the supplier cannot take is refused before money moves', refusedEarly),
    byTests('X-13', 'One contract for each market, where the supplier wants it so', 'a run is over one connection'),
    requirement('X-14', 'Cards and payment at the hotel are not sold', (evidence) =>
      both(
        ways.payment(evidence),
        every('options that are prepaid', optionsOf(evidence), (option) =>
          one(option, 'payment.type') === 'PREPAID' ? null : `one is ${word(option, 'payment.type')}`,
        ),
      ),
    ),
  ]
}

export function refusedEarly(evidence: Evidence): Finding {
  const refused = evidence.told.filter(
    ({ step, operation }) => step === 'refused-name' && operation === 'createBooking',
  )
  const sent = calls(evidence, 'book', 'book_form').filter(({ step }) => step === 'refused-name')
  return every('names that were refused', refused, ({ ok }) => {
    if (ok) return 'one was accepted'
    return sent.length === 0 ? null : `${labelOf(sent[0] ?? { number: 0, step: '', operation: 'book' })} was sent`
  })
}

/** What only the suppliers' content has: its import comes with the next issue. */
export const CONTENT = 'its content is imported with the next issue'

export function seen(what: string, values: readonly unknown[]): Finding {
  return values.length > 0 ? met(`${values.length} ${what}`) : { verdict: 'NOT_SEEN', why: `no ${what} came up` }
}

/** Instructions that an offer tells are told with the booking too. */
export function instructionsKept(evidence: Evidence): Finding {
  const telling = told(evidence, 'getBookingDetails').filter(({ step, number }) => {
    const offer = told(evidence, 'prebook').findLast((before) => before.step === step && before.number < number)
    return one(offer?.value, 'offer.instructions') !== null
  })
  if (telling.length === 0) return { verdict: 'NEXT_ISSUE', why: `no hotel told how guests get in; ${CONTENT}` }
  return every('bookings with the instructions of their offer', telling, ({ step, value }) =>
    one(value, 'instructions') === null ? `${step} does not tell them` : null,
  )
}
