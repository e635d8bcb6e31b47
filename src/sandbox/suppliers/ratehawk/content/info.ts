import { DAY_MS, MINUTE_MS } from '../../../../domain/time.ts'
import { dayOf } from '../../../content/life.ts'
import type { SandboxDeps, SandboxReply } from '../../exchange.ts'
import { fieldsOf } from '../../json-body.ts'
import { done, invalidParams, tooManyRequests } from '../reply.ts'
import { closingOf } from './dumps.ts'
import { hotelView } from './hotel-view.ts'
import { dictionaries, LANGUAGES } from './vocabulary.ts'

const INFO_PACE = { kind: 'info_calls', max: 30, withinMs: MINUTE_MS }
const STATIC_PACE = { kind: 'static_calls', max: 100, withinMs: DAY_MS }

/** `POST /hotel/info/`: one hotel as the dump has it; 30 calls a minute. */
export async function hotelInfo(deps: SandboxDeps, raw: unknown): Promise<SandboxReply> {
  if (await isTooFast(deps, INFO_PACE)) return tooManyRequests(deps)
  const { hid, language } = fieldsOf(raw)
  if (typeof hid !== 'number' || typeof language !== 'string' || !LANGUAGES.has(language))
    return invalidParams(deps, 'invalid hid or language')
  const day = dayOf(deps.clock.now())
  const supply = deps.supply()
  const row = supply.row('ratehawk', String(hid), day)
  if (!row) return invalidParams(deps, 'hotel_not_found')
  return done(deps, hotelView(supply.describe(row, day), language, row.life.isListed ? null : closingOf(supply, row)))
}

/** `POST /hotel/static/`: dictionaries; 100 calls a day. */
export async function staticData(deps: SandboxDeps): Promise<SandboxReply> {
  return (await isTooFast(deps, STATIC_PACE)) ? tooManyRequests(deps) : done(deps, dictionaries())
}

type Pace = { readonly kind: string; readonly max: number; readonly withinMs: number }

/** Counts a call; true for one too many. Paces are in real time, as the network is. */
async function isTooFast(deps: SandboxDeps, { kind, max, withinMs }: Pace): Promise<boolean> {
  const nowAt = deps.realNow()
  const known = fieldsOf(await deps.state.get('content_calls', kind))
  const isFresh = Number(known['sinceAt'] ?? 0) + withinMs > nowAt
  const count = isFresh ? Number(known['count']) + 1 : 1
  await deps.state.put('content_calls', kind, { sinceAt: isFresh ? Number(known['sinceAt']) : nowAt, count })
  return count > max
}
