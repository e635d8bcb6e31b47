import type { Problem } from '../domain/errors.ts'
import type { GraphqlContext } from '../resolvers/context.ts'
import type { ErrorReporter } from './errors.ts'

/** What the host hands over with each request. */
export type GraphqlHost = {
  readonly teller: ErrorReporter
  /** `isHeavy`: what its fields answer takes a turn before it is made into an answer. */
  readonly contextFor: (isHeavy: boolean) => GraphqlContext
  /** Waits for the organization's turn; a refusal when too much of it waits already. */
  readonly enter: () => Promise<Problem | null>
  /** Takes a point for an answer to which no operation took one (introspection, refused documents); a refusal when there is none. */
  readonly consumeRest: () => Promise<Problem | null>
}
