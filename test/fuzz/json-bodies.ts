import type { Json } from '../support/http-client.ts'
import type { Random } from '../support/random.ts'
import type { Live } from './live.ts'
import { meaningfulText, NASTY_TEXT, nastyValue } from './values.ts'

const WORDS = ['a', 'Ada', 'order-1', 'x y', 'é', '0', 'abc'.repeat(10)]

function textFor(random: Random, live: Live, name: string, schema: Json): Json {
  const known = random.chance(0.9) ? live.value(random, name) : undefined
  if (known !== undefined) return String(known)
  return (
    meaningfulText(random, name) ??
    random
      .pick(WORDS)
      .padEnd(schema.minLength ?? 0, 'x')
      .slice(0, schema.maxLength)
  )
}

function numberFor(random: Random, live: Live, name: string, schema: Json): Json {
  const known = random.chance(0.9) ? live.value(random, name) : undefined
  if (known !== undefined && Number.isSafeInteger(Number(known))) return Number(known)
  // A wait is for its whole length; most are to be short.
  if (name === 'max_wait_ms') return random.chance(0.02) ? random.int(0, 15_000) : random.int(0, 300)
  const low = Math.max(schema.minimum ?? 0, -1_000)
  return random.int(low, Math.min(schema.maximum ?? 1_000, low + random.pick([1, 5, 1_000])))
}

/** A value that the printed schema allows, or nearly: patterns are met by name, not by looking at them. */
export function valueOf(random: Random, live: Live, name: string, schema: Json): Json {
  if (schema.const !== undefined) return schema.const
  if (schema.enum) return random.pick(schema.enum)
  if (schema.anyOf) return valueOf(random, live, name, random.pick(schema.anyOf))
  switch (Array.isArray(schema.type) ? random.pick(schema.type) : schema.type) {
    case 'object':
      return name === 'destination' ? destinationOf(random, live) : objectOf(random, live, schema)
    case 'array':
      return Array.from({ length: random.int(schema.minItems ?? 0, Math.min(schema.maxItems ?? 3, 3)) }, () =>
        valueOf(random, live, name, schema.items ?? {}),
      )
    case 'string':
      return textFor(random, live, name, schema)
    case 'integer':
    case 'number':
      return numberFor(random, live, name, schema)
    case 'boolean':
      return random.chance(0.5)
    case 'null':
      return null
    default:
      return nastyValue(random)
  }
}

function destinationOf(random: Random, live: Live): Json {
  const type = random.pick(['hotel', 'place'])
  return { type, id: Number(live.value(random, `${type}_id`) ?? 1) }
}

function objectOf(random: Random, live: Live, schema: Json): Json {
  const properties: [string, Json][] = Object.entries(schema.properties ?? {})
  const named = properties
    .filter(([name]) => (schema.required ?? []).includes(name) || random.chance(0.25))
    .map(([name, child]) => [name, valueOf(random, live, name, child)])
  if (schema.additionalProperties && typeof schema.additionalProperties === 'object' && random.chance(0.5))
    named.push(['own_key', valueOf(random, live, 'own_key', schema.additionalProperties)])
  return Object.fromEntries(named)
}

/** Every place in a value, the value itself included. */
function placesIn(value: Json, path: (string | number)[] = []): (string | number)[][] {
  if (value === null || typeof value !== 'object') return [path]
  return [path, ...Object.entries(value).flatMap(([key, child]) => placesIn(child, [...path, key]))]
}

function replaceAt(value: Json, path: readonly (string | number)[], change: (old: Json) => Json): Json {
  const [key, ...rest] = path
  if (key === undefined) return change(value)
  const copy = Array.isArray(value) ? [...value] : { ...value }
  const changed = replaceAt(copy[key], rest, change)
  if (changed === undefined && Array.isArray(copy)) copy.splice(Number(key), 1)
  else if (changed === undefined) delete copy[key]
  else copy[key] = changed
  return copy
}

/** A good value with one thing wrong. */
export function spoiled(random: Random, value: Json): Json {
  const path = random.pick(placesIn(value))
  function withKey(key: string, more: Json): (old: Json) => Json {
    return (old) =>
      old !== null && typeof old === 'object' && !Array.isArray(old) ? { ...old, [key]: more } : { [key]: old }
  }
  return replaceAt(
    value,
    path,
    random.pick<(old: Json) => Json>([
      () => undefined,
      () => nastyValue(random),
      () => random.pick(NASTY_TEXT),
      // An object may have a `toString` of its own by now.
      (old) => (typeof old === 'number' ? -old : (JSON.stringify(old) ?? '')),
      (old) => [old, old],
      (old) => (Array.isArray(old) ? Array.from({ length: 500 }, () => old[0]) : { value: old }),
      withKey('surprise', 1),
      withKey('checkIn', 'camel'),
      withKey(random.pick(NASTY_TEXT), nastyValue(random)),
    ]),
  )
}

/** JSON as no serializer writes it: what a hostile client may send instead of `value`. */
export function hostileText(random: Random, value: Json): string {
  const text = JSON.stringify(value ?? {})
  return random.pick<() => string>([
    () => text.replace('{', '{"__proto__":{"polluted":true},'),
    () => text.replace('{', '{"constructor":{"prototype":{"polluted":true}},'),
    // Each key twice; the last one counts.
    () => text.replace(/"(\w+)":/g, '"$1":null,"$1":'),
    () => text.replace(/:\d+/, ':1e400'),
    () => text.replace(/:\d+/, `:${'9'.repeat(5_000)}`),
    () => text.replace(/:\d+/, ':-0.0'),
    () => text.slice(0, random.int(0, text.length)),
    () => `${text}${text}`,
    () => `\ufeff${text}`,
    () => text.replace(/"/g, "'"),
    () => `${'['.repeat(50_000)}${']'.repeat(50_000)}`,
    () => `${'{"a":'.repeat(20_000)}1${'}'.repeat(20_000)}`,
    () => `[${text}]`,
    () => JSON.stringify(text),
    () => 'null',
    () => '0',
    () => '',
    () => text.replace(/"([^"]*)"$/, '"\\ud800"'),
    () => text.replace('{', '{"\\u0000":1,'),
    () => JSON.stringify({ ...value, padding: 'x'.repeat(1_100_000) }),
  ])()
}
