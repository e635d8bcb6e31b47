import { err, ok, type Result } from '../../../domain/result.ts'
import { MINUTE_MS } from '../../../domain/time.ts'
import { askPatiently } from '../../content/ask-patiently.ts'
import { contentError } from '../../content/content-failure.ts'
import type { Row } from '../../content/read-loosely.ts'
import type { ContentCall, ContentError } from '../../content-source.ts'
import type { SupplierFailure, SupplierResponse } from '../../supplier-call.ts'
import { members } from '../../wire-values.ts'
import { readFailure } from '../errors.ts'
import { send } from '../send.ts'
import { createDetailPace, type DetailPace } from './pace.ts'

/** A GET below `/data`: the answer's body, or the last try's failure. */
export type AskData = {
  readonly ask: (path: string, query: Readonly<Record<string, string>>) => Promise<Result<Row, DataFailure>>
  /** How many hotels may be asked for at once. */
  readonly atOnce: DetailPace['atOnce']
}
export type DataFailure = { readonly failure: SupplierFailure; readonly error: () => ContentError }

type Answer = Result<SupplierResponse, SupplierFailure>

/** Longer than this nobody stands still: the pass ends, and says when to go on. */
const MAX_HOLD_MS = MINUTE_MS

export function createAskData(call: ContentCall): AskData {
  const pace = createDetailPace(call, refusalOf)
  return {
    atOnce: pace.atOnce,
    ask: async (path, query) => {
      const answer = await askPatiently(call, {
        send: () =>
          pace.send(() =>
            send(call, {
              operation: 'content',
              method: 'GET',
              host: 'RATES',
              path: `${path}?${new URLSearchParams(query)}`,
            }),
          ),
        failureOf: readFailure,
      })
      if (answer.ok) return ok(members(answer.value.json))
      const { error: failure } = answer
      return err({ failure, error: () => contentError(`GET ${path}`, failure) })
    },
  }
}

/** What makes all calls wait: too many for LiteAPI, or for what was agreed with it. */
function refusalOf(answer: Answer): { readonly retryAfterMs: number | null } | null {
  const failure = answer.ok ? (answer.value.status === 200 ? null : readFailure(answer.value)) : answer.error
  if (failure === null || (failure.kind !== 'RATE_LIMITED' && failure.kind !== 'BUDGET_SPENT')) return null
  const { retryAfterMs } = failure
  return { retryAfterMs: retryAfterMs === null ? null : Math.min(MAX_HOLD_MS, retryAfterMs) }
}
