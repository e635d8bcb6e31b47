import { HOUR_MS } from '../../../../domain/time.ts'
import { dateOf, dayOf } from '../../../content/life.ts'
import { SANDBOX_CREDENTIALS } from '../../credentials.ts'
import type { SandboxDeps, SandboxRequest } from '../../exchange.ts'
import { fieldsOf } from '../../json-body.ts'

/** The record of calls for content: `count` since `sinceAt`. */
const CONTENT_CALLS = 'content_calls'
const SINGLE_HOTEL = 'single_hotel'

/** Whoever asks for content one by one, instead of in batches, is shut out. */
const MAX_AN_HOUR = 100

/** A key for evaluation has so few calls a day that the hotels alone use up most of them. */
export const EVALUATION_KEY = `${SANDBOX_CREDENTIALS.hotelbeds.apiKey}-evaluation`
const EVALUATION_CALLS_A_DAY = 50
/** The usual key's; each copy of the world adds what its pages need in five languages. */
const CALLS_A_DAY = 2_000
const CALLS_FOR_A_COPY = 40

/** Counts a call for a single hotel; true for one too many in an hour. */
export async function isSingleTooOften(deps: SandboxDeps): Promise<boolean> {
  const nowAt = deps.clock.now()
  const known = fieldsOf(await deps.state.get(CONTENT_CALLS, SINGLE_HOTEL))
  const isFresh = Number(known['sinceAt'] ?? 0) + HOUR_MS > nowAt
  const count = isFresh ? Number(known['count']) + 1 : 1
  await deps.state.put(CONTENT_CALLS, SINGLE_HOTEL, { sinceAt: isFresh ? Number(known['sinceAt']) : nowAt, count })
  return count > MAX_AN_HOUR
}

/** Counts a call for a batch; true when the key's calls of the day are used up. */
export async function isDayUsedUp(deps: SandboxDeps, { headers }: Pick<SandboxRequest, 'headers'>): Promise<boolean> {
  const apiKey = headers['api-key'] ?? ''
  const kept = `${apiKey} ${dateOf(dayOf(deps.clock.now()))}`
  const count = Number(fieldsOf(await deps.state.get(CONTENT_CALLS, kept))['count'] ?? 0) + 1
  await deps.state.put(CONTENT_CALLS, kept, { count })
  const allowed =
    apiKey === EVALUATION_KEY ? EVALUATION_CALLS_A_DAY : CALLS_A_DAY + deps.supply().copies * CALLS_FOR_A_COPY
  return count > allowed
}
