import { GraphQLError } from 'graphql'
import type { Role } from '../domain/console-role.ts'

/** What a screen can tell apart. */
export type ConsoleErrorCode =
  | 'FORBIDDEN'
  | 'NOT_FOUND'
  | 'BAD_INPUT'
  | 'CONFLICT'
  /** The person has to prove again who they are. */
  | 'STEP_UP_REQUIRED'
  | 'INTERNAL_ERROR'
  | 'SERVICE_UNAVAILABLE'

export function refusal(code: ConsoleErrorCode, message: string, details: object = {}): GraphQLError {
  return new GraphQLError(message, { extensions: { code, ...details } })
}

/** What the wrong role is told. */
export function wrongRole(needs: readonly Role[]): GraphQLError {
  return refusal('FORBIDDEN', `This needs the role ${needs.join(' or ')}.`, { needs })
}

/** Whether an error is a refusal of ours, before anything was done; else something broke. */
export function isRefusal(error: unknown): boolean {
  return error instanceof GraphQLError
}
