import type { GraphQLError } from 'graphql'
import { documentationUrl, ERRORS, type Problem } from '../domain/errors.ts'
import type { Issue } from '../domain/issue.ts'
import { type ConsoleErrorCode, refusal } from './errors.ts'

/** What a screen can tell apart of a problem's status. */
function codeOf(status: number): ConsoleErrorCode {
  if (status === 404) return 'NOT_FOUND'
  if (status === 401 || status === 403) return 'FORBIDDEN'
  if (status === 503) return 'SERVICE_UNAVAILABLE'
  if (status >= 500) return 'INTERNAL_ERROR'
  return status === 400 ? 'BAD_INPUT' : 'CONFLICT'
}

/** `event_types[0]` as the argument `eventTypes`. */
function argumentOf(path: string): string | undefined {
  const [name = ''] = path.split(/[.[]/)
  return name === '' ? undefined : name.replaceAll(/_(\w)/g, (_, letter: string) => letter.toUpperCase())
}

/** An operation's problem as screens know refusals: with its own code, its details, and where it is explained. */
export function problemRefusal({ code, message, details, status, retryable }: Problem): GraphQLError {
  const issues = (Array.isArray(details['issues']) ? details['issues'] : []) as readonly Issue[]
  const field = issues[0] && argumentOf(issues[0].path)
  return refusal(codeOf(status), message, {
    ...(field === undefined ? {} : { field }),
    problem: { code, details, retryable, advice: ERRORS[code].advice, documentation: documentationUrl(code) },
  })
}
