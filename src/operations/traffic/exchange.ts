import type {
  ExchangeTimes,
  SupplierOperation,
  SupplierRequest,
  SupplierResponse,
  TappedCall,
  TappedExchange,
} from '../../suppliers/supplier-call.ts'
import { kindOf, plainName } from './field-kinds.ts'
import { knownValues, leavesOf, MASK } from './known-values.ts'
import { type Place, redactJson, technicalWords } from './redact.ts'
import { isKeptHeader, redactHeaders, redactUrl } from './redact-wire.ts'

/** What is kept of an exchange: nothing of it names a person or a secret. */
export type RedactedExchange = {
  readonly connectionId: string
  readonly supplierCode: string
  readonly operation: SupplierOperation
  /** The HTTP status, or why none came. */
  readonly outcome: string
  readonly requestId: string
  readonly bookingId: string | null
  /** The supplier's ids of the hotels that were asked for, the first ten. */
  readonly hotels: readonly string[]
  readonly number: number
  readonly times: ExchangeTimes
  readonly requestBytes: number
  readonly request: {
    readonly method: string
    readonly url: string
    readonly headers: Readonly<Record<string, string>>
    readonly body: unknown
    readonly isCut: boolean
  }
  /** Null: none came that can be read. */
  readonly answer: {
    readonly status: number
    readonly headers: Readonly<Record<string, string>>
    readonly body: unknown
    readonly isCut: boolean
  } | null
  /** Why there is no answer, in technical words; null: there is one. */
  readonly failure: string | null
}

/** Calls that no guest is a part of. */
const WITHOUT_GUESTS: ReadonlySet<SupplierOperation> = new Set([
  'search',
  'rooms',
  'price_check',
  'describe_hotel',
  'content',
])

/** A request needs no more than this to be understood; answers are what people look for. */
const MOST_OF_REQUEST = 32 * 1024
const MOST_HOTELS = 10

/** Whether people may be in what is sent and answered. */
export function isOfBooking(operation: SupplierOperation): boolean {
  return !WITHOUT_GUESTS.has(operation)
}

/** Takes secrets and people out of an exchange. What it does not know to be harmless is not kept. */
export function redactExchange({ call, request, answered, times, number }: TappedExchange): RedactedExchange {
  const { operation, method, url, headers, body } = request
  const sent = readBody(body)
  const maskKnown = knownValues([...secretsOf(call, request), ...call.people(), ...peopleIn(sent, url)])
  const status = answered.ok ? answered.value.status : answered.error.httpStatus
  const asked: Place = { isOfBooking: isOfBooking(operation), isRefusal: false, maskKnown }
  const told: Place = { ...asked, isRefusal: status === null || status >= 400 }
  const { value, isCut } = redactJson(sent, asked, MOST_OF_REQUEST)
  return {
    connectionId: call.connection.connectionId,
    supplierCode: call.connection.supplierCode,
    operation,
    outcome: answered.ok ? String(answered.value.status) : answered.error.kind,
    requestId: call.requestId,
    bookingId: call.bookingId,
    hotels: hotelsOf(sent, url),
    number,
    times,
    requestBytes: body === undefined ? 0 : Buffer.byteLength(body),
    request: { method, url: redactUrl(url, asked), headers: redactHeaders(headers, asked), body: value, isCut },
    answer: answered.ok ? answerOf(answered.value, told) : null,
    failure: answered.ok ? null : technicalWords(answered.error.detail, told),
  }
}

function answerOf({ status, headers, json }: SupplierResponse, place: Place): NonNullable<RedactedExchange['answer']> {
  const { value, isCut } = redactJson(json, place)
  return { status, headers: redactHeaders(headers, place), body: value, isCut }
}

/** What is no JSON is not kept. */
function readBody(body: string | undefined): unknown {
  if (body === undefined) return null
  try {
    return JSON.parse(body)
  } catch {
    return MASK
  }
}

/** What signs a call in, and what tells whose device it is for: a supplier may answer with all that it was sent. */
function secretsOf(
  { connection, customerIp, sessionId, userAgent }: TappedCall,
  { headers }: SupplierRequest,
): string[] {
  const sent = Object.entries(headers).flatMap(([name, value]) =>
    isKeptHeader(name) || name === 'x-request-id' ? [] : [value, ...value.split(/[\s,=]+/).filter(isLong)],
  )
  const device = [customerIp, sessionId, userAgent].flatMap((value) => value ?? [])
  return [...Object.values(connection.credentials), ...sent, ...device]
}

function isLong({ length }: string): boolean {
  return length >= 8
}

/** What a request says of people, in its body and in its address. */
function peopleIn(body: unknown, url: string): string[] {
  const found: string[] = []
  function walk(name: string, value: unknown): void {
    if (kindOf(name, true) === 'PERSONAL') found.push(...leavesOf(value))
    else if (Array.isArray(value)) for (const item of value) walk(name, item)
    else if (typeof value === 'object' && value !== null)
      for (const [key, item] of Object.entries(value)) walk(key, item)
  }
  walk('', body)
  if (URL.canParse(url)) for (const [name, value] of new URL(url).searchParams) walk(name, value)
  return found
}

const HOTEL_FIELDS = /^(hids?|hotelids?|propertyids?|hotel|hotels)$/

/** The supplier's ids of hotels in a request. */
function hotelsOf(body: unknown, url: string): string[] {
  const found = new Set<string>()
  function add(value: unknown): void {
    if (found.size < MOST_HOTELS && /^[\w-]{1,40}$/.test(String(value)) && /\d/.test(String(value)))
      found.add(String(value))
  }
  function walk(name: string, value: unknown): void {
    if (found.size >= MOST_HOTELS) return
    if (Array.isArray(value)) for (const item of value.slice(0, MOST_HOTELS)) walk(name, item)
    else if (typeof value === 'object' && value !== null)
      for (const [key, item] of Object.entries(value)) walk(key, item)
    else if (HOTEL_FIELDS.test(plainName(name))) add(value)
  }
  walk('', body)
  if (URL.canParse(url)) for (const [name, value] of new URL(url).searchParams) walk(name, value)
  return [...found]
}
