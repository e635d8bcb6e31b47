import { type ExecutionResult, GraphQLError, Kind } from 'graphql'
import { documentationUrl, ERRORS, type ErrorCode, problem } from '../domain/errors.ts'
import type { FailureCode } from '../platform/outage.ts'
import type { GraphqlContext } from '../resolvers/context.ts'

/** The request's id, and the log for unexpected errors. */
export type ErrorReporter = {
  readonly requestId: string
  /** Logs an unexpected error; returns the code that the client sees. */
  readonly unforeseen: (error: unknown) => FailureCode
}

export function errorReporterOf({ caller: { requestId }, unforeseen }: GraphqlContext): ErrorReporter {
  return {
    requestId,
    unforeseen,
  }
}

/**
 * Masks the errors of a result, and gives each `{code, requestId, retryable}`. An error with a code was meant for the client. A
 * request that was refused before execution gets the reason. Any other error is a fault of ours: it is logged, and the client
 * only sees a code and the request's id.
 */
export function maskErrors(result: ExecutionResult, teller: ErrorReporter): ExecutionResult {
  if (!result.errors?.length) return result
  const isExecuted = 'data' in result
  return { ...result, errors: result.errors.map((error) => toldError(error, isExecuted, teller)) }
}

/** The same as JSON text, for answers that bypass Yoga. It leaves out the HTTP status of an error, which only Yoga reads. */
export function errorsAsText(result: ExecutionResult, extensions: object, teller: ErrorReporter): string {
  const { data, errors } = maskErrors(result, teller)
  const shown = errors?.map((error) => {
    const { extensions: { http: _, ...facts } = {}, ...rest } = error.toJSON()
    return { ...rest, extensions: facts }
  })
  return JSON.stringify({ data, errors: shown, extensions })
}

function toldError(error: GraphQLError, isExecuted: boolean, teller: ErrorReporter): GraphQLError {
  const { message } = error
  const { code } = error.extensions ?? {}
  if (typeof code === 'string')
    return withExtensions(error, { message, extensions: { ...error.extensions, code } }, teller)
  if (isClients(error, isExecuted)) return withExtensions(error, { message, extensions: WRONG_INPUT }, teller)
  const masked = problem(teller.unforeseen(error.originalError ?? error))
  const http = isExecuted ? {} : { http: { status: masked.status } }
  return withExtensions(error, { message: masked.message, extensions: { code: masked.code, ...http } }, teller)
}

/**
 * The extensions of an error about a variable or argument of the wrong type: status 400, or 200 for clients of the older media
 * type.
 */
const WRONG_INPUT = { code: 'BAD_USER_INPUT', http: { spec: true, status: 400 } }

/** A refusal of the client's input before GraphQL itself checks it. */
export function wrongInput(message: string): GraphQLError {
  return new GraphQLError(message, { extensions: { ...WRONG_INPUT } })
}

/**
 * True when the client caused the error. Errors during execution are ours, except for those about arguments, which point at a
 * value and not at a field.
 */
function isClients(error: GraphQLError, isExecuted: boolean): boolean {
  return isGraphqls(error) && (!isExecuted || (error.nodes ?? []).some(({ kind }) => kind !== Kind.FIELD))
}

/** True for errors of GraphQL's own checks, as opposed to internal failures. */
function isGraphqls({ originalError }: GraphQLError): boolean {
  return !originalError || (originalError instanceof GraphQLError && isGraphqls(originalError))
}

/** The longest message: GraphQL quotes the invalid value, and a client may send a megabyte of it. */
const MAX_MESSAGE = 500

function clipped(message: string): string {
  return message.length <= MAX_MESSAGE ? message : `${message.slice(0, MAX_MESSAGE).toWellFormed()}…`
}

/** What a client is shown of an error. */
type Shown = {
  readonly message: string
  readonly extensions: { readonly code: string; readonly [name: string]: unknown }
}

function withExtensions(
  { nodes, source, positions, path }: GraphQLError,
  { message, extensions }: Shown,
  { requestId }: ErrorReporter,
): GraphQLError {
  return new GraphQLError(clipped(message), {
    nodes,
    source,
    positions,
    path,
    extensions: {
      retryable: ERRORS[extensions.code as ErrorCode]?.retryable ?? false,
      ...extensions,
      requestId,
      ...(extensions.code in ERRORS ? { documentationUrl: documentationUrl(extensions.code) } : {}),
    },
  })
}
