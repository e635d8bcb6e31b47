import { z } from 'zod'
import { invalid, type Problem } from '../../domain/errors.ts'
import { type Issue, issue } from '../../domain/issue.ts'
import { err, ok, type Result } from '../../domain/result.ts'
import { FOREIGN, snakeCase } from '../../domain/wire.ts'
import { nearest } from './nearest.ts'
import { unwritablePaths } from './unwritable.ts'
import { isMissing, wording } from './wording.ts'

/**
 * Reads an operation's input, already in camelCase, against its schema: every fault at once, each named as the contract
 * spells it. An unknown key is a fault that names the nearest known one, because a mistyped filter must not silently
 * widen a search. `more` finds faults that no schema sees; it is given whatever fields could be read, so that nothing is
 * told late.
 */
export const parseInput = <S extends z.ZodType>(
  schema: S,
  raw: unknown,
  more: (read: Partial<z.output<S>>, isWhole: boolean) => readonly Issue[] = () => [],
): Result<z.output<S>, Problem> => {
  const parsed = schema.safeParse(raw, { reportInput: true, error: wording })
  const unwritable = unwritablePaths(raw).map((path) => unwritableIssue(contractPath(path)))
  if (!parsed.success) {
    const found = parsed.error.issues.flatMap((one) => toIssues(one, schema))
    return err(invalid([...found, ...more(readable(schema, raw), false), ...unwritable]))
  }
  const issues = [...more(parsed.data, true), ...unwritable]
  return issues.length > 0 ? err(invalid(issues)) : ok(parsed.data)
}

/** The fields that are as their own schemas want them, of an input that as a whole is not. */
const readable = <S extends z.ZodType>(schema: S, raw: unknown): Partial<z.output<S>> => {
  if (!(schema instanceof z.ZodObject) || typeof raw !== 'object' || raw === null) return {}
  const fields = Object.entries(schema.shape).flatMap(([name, field]) => {
    const read = (field as z.ZodType).safeParse((raw as Record<string, unknown>)[name])
    return read.success ? [[name, read.data]] : []
  })
  return Object.fromEntries(fields) as Partial<z.output<S>> // a field each of S's own
}

const unwritableIssue = (path: string): Issue =>
  issue(path, 'INVALID_FORMAT', `${path || 'the body'} has a character that no text has`)

/** Of operations that take nothing. */
export const emptyInput = z.strictObject({})

type ZodIssue = z.core.$ZodIssue

const toIssues = (found: ZodIssue, schema: z.ZodType): Issue[] => {
  const path = contractPath(found.path)
  if (found.code === 'unrecognized_keys')
    return found.keys.map((key) => unknownKey(path, key, knownKeys(schema, found.path)))
  return [issue(path, codeOf(found), sentence(path, found.message))]
}

/** Messages that say what the value must be go on behind its path; the others are sentences of their own. */
const sentence = (path: string, message: string): string =>
  `${path || 'the body'}${/^(must|is) /.test(message) ? '' : ':'} ${message}`

const CODES: Readonly<Record<string, string>> = {
  invalid_type: 'INVALID_TYPE',
  too_small: 'OUT_OF_RANGE',
  too_big: 'OUT_OF_RANGE',
  invalid_format: 'INVALID_FORMAT',
  invalid_value: 'INVALID_VALUE',
  invalid_union: 'INVALID_VALUE',
  not_multiple_of: 'INVALID_VALUE',
}

const codeOf = (found: ZodIssue): string => {
  if (isMissing(found)) return 'REQUIRED'
  if (found.code === 'custom' && typeof found.params?.['code'] === 'string') return found.params['code']
  return CODES[found.code] ?? 'INVALID'
}

const unknownKey = (parent: string, key: string, known: readonly string[]): Issue => {
  const spelled = key.startsWith(FOREIGN) ? key.slice(FOREIGN.length) : snakeCase(key)
  const path = parent === '' ? spelled : `${parent}.${spelled}`
  const guess = nearest(spelled, known.map(snakeCase))
  return issue(path, 'UNKNOWN_KEY', `${path} is not known${guess ? `; did you mean ${guess}?` : ''}`)
}

/** `['rooms', 1, 'childAges']` → `rooms[1].child_ages`. */
export const contractPath = (path: readonly PropertyKey[]): string =>
  path.reduce<string>((text, part) => {
    if (typeof part === 'number') return `${text}[${part}]`
    return text === '' ? snakeCase(String(part)) : `${text}.${snakeCase(String(part))}`
  }, '')

/** The keys that the object schema at `path` knows; empty when there is none. */
const knownKeys = (schema: z.ZodType, path: readonly PropertyKey[]): string[] => {
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

const unwrap = (schema: unknown): unknown => {
  if (schema instanceof z.ZodOptional || schema instanceof z.ZodNullable || schema instanceof z.ZodDefault)
    return unwrap(schema.unwrap())
  if (schema instanceof z.ZodPipe) return unwrap(schema.in)
  return schema
}
