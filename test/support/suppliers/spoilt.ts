import type { SupplierFetch, SupplierResponse } from '../../../src/suppliers/supplier-call.ts'
import type { Json } from '../http-client.ts'

/** Answers in order what was recorded. */
export function replay(answers: readonly SupplierResponse[]): SupplierFetch {
  let next = 0
  return async () => {
    const answer = answers[Math.min(next, answers.length - 1)] ?? { status: 500, headers: {}, json: null }
    next += 1
    return { ok: true, value: answer }
  }
}

/** Every place in a body. */
export function placesOf(json: Json, path: readonly (string | number)[] = []): (readonly (string | number)[])[] {
  return json !== null && typeof json === 'object'
    ? [path, ...Object.entries(json).flatMap(([name, value]) => placesOf(value, [...path, name]))]
    : [path]
}

const MISSING = Symbol('missing')
export const JUNK: readonly unknown[] = [
  MISSING, null, '', 0, -1, -0.01, 1e21, 2 ** 70, 0.1 + 0.2, true, [], {}, [[]],
  'NaN', '-10.00', '1e5', '99999999999999999999.99', '0.001', ' 12 ', 'usd', 'XXXX', 'EUR',
  '2027-02-30', '2027-03-09T25:00:00Z', '9999999-01-01', 'CONFIRMED', 'x'.repeat(10_000), '\u0000', '١٢٣',
] // biome-ignore format: a list of junk

export function broken(json: Json, path: readonly (string | number)[], junk: unknown): Json {
  if (path.length === 0) return junk === MISSING ? null : junk
  const copy = structuredClone(json)
  let at = copy
  for (const name of path.slice(0, -1)) at = at[name]
  const last = path.at(-1) as string | number
  // JSON has no holes: an entry that is missing is not in the list.
  if (junk === MISSING && Array.isArray(at)) at.splice(Number(last), 1)
  else if (junk === MISSING) delete at[last]
  else at[last] = junk
  return copy
}
