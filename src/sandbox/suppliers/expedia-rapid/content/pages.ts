import type { SandboxDeps, SandboxReply, SandboxRequest } from '../../exchange.ts'
import { linkExpired, reply } from '../reply.ts'
import { CONTENT_LINK_LIFE_MS, openToken, sealToken } from './token.ts'

type PageKind = 'content_page' | 'inactive_page' | 'regions_page'

/** What a page's link carries: the question's facts, and from where on the answer goes on. */
export type Page = { readonly from: number; readonly facts: readonly unknown[] }

/** The page that the token of a request names; an answer 410 when the link is unknown or too old. */
export function pageOfToken(deps: SandboxDeps, kind: PageKind, token: string): Page | SandboxReply {
  const [from, ...facts] = openToken(kind, token, deps.clock.now()) ?? []
  return typeof from === 'number' ? { from, facts } : linkExpired(deps)
}

export function isReply(page: Page | SandboxReply): page is SandboxReply {
  return 'status' in page
}

type Paged = {
  readonly kind: PageKind
  readonly path: string
  readonly request: Pick<SandboxRequest, 'headers'>
  readonly total: number
  /** From where on the next page goes on; null behind the last one. */
  readonly next: number | null
  readonly facts: readonly unknown[]
}

/** The answer of a page, with the link of the next one in the header `Link`. */
export function pageReply(deps: SandboxDeps, body: unknown, paged: Paged): SandboxReply {
  const { kind, path, request, total, next, facts } = paged
  const answer = reply(deps, 200, body)
  if (next === null) return { ...answer, headers: { ...answer.headers, 'pagination-total-results': String(total) } }
  const expiresAt = deps.clock.now() + CONTENT_LINK_LIFE_MS
  const href = `${originOf(request)}${path}?token=${sealToken(kind, expiresAt, [next, ...facts])}`
  return {
    ...answer,
    headers: {
      ...answer.headers,
      'pagination-total-results': String(total),
      link: `<${href}>; rel="next"; expires=${new Date(expiresAt).toISOString()}`,
    },
  }
}

/** Where the supplier is for whoever calls it. */
export function originOf({ headers }: Pick<SandboxRequest, 'headers'>): string {
  return `http://${headers['host'] ?? '127.0.0.1'}/expedia-rapid`
}
