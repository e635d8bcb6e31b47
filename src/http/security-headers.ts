import type { Environment } from '../operations/caller.ts'

const YEAR_SECONDS = 31_536_000

/**
 * Headers of every answer. `no-store` is the default, because nearly all answers belong to one tenant; pages of other origins may load
 * none of them, not even as a script or a picture.
 */
export function securityHeaders(environment: Environment): Readonly<Record<string, string>> {
  return {
    'x-content-type-options': 'nosniff',
    'referrer-policy': 'no-referrer',
    'cross-origin-resource-policy': 'same-origin',
    'cache-control': 'no-store',
    ...(environment === 'production'
      ? { 'strict-transport-security': `max-age=${YEAR_SECONDS}; includeSubDomains` }
      : {}),
  }
}

/**
 * Headers of HTML pages, in addition to `securityHeaders`: only the page's own scripts and styles run, and it cannot be framed.
 */
export function pageHeaders(scripts: string, styles = "'unsafe-inline'"): Readonly<Record<string, string>> {
  return {
    'content-security-policy': `default-src 'none'; ${scripts}; style-src ${styles}; connect-src 'self'; base-uri 'none'; form-action 'none'; frame-ancestors 'none'`,
    'x-frame-options': 'DENY',
  }
}
