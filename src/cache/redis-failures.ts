/** Why commands fail, as it is counted. */
const KINDS = [
  ['read_only', /READONLY|MASTERDOWN|NOREPLICAS/],
  ['full', /^(OOM|MISCONF)/],
  ['slots', /^(MOVED|ASK|CROSSSLOT|CLUSTERDOWN|TRYAGAIN)|same slot|Too many Cluster redirections/],
  ['refused', /^(NOAUTH|WRONGPASS|NOPERM)/],
  ['timeout', /timed out|timeout/i],
  ['other', /^(ERR|WRONGTYPE|BUSY|NOSCRIPT)/],
] as const

export type RedisFailure = (typeof KINDS)[number][0] | 'unreachable'

/** The kind of an error of the library or the server; `unreachable` when the server has said nothing. */
export function failureOf(error: unknown): RedisFailure {
  const message = error instanceof Error ? error.message : String(error)
  return KINDS.find(([, pattern]) => pattern.test(message))?.[0] ?? 'unreachable'
}
