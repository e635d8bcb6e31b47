import { type Deps, makeId } from '../deps.ts'

const USABLE = /^[A-Za-z0-9._-]{1,128}$/

/** Returns the client's trace id when it is well formed, else a new id; a malformed one is never echoed. */
export function requestIdOf(deps: Pick<Deps, 'clock' | 'randomBytes'>, given: string | undefined): string {
  return given !== undefined && USABLE.test(given) ? given : makeId(deps, 'request')
}
