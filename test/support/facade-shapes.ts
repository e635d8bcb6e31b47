import { expect } from 'vitest'
import { snakeCase } from '../../src/domain/wire.ts'
import type { Json } from './http-client.ts'
import { enumWords, OF_MEMBER, printedSchema } from './whole-selection.ts'

/** Compares what both facades answered: the names mapped, nothing else forgiven but what is said here. */

const words = enumWords(printedSchema())

function isObject(value: Json): boolean {
  return typeof value === 'object' && value !== null && !Array.isArray(value)
}

/** Money in GraphQL tells its exponent and itself as text, in HTTP its exponent under another name. */
function isMoney(value: Json): boolean {
  return 'decimal' in value && 'exponent' in value
}

/** A price's charges at the hotel stand over HTTP in one list, where each is money as well; GraphQL has the money alone beside them. */
function withDues({ duesAtProperty, dueAtProperty, ...price }: Json): Json {
  expect(dueAtProperty).toEqual(duesAtProperty.map(({ amount }: Json) => amount))
  const dues = duesAtProperty.map(({ amount, ...due }: Json) => {
    const { amountMinor, currency, exponent } = amount
    return { ...due, amount, amountMinor, currency, exponent }
  })
  return { ...price, dueAtProperty: dues }
}

/** What a type of GraphQL tells a second time: what was a String as an enum, an event with types, a search as a connection (C-142). */
function toldAgain(value: Json): ReadonlySet<string> {
  const enums = Object.keys(value).filter((name) => name.endsWith('Enum'))
  for (const name of enums) {
    const [text, member] = name.split('Enum')
    expect([name, value[name]]).toEqual([name, value[`${text}${member}`]])
  }
  if ('bookingData' in value) {
    const typed = value.bookingData ?? value.endpointDisabledData
    expect(asHttp(typed)).toEqual(plain(value.data))
  }
  if ('searchId' in value && 'edges' in value) {
    const { edges, nodes, hotels, nextCursor, pageInfo } = value
    expect(nodes).toEqual(hotels)
    expect(edges.map(({ node }: Json) => node)).toEqual(hotels)
    expect(pageInfo).toMatchObject({
      hasNextPage: nextCursor !== null,
      endCursor: nextCursor,
      startCursor: edges[0]?.cursor ?? null,
    })
    if (nextCursor !== null) expect(edges.at(-1)?.cursor).toBe(nextCursor)
  }
  return new Set([...enums, 'bookingData', 'endpointDisabledData', ...('searchId' in value ? CONNECTION : [])])
}

const CONNECTION = ['edges', 'nodes', 'pageInfo']

/** A GraphQL answer as HTTP spells it. */
export function asHttp(value: Json): Json {
  if (Array.isArray(value)) return value.map(asHttp)
  if (typeof value === 'string') return words.has(value) ? value.toLowerCase() : value
  if (!isObject(value)) return value
  if (isMoney(value)) return { amount_minor: value.amountMinor, currency: value.currency, exponent: value.exponent }
  // A price is told as money, too.
  if (value.money) expect(value.money).toMatchObject({ amountMinor: value.amount, currency: value.currency })
  if ('duesAtProperty' in value) return asHttp(withDues(value))
  const again = toldAgain(value)
  return Object.fromEntries(
    Object.entries(value)
      .filter(([name]) => name !== '__typename' && name !== 'money' && !again.has(name))
      .map(([name, child]) => [snakeCase(name.split(OF_MEMBER)[0] ?? ''), VERBATIM.has(name) ? child : asHttp(child)]),
  )
}

/** Sent as they are, whatever is in them. */
const VERBATIM = new Set(['data', 'metadata'])

/** True for a value of a closed list, in upper or lower case; “Parking” is a text to show. */
function isWord(value: string): boolean {
  return words.has(value) || (value === value.toLowerCase() && words.has(value.toUpperCase()))
}

/** An HTTP answer with nothing but its spelling made comparable. */
export function plain(value: Json): Json {
  if (Array.isArray(value)) return value.map(plain)
  if (typeof value === 'string') return isWord(value) ? value.toLowerCase() : value
  if (!isObject(value)) return value
  if ('amount_minor' in value && 'currency_exponent' in value) {
    const { currency_exponent: exponent, ...rest } = value
    return plain({ ...rest, exponent })
  }
  return Object.fromEntries(
    Object.entries(value).map(([name, child]) => [name, VERBATIM.has(name) ? child : plain(child)]),
  )
}

/** An id is text in GraphQL, and a number in HTTP where the contract says so. */
function idsAsText(value: Json, name = ''): Json {
  if (Array.isArray(value)) return value.map((item) => idsAsText(item, name))
  if (isObject(value))
    return Object.fromEntries(Object.entries(value).map(([key, child]) => [key, idsAsText(child, key)]))
  return typeof value === 'number' && /(^|_)id$/.test(name) ? String(value) : value
}

/** What differs between two things that were made one after the other: ids, times, tokens, secrets. */
const MADE =
  /(^|_)(id|at|token|secret|key|cursor|url|reference|latency_ms|as_of|fetched_at|version|local_datetime|utc_datetime|hold_deadline|prefix|rolled_from)$/

/** The same with what is made again each time told by its kind. */
function shapeOf(value: Json, name = ''): Json {
  if (Array.isArray(value)) return value.map((item) => shapeOf(item, name))
  if (isObject(value))
    return Object.fromEntries(Object.entries(value).map(([key, child]) => [key, shapeOf(child, key)]))
  return MADE.test(name) && value !== null ? `<${typeof value}>` : value
}

/** Both said the same of the same thing. */
export function same(viaHttp: Json, viaGraphql: Json): void {
  return expect(idsAsText(asHttp(viaGraphql))).toEqual(idsAsText(plain(viaHttp)))
}
/** Both made the same kind of thing. */
export function alike(viaHttp: Json, viaGraphql: Json): void {
  return expect(shapeOf(asHttp(viaGraphql))).toEqual(shapeOf(plain(viaHttp)))
}
