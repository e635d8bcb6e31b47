import type { Evidence, Exchange, Finding } from '../evidence.ts'
import { FORCED_OUTCOMES, type ForcedOutcome, sceneOf } from '../forced-outcomes.ts'
import { instructionsKept, seen } from './every-supplier.ts'
import {
  amounts,
  answered,
  asksPerson,
  at,
  both,
  calls,
  carried,
  every,
  numbers,
  one,
  optionsOf,
  query,
  roomPairs,
  texts,
  told,
  word,
} from './reading.ts'

const PROFILE = {
  partner_point_of_sale: 'partnerPointOfSale',
  billing_terms: 'billingTerms',
  payment_terms: 'paymentTerms',
  platform_name: 'platformName',
} as const

export function shopping(evidence: Evidence): readonly Exchange[] {
  return calls(evidence, 'search', 'rooms')
}

export function lacks(exchange: Exchange, name: string, value: string): string | null {
  return query(exchange, name).includes(value) ? null : `lacks ${name}=${value}`
}

/** The settings as they were when something was told in a step. */
export function settingsIn(evidence: Evidence, step: string): Readonly<Record<string, unknown>> {
  return evidence.told.find((answer) => answer.step === step)?.settings ?? evidence.settings
}

export function profile(evidence: Evidence): Finding {
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
  if (operation === 'search') return last.ok ? 'OK' : word(last.value, 'code')
  if (operation === 'rooms') return at(last.value, 'options.*').length > 0 ? 'OPTIONS' : 'NONE'
  return word(last.value, last.ok ? 'status' : 'code')
}

export function forced(evidence: Evidence): Finding {
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

export function payor({ request }: Exchange): string | null {
  const contact = one(request.body, 'payments.0.billing_contact')
  const country = word(contact, 'address.country_code')
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
export function rates(body: unknown): readonly unknown[] {
  return at(body, '*.rooms.*.rates.*').filter(
    (rate) =>
      one(rate, 'merchant_of_record') !== 'property' &&
      ['package', 'member', 'mobile_promotion'].every((flag) => one(rate, `sale_scenario.${flag}`) !== true),
  )
}

export function ofRates(path: string) {
  return (body: unknown): readonly number[] => rates(body).flatMap((rate) => numbers(rate, path))
}

export const FEE = 'occupancy_pricing.*.fees.*.billable_currency.value'

export function totals(evidence: Evidence): Finding {
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
export function instructions(evidence: Evidence): Finding {
  const telling = answered(evidence, 'retrieve').filter(
    ({ answer, step }) => step !== 'release' && at(answer?.body, 'essential_information.essentials.*').length > 0,
  )
  if (telling.length === 0) return instructionsKept(evidence)
  return every('itineraries whose essentials are told', telling, ({ step, number }) => {
    const details = told(evidence, 'getBookingDetails').find((read) => read.step === step && read.number > number)
    return details && one(details.value, 'instructions') === null ? `${step} does not tell them` : null
  })
}

export function withheld(evidence: Evidence, what: string, isWithheld: (rate: unknown) => boolean): Finding {
  const leaked = roomPairs(evidence).filter(({ body }) => at(body, '*.rooms.*.rates.*').some(isWithheld))
  return seen(`answers with ${what}, none of which is offered`, leaked)
}

/** An option for each of the rates that are sold openly, and no others. */
export function onlyOpenRates(evidence: Evidence): Finding {
  return every('answers of which only open rates are offered', roomPairs(evidence), ({ step, body, options }) => {
    const open = rates(body).reduce<number>((sum, rate) => sum + Math.max(1, at(rate, 'bed_groups.*').length), 0)
    return options.length <= open ? null : `${step} offers ${options.length} of ${open}`
  })
}

/** Both links come with every offer, once the contract's addresses are set. */
export function terms(evidence: Evidence): Finding {
  const offers = told(evidence, 'prebook').filter(({ value }) => one(value, 'offer') !== null)
  if (evidence.settings['supplierTerms'] === undefined)
    return asksPerson('Expedia hands over the two addresses with the contract: set supplierTerms')
  return every('offers with both links', offers, ({ step, value }) => {
    const links = ['supplierTermsUrl', 'agentAgreementUrl'].map((name) => one(value, `offer.supplierTerms.${name}`))
    return links.includes(null) ? `${step} lacks one` : null
  })
}
