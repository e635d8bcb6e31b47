import type { SupplierOperation } from '../../suppliers/supplier-call.ts'
import type { Evidence, Exchange, Finding, Requirement, Told, Verdict } from '../evidence.ts'

/**
 * Every value at a path of a JSON value: names with dots between them, `*` for every item or every value of an object. Values that are
 * absent or null are left out.
 */
export function at(value: unknown, path: string): readonly unknown[] {
  let found: readonly unknown[] = [value]
  for (const name of path === '' ? [] : path.split('.')) found = found.flatMap((item) => within(item, name))
  return found.filter((item) => item !== undefined && item !== null)
}

function within(value: unknown, name: string): readonly unknown[] {
  if (typeof value !== 'object' || value === null) return []
  if (name === '*') return Object.values(value)
  return [(value as Readonly<Record<string, unknown>>)[name]]
}

/** The first value at a path; null when there is none. */
export function one(value: unknown, path: string): unknown {
  return at(value, path)[0] ?? null
}

/** The first value at a path as a word, for reasons; `none` where there is no plain one. */
export function word(value: unknown, path: string): string {
  const found = one(value, path)
  return typeof found === 'string' || typeof found === 'number' || typeof found === 'boolean' ? String(found) : 'none'
}

export function texts(value: unknown, path: string): readonly string[] {
  return at(value, path).filter((found) => typeof found === 'string')
}

/** Numbers at a path, also those that are written as texts. */
export function numbers(value: unknown, path: string): readonly number[] {
  return at(value, path)
    .map((found) => (typeof found === 'number' || typeof found === 'string' ? Number(found) : Number.NaN))
    .filter((found) => !Number.isNaN(found))
}

/** The amounts of the contract's money at a path, in units of their currency. */
export function amounts(value: unknown, path: string): readonly number[] {
  return at(value, path).flatMap((money) => {
    const [minor] = numbers(money, 'amountMinor')
    const [exponent] = numbers(money, 'currencyExponent')
    return minor === undefined || exponent === undefined ? [] : [minor / 10 ** exponent]
  })
}

export function isAbout(amount: number, other: number): boolean {
  return Math.abs(amount - other) < 0.006 * Math.max(1, Math.abs(other) / 1_000)
}

/** The query of a request, by name; a name that comes several times has all its values. */
export function query({ request }: Exchange, name: string): readonly string[] {
  return URL.canParse(request.url) ? new URL(request.url).searchParams.getAll(name) : []
}

export function calls({ exchanges }: Evidence, ...operations: readonly SupplierOperation[]): readonly Exchange[] {
  return exchanges.filter(({ operation }) => operations.includes(operation))
}

/** Calls whose answer is a success. */
export function answered(evidence: Evidence, ...operations: readonly SupplierOperation[]): readonly Exchange[] {
  return calls(evidence, ...operations).filter(({ answer }) => answer !== null && answer.status < 300)
}

/** What was told by an operation of the gateway, refusals left out. */
export function told(evidence: Evidence, ...operations: readonly string[]): readonly Told[] {
  return evidence.told.filter(({ ok, operation }) => ok && operations.includes(operation))
}

/** Details of bookings that stood when they were read. */
export function confirmed(evidence: Evidence): readonly unknown[] {
  return told(evidence, 'getBookingDetails').flatMap(({ value }) =>
    one(value, 'status') === 'CONFIRMED' ? [value] : [],
  )
}

/** An answer of the supplier, and what the gateway made of it for its partner. */
export type Pair = { readonly step: string; readonly body: unknown; readonly options: readonly unknown[] }

/** Room searches for a single room, whose amounts are those of the supplier's answer. */
export function roomPairs(evidence: Evidence): readonly Pair[] {
  return told(evidence, 'createRoomSearch').flatMap(({ step, number, input, value }) => {
    if (at(input, 'rooms.*').length !== 1) return []
    const exchange = answered(evidence, 'rooms').findLast((made) => made.step === step && made.number < number)
    return exchange ? [{ step, body: exchange.answer?.body, options: at(value, 'options.*') }] : []
  })
}

