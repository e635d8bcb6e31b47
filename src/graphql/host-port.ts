import type { Problem } from '../domain/errors.ts'
import type { GraphqlContext } from '../resolvers/context.ts'
import type { ErrorReporter } from './errors.ts'

/** The data and functions that the HTTP server provides with each request. */
export type GraphqlHost = {
  readonly teller: ErrorReporter
  /** `isHeavy`: results wait for the organization's turn before they are serialized. */
  readonly contextFor: (isHeavy: boolean) => GraphqlContext
  /** Waits for the organization's turn; returns a refusal when too many of its requests wait already. */
  readonly enter: () => Promise<Problem | null>
  /**
   * Consumes a rate-limit point for an answer for which no operation did (introspection, refused documents); returns a refusal
   * when no point is left.
   */
  readonly consumeRest: () => Promise<Problem | null>
}
