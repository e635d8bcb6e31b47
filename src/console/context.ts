import type { Core } from '../core.ts'
import type { Role } from '../domain/console-role.ts'
import type { SignedIn } from '../operations/console/sign-in.ts'
import type { SandboxControls } from '../operations/operator/sandbox-controls.ts'

/** What the server tells of a request. */
export type ConsoleHost = {
  readonly core: Core
  readonly viewer: SignedIn
  readonly requestId: string
  /** Whether it came where streams are counted: nothing else may subscribe. */
  readonly isStream: boolean
  /** The clock and the faults of each organization's sandbox; null where there are none. */
  readonly sandbox: SandboxControls | null
}

/** What the console's resolvers get: the core, who asks, and under which id. */
export type ConsoleContext = ConsoleHost

export function hasRole({ roles }: Pick<SignedIn, 'roles'>, wanted: readonly Role[]): boolean {
  return wanted.some((role) => roles.has(role))
}

/**
 * The organization that a reading is limited to: a partner's own, whatever is asked for; for an operator the one that is asked for, or
 * null, which is all.
 */
export function readsOf({ viewer }: ConsoleContext, asked: string | null | undefined): string | null {
  return viewer.organizationId ?? asked ?? null
}
