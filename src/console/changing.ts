import type { SignedIn } from '../operations/console/sign-in.ts'

/** By whom something is being changed: each request finds its viewer anew. */
const changing = new WeakSet<SignedIn>()

/** Remembers that the request of a viewer changes something. */
export function rememberChange(viewer: SignedIn): void {
  changing.add(viewer)
}

/** Whether the request of a viewer changes something: it may need several connections to Postgres at once, and waits for no readings. */
export function isChanging(viewer: SignedIn): boolean {
  return changing.has(viewer)
}
