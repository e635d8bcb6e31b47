import type { SignedIn } from '../operations/console/sign-in.ts'
import { createSideField } from '../platform/side-field.ts'

/** By whom something is being changed: each request finds its viewer anew. */
const changing = createSideField<true>()

/** Remembers that the request of a viewer changes something. */
export function rememberChange(viewer: SignedIn): void {
  changing.set(viewer, true)
}

/** Whether the request of a viewer changes something: it may need several connections to Postgres at once, and waits for no readings. */
export function isChanging(viewer: SignedIn): boolean {
  return changing.get(viewer) === true
}
