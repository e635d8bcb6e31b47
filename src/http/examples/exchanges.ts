import type { Route } from '../routes/route.ts'
import recorded from './exchanges.json' with { type: 'json' }

/** A request as a partner sent it, and what the sandbox answered; a stream's answer is its text. */
export type Exchange = {
  readonly request: {
    readonly params: Readonly<Record<string, string>>
    readonly query: Readonly<Record<string, string>>
    readonly headers: Readonly<Record<string, string>>
    readonly body?: unknown
  }
  readonly answer: unknown
}

/** Recorded from a real gateway by `node scripts/record-examples.ts`; long lists are cut. */
const EXCHANGES: Readonly<Partial<Record<string, Exchange>>> = recorded

/** What a new operation has until it is recorded; a test tells of it. */
const UNRECORDED: Exchange = { request: { params: {}, query: {}, headers: {} }, answer: { data: {} } }

export function exampleOf(operation: Route['operation']): Exchange {
  return EXCHANGES[operation] ?? UNRECORDED
}
