import {
  type HostileValue,
  hostileBodies,
  hostileIntegers,
  hostileLists,
  hostileObjects,
  hostileTexts,
  shortHostileTexts,
  withValueAt,
} from './hostile-values.ts'
import type { Json } from './http-client.ts'
import { operationsOf, type PrintedOperation } from './printed-operations.ts'
import { sampleByName } from './sample-inputs.ts'

/** One request with one hostile input, made when it is sent. */
export type Attack = {
  readonly what: string
  readonly make: () => {
    readonly method: string
    readonly path: string
    readonly headers: Readonly<Record<string, string>>
    readonly body: string | null
  }
}

/** One input of the contract, with what it is to be given. */
type Input = { readonly path: readonly (string | number)[]; readonly values: readonly HostileValue[] }

/** A value that the printed schema takes; null where only a pattern would tell. */
function sampleOf(name: string, schema: Json): Json {
  const known = sampleByName(name)
  if (known !== undefined && !(name === 'since' && schema.type === 'integer')) return known
  const [kind] = schema.anyOf ?? [schema]
  if (kind.enum) return kind.enum[0]
  if (kind.type === 'object') return sampleObject(kind)
  if (kind.type === 'array') return [sampleOf(name, kind.items)]
  if (kind.type === 'integer') return Math.max(1, kind.minimum ?? 1)
  if (kind.type === 'boolean') return true
  return 'x'.repeat(Math.max(1, kind.minLength ?? 1))
}

function sampleObject(schema: Json): Json {
  return Object.fromEntries(
    Object.entries<Json>(schema.properties ?? {})
      .filter(([name]) => schema.required?.includes(name))
      .map(([name, child]) => [name, sampleOf(name, child)]),
  )
}

/** Every place in a body that takes a text, a number, a list or an object. */
function inputsOf(schema: Json, path: readonly (string | number)[]): Input[] {
  const name = path.findLast((part) => typeof part === 'string') ?? ''
  return (schema.anyOf ?? [schema]).flatMap((kind: Json): Input[] => {
    if (kind.type === 'object')
      return [
        { path, values: hostileObjects },
        ...Object.entries<Json>(kind.properties ?? {}).flatMap(([child, of]) => inputsOf(of, [...path, child])),
        ...(kind.additionalProperties?.type ? inputsOf(kind.additionalProperties, [...path, 'own']) : []),
      ]
    if (kind.type === 'array')
      return [{ path, values: hostileLists(sampleOf(name, kind.items)) }, ...inputsOf(kind.items, [...path, 0])]
    if (kind.type === 'integer' || kind.type === 'number') return [{ path, values: hostileIntegers }]
    return kind.type === 'string' ? [{ path, values: hostileTexts(kind.maxLength) }] : []
  })
}

/** As it stands in a URL: lone surrogates cannot. */
function urlText(value: Json): string {
  return encodeURIComponent(String(value).toWellFormed())
}

/** As Node lets it out. */
function headerText(value: Json): string {
  return String(value).replace(/[^\t\x20-\x7e\x80-\xff]/g, '?')
}

/** Every input of every operation that the document prints, with everything that it is to be given. */
export function httpAttacks(document: Json): Attack[] {
  const seen = new Set<string>()
  return operationsOf(document).flatMap((printed) => {
    // Most headers are the same everywhere, and read by the same code.
    const fresh = printed.parameters.filter((one) => one.in !== 'header' || !seen.has(one.name))
    for (const { name } of fresh) seen.add(name)
    return operationAttacks(printed, fresh)
  })
}

function operationAttacks({ path, method, parameters, schema }: PrintedOperation, attacked: readonly Json[]): Attack[] {
  const good = schema ? sampleObject(schema) : null
  function attack(what: string, make: () => Change): Attack {
    return {
      what: `${method.toUpperCase()} ${path} ${what}`,
      make: () => requestOf({ path, method, parameters, good }, make()),
    }
  }
  return [
    ...attacked.flatMap((one) =>
      valuesOf(one).map(({ what, make }) =>
        attack(`${one.in} ${one.name} = ${what}`, () => ({ [one.in]: { [one.name]: make() } })),
      ),
    ),
    attack('query: one parameter 500 times', () => ({ more: 'limit=1&'.repeat(500) })),
    ...(schema ? inputsOf(schema, []) : []).flatMap(({ path: at, values }) =>
      values.map(({ what, make }) =>
        attack(`body ${at.join('.')} = ${what}`, () => ({ text: JSON.stringify(withValueAt(good, at, make())) })),
      ),
    ),
    ...(schema ? hostileBodies : []).map(({ what, make }) => attack(`body: ${what}`, () => ({ text: make() }))),
  ]
}

function valuesOf({ schema }: Json): readonly HostileValue[] {
  return schema.type === 'integer' ? [...hostileIntegers, ...shortHostileTexts()] : shortHostileTexts(schema.maxLength)
}

/** What one attack changes of a request that is as it should be. */
type Change = {
  readonly path?: Json
  readonly query?: Json
  readonly header?: Json
  readonly text?: string
  readonly more?: string
}

function requestOf(
  { path, method, parameters, good }: Omit<PrintedOperation, 'schema' | 'operation'> & { readonly good: Json },
  change: Change,
): ReturnType<Attack['make']> {
  function given(place: string): [string, Json][] {
    return parameters
      .filter((one) => one.in === place && (one.required || change[place as 'path']?.[one.name] !== undefined))
      .map(({ name, schema }) => [name, change[place as 'path']?.[name] ?? sampleOf(name, schema)])
  }
  const named = new Map(given('path'))
  const filled = path.replace(/\{(\w+)\}/g, (_, name: string) => urlText(named.get(name)) || 'x')
  const query = given('query').map(([name, value]) => `${name}=${urlText(value)}`)
  const body = change.text ?? (good === null ? null : JSON.stringify(good))
  return {
    method: method.toUpperCase(),
    path: `${filled}?${query.join('&')}&${change.more ?? ''}`.replace(/[?&]+$/, ''),
    headers: {
      ...(body === null ? {} : { 'content-type': 'application/json' }),
      ...Object.fromEntries(given('header').map(([name, value]) => [name, headerText(value)])),
    },
    body,
  }
}
