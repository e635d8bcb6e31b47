import type { Environment } from '../operations/caller.ts'

const YEAR_SECONDS = 31_536_000

/** On every answer. `no-store` holds for whatever does not say otherwise: nearly all of it belongs to one tenant. */
export function securityHeaders(environment: Environment): Readonly<Record<string, string>> {
  return {
    'x-content-type-options': 'nosniff',
    'referrer-policy': 'no-referrer',
    'cache-control': 'no-store',
    ...(environment === 'production'
      ? { 'strict-transport-security': `max-age=${YEAR_SECONDS}; includeSubDomains` }
      : {}),
  }
}

/** On pages, beside `securityHeaders`: scripts and styles are their own, and nobody frames them. */
export function pageHeaders(scripts: string, styles = "'unsafe-inline'"): Readonly<Record<string, string>> {
  return {
    'content-security-policy': `default-src 'none'; ${scripts}; style-src ${styles}; connect-src 'self'; base-uri 'none'; form-action 'none'; frame-ancestors 'none'`,
    'x-frame-options': 'DENY',
  }
}
