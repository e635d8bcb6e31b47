import { type ExecutionResult, GraphQLError, Kind } from 'graphql'
import { ERRORS, type ErrorCode, problem } from '../domain/errors.ts'
import type { GraphqlContext } from '../resolvers/context.ts'

/** Whose request it is, and where the unforeseen is logged. */
export type ErrorReporter = {
  readonly requestId: string
  /** Logs what nobody expected; answers the code under which the client is told. */
  readonly unforeseen: (error: unknown) => 'INTERNAL_ERROR' | 'SERVICE_UNAVAILABLE'
}

export function errorReporterOf({ caller: { requestId }, unforeseen }: GraphqlContext): ErrorReporter {
  return {
    requestId,
    unforeseen,
  }
}

/**
 * The errors of a result as the client may see them, each with `{code, requestId, retryable}`. What has a code was meant to be
 * told. A request that was refused before execution tells why. Everything else is a fault of ours: it is logged, and shows
 * nothing but a code and the request's id.
 */
export function maskErrors(result: ExecutionResult, teller: ErrorReporter): ExecutionResult {
  if (!result.errors?.length) return result
  const isExecuted = 'data' in result
  return { ...result, errors: result.errors.map((error) => toldError(error, isExecuted, teller)) }
}

/** The same, written past Yoga: without what Yoga alone reads, the HTTP status of an error. */
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

/** A variable, or an argument, that its type does not take: 400, or 200 to clients of the older media type. */
const WRONG_INPUT = { code: 'BAD_USER_INPUT', http: { spec: true, status: 400 } }

/** A refusal of what a client gave, before GraphQL itself looks at it. */
export function wrongInput(message: string): GraphQLError {
  return new GraphQLError(message, { extensions: { ...WRONG_INPUT } })
}

/** What is thrown into execution is a fault of ours, but for arguments: their errors point at a value, not at a field. */
function isClients(error: GraphQLError, isExecuted: boolean): boolean {
  return isGraphqls(error) && (!isExecuted || (error.nodes ?? []).some(({ kind }) => kind !== Kind.FIELD))
}

/** Made by GraphQL's own checks, not by something that broke. */
function isGraphqls({ originalError }: GraphQLError): boolean {
  return !originalError || (originalError instanceof GraphQLError && isGraphqls(originalError))
}

/** GraphQL quotes what is wrong, and a client may send a megabyte of it. */
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
    },
  })
}
