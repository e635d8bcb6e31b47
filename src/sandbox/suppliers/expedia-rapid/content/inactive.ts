import type { ContentFault } from '../../../../domain/sandbox-faults.ts'
import { dateOf, dayOf } from '../../../content/life.ts'
import { pageOf, rowId } from '../../content/supply.ts'
import type { SandboxDeps, SandboxReply, SandboxRequest } from '../../exchange.ts'
import { invalidInput, linkExpired } from '../reply.ts'
import { isReply, pageOfToken, pageReply } from './pages.ts'
import { sinceFaults } from './query.ts'

const PATH = '/v3/properties/inactive'
const PAGE_SIZE = 100

/** `GET /v3/properties/inactive`: the ids of properties that closed on or after a day and are still closed, in pages. */
export function inactiveProperties(
  deps: SandboxDeps,
  request: Pick<SandboxRequest, 'query' | 'headers'>,
  fault?: ContentFault,
): SandboxReply {
  const token = request.query.get('token')
  if (fault === 'page_token_gone') return linkExpired(deps)
  if (token === null) {
    const faults = sinceFaults(request.query)
    if (faults.length > 0) return invalidInput(deps, faults)
    return page(deps, { request, from: 0, since: request.query.get('since') ?? '', day: dayOf(deps.clock.now()) })
  }
  const known = pageOfToken(deps, 'inactive_page', token)
  if (isReply(known)) return known
  const [since, day] = known.facts
  return page(deps, { request, from: known.from, since: String(since), day: Number(day) })
}

type Asked = {
  readonly request: Pick<SandboxRequest, 'headers'>
  readonly from: number
  readonly since: string
  readonly day: number
}

function page(deps: SandboxDeps, { request, from, since, day }: Asked): SandboxReply {
  const supply = deps.supply()
  const rows = supply.closed('expedia_rapid', day).filter(({ life }) => dateOf(life.closedDay ?? 0) >= since)
  const total = rows.length * supply.copies
  const body = pageOf(supply, rows, { from, count: PAGE_SIZE }).map((row) => ({ property_id: rowId(row) }))
  const next = from + PAGE_SIZE < total ? from + PAGE_SIZE : null
  return pageReply(deps, body, { kind: 'inactive_page', path: PATH, request, total, next, facts: [since, day] })
}
