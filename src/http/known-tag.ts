import type { FastifyRequest } from 'fastify'

function withoutWeakness(tag: string): string {
  return tag.trim().replace(/^W\//, '')
}

/** True when the client has this version already: If-None-Match names its tag, weakly compared, or any version with `*`. */
export function isKnownTag({ headers }: FastifyRequest, tag: string): boolean {
  const known = (headers['if-none-match'] ?? '').split(',').map(withoutWeakness)
  return known.includes('*') || known.includes(withoutWeakness(tag))
}
