import type { SignInRefusal } from '../../operations/console/provider-sign-in.ts'
import { ProviderAway } from './provider-fetch.ts'

/** Why a sign-in came to nothing; the page of the signed-out says each in words (`web/src/shell/signed-out.tsx`). */
export type Failure =
  | SignInRefusal
  /** The provider does not answer, or is not set up as we are. */
  | 'provider'
  /** What the provider answered cannot be trusted. */
  | 'answer'
  /** The person, or the provider, has said no. */
  | 'cancelled'
  /** It was not begun in this browser, is too old, or has come back before. */
  | 'began'
  /** The provider does not say that the person has just proved who they are. */
  | 'no-proof'
  /** Too many come back at once. */
  | 'busy'
  /** The gateway could not do its part, for example without its database. */
  | 'failed'

export class SignInFailure extends Error {
  override readonly name = 'SignInFailure'
  readonly failure: Failure

  constructor(failure: Failure, cause?: unknown) {
    super(failure, { cause })
    this.failure = failure
  }
}

/** Answers that are none, of a server that is broken or something else than a provider. */
const NO_ANSWER: readonly unknown[] = [
  'OAUTH_TIMEOUT',
  'OAUTH_RESPONSE_IS_NOT_CONFORM',
  'OAUTH_RESPONSE_IS_NOT_JSON',
  'OAUTH_PARSE_ERROR',
]

/** What an error of the library means to the person. */
export async function failureOf(error: unknown): Promise<Failure> {
  const { AuthorizationResponseError, ResponseBodyError } = await import('openid-client')
  if (error instanceof AuthorizationResponseError)
    return ['server_error', 'temporarily_unavailable'].includes(error.error) ? 'provider' : 'cancelled'
  // A code that was used, or is too old; anything else is about how the gateway is registered.
  if (error instanceof ResponseBodyError) return error.error === 'invalid_grant' ? 'began' : 'provider'
  const isAway = causesOf(error).some(
    (one) => one instanceof ProviderAway || (one instanceof Error && 'code' in one && NO_ANSWER.includes(one.code)),
  )
  return isAway ? 'provider' : 'answer'
}

const DEEPEST = 5

function causesOf(error: unknown): readonly unknown[] {
  const causes = [error]
  for (let one = error; one instanceof Error && causes.length < DEEPEST; one = one.cause) causes.push(one.cause)
  return causes
}

/** What may be logged of a failure: its causes hold answers with tokens in them. */
export function tracesOf(error: unknown): readonly string[] {
  return causesOf(error)
    .filter((one) => one instanceof Error)
    .map((one) => ('code' in one ? `${one.message} (${String(one.code)})` : one.message))
}
