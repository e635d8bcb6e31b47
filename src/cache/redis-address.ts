import { err, ok, type Result } from '../domain/result.ts'

export type Endpoint = { readonly host: string; readonly port: number }

/** Empty when the server asks for none. */
export type Credentials = { readonly username?: string; readonly password?: string }

/** Where Redis is, as `REDIS_URL` says it. */
export type RedisAddress =
  /** One server, or one address that always leads to the master. */
  | { readonly kind: 'single'; readonly url: string }
  /** Some of a Redis Cluster's nodes; they name the others. */
  | {
      readonly kind: 'cluster'
      readonly nodes: readonly Endpoint[]
      readonly credentials: Credentials
      readonly tls: boolean
    }
  /** Sentinels, which say where the master of this name is. */
  | {
      readonly kind: 'sentinel'
      readonly name: string
      readonly sentinels: readonly Endpoint[]
      readonly database: number
      readonly credentials: Credentials
      readonly sentinelCredentials: Credentials
      readonly tls: boolean
    }

const FORMS =
  'redis://host:port for one server, redis+cluster://host:port,host:port for a Redis Cluster, or redis+sentinel://host:port,host:port/NAME for Sentinels (rediss… for TLS)'

const DEFAULT_PORTS = { cluster: 6_379, sentinel: 26_379 } as const

/** A URL in pieces, as none of `URL`'s: it may name several hosts. */
type Pieces = {
  readonly scheme: string
  readonly userInfo: string
  readonly hosts: readonly string[]
  readonly path: string
  readonly query: URLSearchParams
}

/** Reads `REDIS_URL`. The error is the rest of a sentence that begins with the setting's name. */
export function readRedisAddress(text: string): Result<RedisAddress, string> {
  const pieces = take(text)
  if (!pieces.ok) return pieces
  const { scheme, hosts } = pieces.value
  const [, secure = '', topology = ''] = /^redis(s?)(?:\+(cluster|sentinel))?$/.exec(scheme) ?? []
  if (!/^rediss?(\+(cluster|sentinel))?$/.test(scheme)) return err(`must be a URL that begins with ${FORMS}`)
  if (topology === '' && hosts.length === 1)
    return URL.canParse(text) ? ok({ kind: 'single', url: text }) : err(`must be ${FORMS}`)
  return topology === 'sentinel' ? sentinelOf(pieces.value, secure === 's') : clusterOf(pieces.value, secure === 's')
}

/** Takes `a://x:1,y:2/p?q` apart, and `a://x:1,a://y:2`, as some write lists. */
function take(text: string): Result<Pieces, string> {
  const urls = text
    .split(/\s*,\s*(?=[a-z][a-z+]*:\/\/)/i)
    .map((url) => /^([a-z+]+):\/\/([^/?#]*)([^?#]*)\??(.*)$/i.exec(url))
  const [first] = urls
  if (!first) return err(`must be a URL that begins with ${FORMS}`)
  const scheme = first[1]?.toLowerCase() ?? ''
  const authorities = urls.map((url) => {
    const authority = url?.[2] ?? ''
    const at = authority.lastIndexOf('@')
    return { userInfo: authority.slice(0, Math.max(0, at)), hosts: authority.slice(at + 1).split(/\s*,\s*/) }
  })
  if (urls.some((url) => url?.[1]?.toLowerCase() !== scheme))
    return err('lists URLs of different kinds: give all of them one scheme')
  const userInfos = new Set(authorities.map(({ userInfo }) => userInfo).filter((userInfo) => userInfo !== ''))
  if (userInfos.size > 1) return err('lists different users or passwords: all nodes of a cluster have to take the same')
  return ok({
    scheme,
    userInfo: [...userInfos][0] ?? '',
    hosts: authorities.flatMap(({ hosts }) => hosts),
    path: urls.map((url) => url?.[3] ?? '').find((path) => path !== '' && path !== '/') ?? '',
    query: new URLSearchParams(urls.map((url) => url?.[4] ?? '').join('&')),
  })
}

function clusterOf({ hosts, userInfo, path, query }: Pieces, tls: boolean): Result<RedisAddress, string> {
  const nodes = endpointsOf(hosts, DEFAULT_PORTS.cluster)
  if (!nodes.ok) return nodes
  if (path !== '' && path !== '/0') return err(`names database ${path.slice(1)}: a Redis Cluster has only database 0`)
  const unknown = [...query.keys()].filter((name) => name !== '')
  if (unknown.length > 0) return err(`has ${unknown.join(', ')} behind its “?”, which means nothing for a cluster`)
  const credentials = credentialsOf(userInfo)
  return credentials.ok ? ok({ kind: 'cluster', nodes: nodes.value, credentials: credentials.value, tls }) : credentials
}

const SENTINEL_PARAMETERS = ['db', 'sentinel_user', 'sentinel_password']

function sentinelOf({ hosts, userInfo, path, query }: Pieces, tls: boolean): Result<RedisAddress, string> {
  const sentinels = endpointsOf(hosts, DEFAULT_PORTS.sentinel)
  if (!sentinels.ok) return sentinels
  const name = decoded(path.slice(1))
  if (name === null || name === '' || name.includes('/'))
    return err(
      'has to end with the name under which the Sentinels know the master: redis+sentinel://host:port,host:port/NAME',
    )
  const unknown = [...query.keys()].filter((key) => key !== '' && !SENTINEL_PARAMETERS.includes(key))
  if (unknown.length > 0)
    return err(`has ${unknown.join(', ')} behind its “?”: known are ${SENTINEL_PARAMETERS.join(', ')}`)
  const database = query.get('db') ?? '0'
  if (!/^\d{1,4}$/.test(database)) return err(`has the database “${database}”, which is no number`)
  const credentials = credentialsOf(userInfo)
  if (!credentials.ok) return credentials
  return ok({
    kind: 'sentinel',
    name,
    sentinels: sentinels.value,
    database: Number(database),
    credentials: credentials.value,
    sentinelCredentials: toCredentials(query.get('sentinel_user') ?? '', query.get('sentinel_password') ?? ''),
    tls,
  })
}

/** Reads `host`, `host:port` and `[::1]:port`. */
function endpointsOf(hosts: readonly string[], defaultPort: number): Result<readonly Endpoint[], string> {
  const endpoints: Endpoint[] = []
  for (const text of hosts) {
    const [, host = '', digits = String(defaultPort)] = /^(\[[\da-f:.]+\]|[^:[\]\s]+)(?::(\d{1,5}))?$/i.exec(text) ?? []
    const port = Number(digits)
    if (host === '' || port < 1 || port > 65_535) return err(`lists “${text}”, which is no host:port`)
    endpoints.push({ host: host.replace(/^\[|\]$/g, ''), port })
  }
  return ok(endpoints)
}

function credentialsOf(userInfo: string): Result<Credentials, string> {
  const colon = userInfo.indexOf(':')
  const username = decoded(colon < 0 ? userInfo : userInfo.slice(0, colon))
  const password = decoded(colon < 0 ? '' : userInfo.slice(colon + 1))
  if (username === null || password === null)
    return err('has a user or password that is not percent-encoded: write % as %25, @ as %40, / as %2F')
  return ok(toCredentials(username, password))
}

function toCredentials(username: string, password: string): Credentials {
  return { ...(username === '' ? {} : { username }), ...(password === '' ? {} : { password }) }
}

function decoded(text: string): string | null {
  try {
    return decodeURIComponent(text)
  } catch {
    return null
  }
}
