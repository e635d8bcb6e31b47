import { z } from 'zod'
import { documentationUrl, ERRORS, type ErrorCode } from '../../domain/errors.ts'
import { means, valuesMeaning } from '../../domain/meanings/meaning.ts'
import { PROBLEM, PROBLEM_DOCUMENT } from '../../domain/meanings/problem.ts'
import { told, toldValues } from '../../operations/inputs/told.ts'
import { DETAILS, issue, NO_DETAILS, STATE_DETAILS } from '../answers/problem.ts'
import type { Refusal } from '../answers/refusals.ts'
import { ERROR_EXAMPLES, STATE_EXAMPLE } from '../examples/errors.ts'
import { type Json, refTo } from './json-schema.ts'
import { spell } from './spelling.ts'

export const ERROR_CODES = Object.keys(ERRORS) as ErrorCode[]

function pascalCase(code: string): string {
  return code.toLowerCase().replace(/(?:^|_)([a-z])/g, (_, letter: string) => letter.toUpperCase())
}

/** Turns `BOOKING_NOT_FOUND` into `BookingNotFoundError`. */
export function errorName(code: ErrorCode): string {
  return `${pascalCase(code).replace(/Error$/, '')}Error`
}

/** The name of the schema for a 409 VALIDATION_ERROR. */
const STATE_ERROR = 'InvalidStateError'

function nameOf({ code, status }: Refusal): string {
  return status === ERRORS[code].status ? errorName(code) : STATE_ERROR
}

/** What a code means, and what to do about it. */
function saysOf(code: ErrorCode): string {
  return `${ERRORS[code].title}. ${ERRORS[code].advice}`
}

const INVALID_STATE =
  'The state of the booking, or of the webhook endpoint, does not allow it. Fetch the booking, and do only what its {availableActions} have; enable the endpoint first.'

function errorSchema(code: ErrorCode, details: z.ZodType, says = saysOf(code)): z.ZodType {
  const { fields } = PROBLEM
  return told(
    z.strictObject({
      code: z.literal(code),
      message: z.string(),
      details,
      retryable: z.boolean(),
      requestId: z.string(),
      documentationUrl: z.string(),
    }),
    {
      says,
      fields: {
        ...fields,
        code: means(fields.code.says, code),
        message: means(fields.message.says, ERRORS[code].title),
        details: means(details.description ?? fields.details.says),
        documentationUrl: means(fields.documentationUrl.says, documentationUrl(code)),
      },
    },
  )
}

const errorCode = toldValues(
  valuesMeaning<ErrorCode>(
    'What went wrong, for programs. A code never changes its meaning; later versions can add others.',
    Object.fromEntries(ERROR_CODES.map((code) => [code, saysOf(code)])) as Record<ErrorCode, string>,
  ),
)

function detailsOf(code: ErrorCode): z.ZodType {
  return code in DETAILS ? DETAILS[code as keyof typeof DETAILS] : NO_DETAILS
}

/** The schema of each error, by name, and of what two of them have in common: generators would invent a name for each of the two. */
export const ERROR_SHAPES: Readonly<Record<string, z.ZodType>> = {
  ValidationIssue: issue,
  ...Object.fromEntries(ERROR_CODES.map((code) => [errorName(code), errorSchema(code, detailsOf(code))])),
  [STATE_ERROR]: errorSchema('VALIDATION_ERROR', STATE_DETAILS, INVALID_STATE),
  ProblemDocument: told(
    z.strictObject({
      type: z.string(),
      title: z.string(),
      status: z.int(),
      detail: z.string(),
      instance: z.string(),
      code: errorCode,
      message: z.string(),
      details: z.looseObject({}),
      retryable: z.boolean(),
      requestId: z.string(),
      documentationUrl: z.string(),
    }),
    PROBLEM_DOCUMENT,
  ),
}

/** An example of each error, by the name of its schema. */
export function errorExamples(): Json {
  return {
    ...Object.fromEntries(ERROR_CODES.map((code) => [errorName(code), { value: ERROR_EXAMPLES[code] }])),
    [STATE_ERROR]: { value: STATE_EXAMPLE },
  }
}

const DESCRIPTIONS: Readonly<Record<number, string>> = {
  400: 'The request is not valid.',
  404: 'What it is about is not found, or has expired.',
  409: 'The state does not allow it.',
  503: 'It cannot be answered for the moment.',
}

function descriptionOf(refusal: Refusal): string {
  return nameOf(refusal) === STATE_ERROR ? spell(INVALID_STATE) : saysOf(refusal.code)
}

function headersOf(status: number): Json {
  return {
    'X-Request-Id': { $ref: '#/components/headers/X-Request-Id' },
    ...(status === 401 ? { 'WWW-Authenticate': { $ref: '#/components/headers/WWW-Authenticate' } } : {}),
    ...(status === 405 ? { Allow: { $ref: '#/components/headers/Allow' } } : {}),
    ...(status === 429 || status === 503 ? { 'Retry-After': { $ref: '#/components/headers/Retry-After' } } : {}),
  }
}

function responseOf(status: number, refusals: readonly Refusal[]): Json {
  const names = refusals.map(nameOf)
  const [only = ''] = names
  const schema =
    names.length === 1
      ? refTo(only)
      : {
          oneOf: names.map(refTo),
          discriminator: {
            propertyName: 'code',
            mapping: Object.fromEntries(refusals.map((one) => [one.code, `#/components/schemas/${nameOf(one)}`])),
          },
        }
  return {
    description: refusals.length === 1 && refusals[0] ? descriptionOf(refusals[0]) : (DESCRIPTIONS[status] ?? ''),
    headers: headersOf(status),
    content: {
      'application/json': {
        schema,
        examples: Object.fromEntries(names.map((name) => [name, { $ref: `#/components/examples/${name}` }])),
      },
      'application/problem+json': { schema: refTo('ProblemDocument') },
    },
  }
}

/** The errors of a route by status. A status with a single code refers to a response that all routes share. */
export function errorResponses(refusals: readonly Refusal[]): Json {
  return Object.fromEntries(
    [...Map.groupBy(refusals, ({ status }) => status)].map(([status, group]) => {
      const [only] = group
      return [
        status,
        only && group.length === 1 ? { $ref: `#/components/responses/${nameOf(only)}` } : responseOf(status, group),
      ]
    }),
  )
}

/** Every possible error; the 409 VALIDATION_ERROR has its own entry. */
const ALL: readonly Refusal[] = [
  ...ERROR_CODES.map((code) => ({ code, status: ERRORS[code].status })),
  { code: 'VALIDATION_ERROR', status: 409 },
]

/** The shared responses, one per error. */
export function sharedResponses(): Json {
  return Object.fromEntries(ALL.map((refusal) => [nameOf(refusal), responseOf(refusal.status, [refusal])]))
}
