import { z } from 'zod'
import { snakeCase } from '../../domain/wire.ts'
import { nearest } from './nearest.ts'

type RawIssue = z.core.$ZodRawIssue
type TooFar = Extract<RawIssue, { readonly code: 'too_small' | 'too_big' }>

/**
 * The message for a faulty value, in words that follow its path, for faults without a message in the schema. Returns undefined to
 * keep zod's own message.
 */
export function wording(issue: RawIssue): string | undefined {
  if (isMissing(issue)) return 'is required'
  switch (issue.code) {
    case 'invalid_type':
      return `must be ${TYPES[issue.expected] ?? issue.expected}${fieldsOf(issue.inst)}`
    case 'invalid_value':
      return oneOf(issue.values.map(String), issue.input)
    case 'too_small':
      return `must ${bound(issue, 'at least', Number(issue.minimum))}`
    case 'too_big':
      return `must ${bound(issue, 'at most', Number(issue.maximum))}`
    case 'invalid_union':
      return discriminator(issue)
    case 'invalid_key':
      return issue.issues[0]?.message
    case 'invalid_format':
      return FORMATS[issue.format]
    default:
      return undefined
  }
}

/** The fields of the object that was expected, for a client that sent something else in its place. */
function fieldsOf(schema: unknown): string {
  if (!(schema instanceof z.ZodObject)) return ''
  const fields = Object.keys(schema.shape).map(snakeCase)
  return fields.length <= MAX_FIELDS_TOLD ? ` with ${fields.join(', ')}` : ''
}

const MAX_FIELDS_TOLD = 5

const NEEDS_VALUE = new Set(['invalid_type', 'invalid_value', 'invalid_union'])

/** True when the value is absent. */
export function isMissing(issue: { readonly code?: string | undefined; readonly input?: unknown }): boolean {
  return NEEDS_VALUE.has(issue.code ?? '') && issue.input === undefined
}

const TYPES: Readonly<Record<string, string>> = {
  int: 'an integer',
  number: 'a number',
  string: 'a string',
  boolean: 'true or false',
  object: 'an object',
  record: 'an object',
  array: 'an array',
}

const FORMATS: Readonly<Record<string, string>> = {
  email: 'must be an e-mail address',
  url: 'must be an absolute URL',
  datetime: 'must be an RFC 3339 date and time with an offset, e.g. 2027-03-01T12:00:00Z',
}

function oneOf(values: readonly string[], input: unknown): string {
  const guess = typeof input === 'string' ? nearest(input, values) : null
  return `must be ${values.length > 1 ? 'one of ' : ''}${values.join(', ')}${guess ? `; did you mean ${guess}?` : ''}`
}

/** The message for an object whose discriminator has an unknown value. */
function discriminator({ discriminator: key, options, input }: RawIssue): string | undefined {
  if (typeof key !== 'string' || !Array.isArray(options)) return undefined
  const given = typeof input === 'object' && input !== null ? Object.entries(input).find(([name]) => name === key) : []
  return given ? oneOf(options.map(String), given[1]) : 'is required'
}

function bound({ origin }: TooFar, limit: string, count: number): string {
  if (origin === 'string') return `have ${limit} ${count} ${count === 1 ? 'character' : 'characters'}`
  if (origin === 'array') return `have ${limit} ${count} ${count === 1 ? 'entry' : 'entries'}`
  return `be ${limit} ${count}`
}
