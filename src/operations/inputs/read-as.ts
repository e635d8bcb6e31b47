import { z } from 'zod'
import { type Issue, issue } from '../../domain/issue.ts'
import { err, ok, type Result } from '../../domain/result.ts'
import { FOREIGN, snakeCase } from '../../domain/wire.ts'
import { meantKey } from './synonyms.ts'
import { isMissing, wording } from './wording.ts'

/**
 * Parses a value with a schema, or returns every fault of it with its path in the contract's names. An unknown key is a fault
 * that suggests the nearest known key, because a mistyped filter must not silently widen a search. `whole` is the name of the
 * whole value in messages.
 */
export function readAs<S extends z.ZodType>(
  schema: S,
  raw: unknown,
  whole = 'the body',
): Result<z.output<S>, readonly Issue[]> {
  const parsed = schema.safeParse(raw, { reportInput: true, error: wording })
  if (parsed.success) return ok(parsed.data)
  const shape = meant(schema, raw)
  return err(parsed.error.issues.flatMap((one) => toIssues(one, shape, whole)))
}

/** At most this many unknown keys of one object are reported; a body may have a hundred thousand of them. */
const MAX_UNKNOWN_KEYS = 50
/** Longer keys are cut to this length in messages. */
const MAX_KEY_LENGTH = 100

type ZodIssue = z.core.$ZodIssue

function toIssues(found: ZodIssue, schema: z.ZodType, whole: string): Issue[] {
  const path = contractPath(found.path)
  if (found.code === 'unrecognized_keys') return unknownKeys(path, found.keys, knownKeys(schema, found.path))
  return [issue(path, codeOf(found), sentence(path || whole, found.message))]
}

/** Messages that begin with "must" or "is" follow the path directly; the others follow a colon. */
function sentence(subject: string, message: string): string {
  return `${subject}${/^(must|is) /.test(message) ? '' : ':'} ${message}`
}

const CODES: Readonly<Record<string, string>> = {
  invalid_type: 'INVALID_TYPE',
  too_small: 'OUT_OF_RANGE',
  too_big: 'OUT_OF_RANGE',
  invalid_format: 'INVALID_FORMAT',
  invalid_value: 'INVALID_VALUE',
  invalid_union: 'INVALID_VALUE',
  not_multiple_of: 'INVALID_VALUE',
}

function codeOf(found: ZodIssue): string {
  if (isMissing(found)) return 'REQUIRED'
  if (found.code === 'custom' && typeof found.params?.['code'] === 'string') return found.params['code']
  return CODES[found.code] ?? 'INVALID'
}

function unknownKeys(path: string, keys: readonly string[], known: readonly string[]): Issue[] {
  const told = keys.slice(0, MAX_UNKNOWN_KEYS).map((key) => unknownKey(path, key, known))
  if (keys.length <= MAX_UNKNOWN_KEYS) return told
  return [...told, issue(path, 'UNKNOWN_KEY', `and ${keys.length - MAX_UNKNOWN_KEYS} more that are not known`)]
}

function unknownKey(parent: string, key: string, known: readonly string[]): Issue {
  const named = key.slice(0, MAX_KEY_LENGTH)
  const spelled = named.startsWith(FOREIGN) ? named.slice(FOREIGN.length) : snakeCase(named)
  const path = parent === '' ? spelled : `${parent}.${spelled}`
  const guess = meantKey(spelled, known.map(snakeCase))
  return issue(path, 'UNKNOWN_KEY', `${path} is not known${guess ? `; did you mean ${guess}?` : ''}`)
}

/** Converts `['rooms', 1, 'childAges']` to `rooms[1].child_ages`. */
export function contractPath(path: readonly PropertyKey[]): string {
  return path.reduce<string>((text, part) => {
    if (typeof part === 'number') return `${text}[${part}]`
    const name = snakeCase(String(part).slice(0, MAX_KEY_LENGTH))
    return text === '' ? name : `${text}.${name}`
  }, '')
}

/** The keys of the object schema at `path`; empty when there is no object schema. */
function knownKeys(schema: z.ZodType, path: readonly PropertyKey[]): string[] {
  let current: unknown = schema
  for (const part of path) {
    current = unwrap(current)
    if (current instanceof z.ZodObject) current = current.shape[String(part)]
    else if (current instanceof z.ZodArray) current = current.element
    else return []
  }
  const target = unwrap(current)
  return target instanceof z.ZodObject ? Object.keys(target.shape) : []
}

/** Returns the schema itself; for a union, the member that the discriminator selects. */
function meant(schema: z.ZodType, raw: unknown): z.ZodType {
  if (!(schema instanceof z.ZodDiscriminatedUnion) || typeof raw !== 'object' || raw === null) return schema
  const { discriminator } = schema.def
  const kind: unknown = Object.entries(raw).find(([key]) => key === discriminator)?.[1]
  const options = schema.options.filter((option) => option instanceof z.ZodObject)
  return options.find(({ shape }) => shape[discriminator]?.safeParse(kind).success) ?? schema
}

function unwrap(schema: unknown): unknown {
  if (schema instanceof z.ZodOptional || schema instanceof z.ZodNullable || schema instanceof z.ZodDefault)
    return unwrap(schema.unwrap())
  if (schema instanceof z.ZodPipe) return unwrap(schema.in)
  return schema
}
