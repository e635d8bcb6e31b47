import type { Route } from '../routes/route.ts'
import recorded from './exchanges.json' with { type: 'json' }

/** A request as a partner sent it, with the sandbox's answer; the answer of a stream is its text. */
export type Exchange = {
  readonly request: {
    readonly params: Readonly<Record<string, string>>
    readonly query: Readonly<Record<string, string>>
    readonly headers: Readonly<Record<string, string>>
    readonly body?: unknown
  }
  readonly answer: unknown
}

/** Recorded from a real gateway by `node scripts/record-examples.ts`; long lists are shortened. */
const EXCHANGES: Readonly<Partial<Record<string, Exchange>>> = recorded

/** The placeholder of a new operation until an example is recorded; a test reports the missing example. */
const UNRECORDED: Exchange = { request: { params: {}, query: {}, headers: {} }, answer: { data: {} } }

export function exampleOf(operation: Route['operation']): Exchange {
  return EXCHANGES[operation] ?? UNRECORDED
}
