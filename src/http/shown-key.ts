/** The key of the local sandbox for a page that fills it in; null when the one who asks may be somewhere else. */
export type ShownKey = (headers: Readonly<Record<string, unknown>>) => string | null

/** `localhost`, an address of 127.0.0.0/8 or `[::1]`, each with or without a port. */
const LOOPBACK_HOST = /^(localhost|127(\.\d{1,3}){3}|\[::1\])(:\d{1,5})?$/i

/** What proxies and tunnels say of the requests that they pass on. */
const FORWARDED = /^(forwarded|via|x-forwarded-.*|x-real-ip|cf-connecting-ip|true-client-ip)$/

/**
 * Shows the key to a browser of this machine alone. The address at which the port listens does not tell: a page of a foreign name that
 * resolves to 127.0.0.1 (DNS rebinding) sends that name in `Host`, and a proxy or tunnel says that it forwards.
 */
export function createShownKey(key: string | null): ShownKey {
  return (headers) => {
    if (key === null) return null
    if (typeof headers['host'] !== 'string' || !LOOPBACK_HOST.test(headers['host'])) return null
    return Object.keys(headers).some((name) => FORWARDED.test(name)) ? null : key
  }
}