export function optionsOf(evidence: Evidence): readonly unknown[] {
  return told(evidence, 'createRoomSearch').flatMap(({ value }) => at(value, 'options.*'))
}

export function labelOf({ number, step, operation }: Pick<Exchange, 'number' | 'step' | 'operation'>): string {
  return `exchange ${String(number).padStart(4, '0')} (${step}, ${operation})`
}

function finding(verdict: Verdict, why: string): Finding {
  return { verdict, why }
}

export function met(why: string): Finding {
  return finding('MET', why)
}

export function notMet(why: string): Finding {
  return finding('NOT_MET', why)
}

export function notSeen(why: string): Finding {
  return finding('NOT_SEEN', why)
}

/** Each of the things is right, and there is at least one; `faultOf` says what is wrong with one. */
export function every<T>(what: string, things: readonly T[], faultOf: (thing: T) => string | null): Finding {
  if (things.length === 0) return notSeen(`no ${what} came up`)
  const faults = things.flatMap((thing) => faultOf(thing) ?? [])
  return faults.length === 0
    ? met(`${things.length} ${what}`)
    : notMet(`${faults.length} of ${things.length} ${what}: ${faults[0]}`)
}

/** No call of the run has what it must not have. */
export function everyCall(
  what: string,
  exchanges: readonly Exchange[],
  faultOf: (exchange: Exchange) => string | null,
): Finding {
  return every(what, exchanges, (exchange) => {
    const fault = faultOf(exchange)
    return fault === null ? null : `${labelOf(exchange)} ${fault}`
  })
}

/** All of them hold; else the first that does not says why. */
export function both(...findings: readonly Finding[]): Finding {
  const fault = findings.find(({ verdict }) => verdict === 'NOT_MET')
  const unseen = findings.find(({ verdict }) => verdict === 'NOT_SEEN')
  return fault ?? unseen ?? met(findings.map(({ why }) => why).join('; '))
}

type Carried = {
  /** What it is, in the plural. */
  readonly what: string
  /** What the supplier said of rates that are sold openly. */
  readonly theirs: (body: unknown) => readonly (number | string)[]
  /** What the gateway told of its options. */
  readonly ours: (option: unknown) => readonly (number | string)[]
}

function isSame(a: number | string, b: number | string): boolean {
  return typeof a === 'number' && typeof b === 'number' ? isAbout(a, b) : a === b
}

/** What the supplier says of its rates is told with the options, nothing of it is lost, and nothing is invented. */
export function carried(evidence: Evidence, { what, theirs, ours }: Carried): Finding {
  const pairs = roomPairs(evidence).map(({ step, body, options }) => ({
    step,
    theirs: theirs(body),
    ours: options.flatMap(ours),
  }))
  const telling = pairs.filter((pair) => pair.theirs.length > 0 || pair.ours.length > 0)
  return every(`answers with ${what}`, telling, (pair) => {
    const lost = pair.theirs.find((value) => !pair.ours.some((other) => isSame(value, other)))
    if (lost !== undefined) return `${pair.step}: ${lost} is not told`
    const invented = pair.ours.find((value) => !pair.theirs.some((other) => isSame(value, other)))
    return invented === undefined ? null : `${pair.step}: ${invented} is told, and the supplier did not say it`
  })
}

type Says = Pick<Requirement, 'id' | 'says'>

/** Something that a run over one connection cannot show: tests with the id in their titles do. */
export function byTests(id: string, says: string, why: string): Requirement {
  return { id, says, judge: () => finding('BY_TESTS', why) }
}

export function needsPerson(id: string, says: string, why: string): Requirement {
  return { id, says, judge: () => finding('NEEDS_PERSON', why) }
}

export function nextIssue(id: string, says: string, why: string): Requirement {
  return { id, says, judge: () => finding('NEXT_ISSUE', why) }
}

export function notApplicable(why: string): Finding {
  return finding('NOT_APPLICABLE', why)
}

export function asksPerson(why: string): Finding {
  return finding('NEEDS_PERSON', why)
}

export function requirement(id: string, says: string, judge: Requirement['judge']): Requirement & Says {
  return { id, says, judge }
}
