import { z } from 'zod'
import { readRedisAddress } from './cache/redis-address.ts'
import { CONSOLE_SETTINGS, consoleFaults, type OidcConfig, toOidcConfig } from './config-console.ts'
import { DATABASE_SETTINGS, type DatabaseConfig, databaseFaults, toDatabaseConfig } from './config-database.ts'
import {
  RETENTION_SETTINGS,
  type RetentionTerms,
  type RowTerms,
  toRetentionTerms,
  toRowTerms,
} from './config-retention.ts'
import { ROLES, type Role } from './config-roles.ts'
import { TRACING_SETTINGS, type TracingConfig, tracingOf } from './config-tracing.ts'
import { TRAFFIC_SETTINGS, type TrafficConfig, toTrafficConfig } from './config-traffic.ts'
import { flag, networks, oneOf, url, wholeNumber } from './config-values.ts'
import { weaknessOf } from './platform/master-key.ts'
import { isLoopback, isServer } from './platform/networks.ts'

const masterKey = z
  .string()
  .regex(/^[0-9a-f]{64}$/i, 'must be 64 hexadecimal digits (32 bytes), e.g. from: openssl rand -hex 32')
  .transform((digits) => Buffer.from(digits, 'hex'))

const redisUrl = z.string().superRefine((text, context) => {
  const address = readRedisAddress(text)
  if (!address.ok) context.addIssue(address.error)
})

/** Every setting, by the name of its environment variable. `.env.example` lists the same names; a test checks that. */
export const SETTINGS = {
  PORT: wholeNumber(0, 65_535).default(4_000),
  HOST: z.string().min(1).default('127.0.0.1'),
  OPERATOR_PORT: wholeNumber(0, 65_535).optional(),
  ENVIRONMENT: oneOf('sandbox', 'production').default('sandbox'),
  ...DATABASE_SETTINGS,
  REDIS_URL: redisUrl.optional(),
  ROLES: z
    .string()
    .transform((text) => text.split(',').map((role) => role.trim()))
    .pipe(z.array(z.enum(ROLES, `must be a comma list of ${ROLES.join(', ')}`)).min(1))
    .default([...ROLES]),
  DATA_DIR: z.string().min(1).default('.data'),
  MASTER_KEY: masterKey
    .superRefine((key, context) => {
      const weakness = weaknessOf(key)
      if (weakness) context.addIssue(`${weakness}: take 32 random bytes, e.g. from: openssl rand -hex 32`)
    })
    .optional(),
  // A weak key may be used for opening only, so that it can be replaced.
  MASTER_KEY_OPEN_ONLY: masterKey.optional(),
  ADMIN_USER: z
    .string()
    .regex(/^[\x21-\x7e]{1,64}$/, 'must be 1 to 64 printable characters without spaces')
    .optional(),
  LOG_LEVEL: oneOf('trace', 'debug', 'info', 'warn', 'error', 'fatal', 'silent').default('info'),
  SANDBOX_API_KEY: z
    .string()
    .regex(/^[\x21-\x7e]{20,200}$/, 'must be 20 to 200 printable characters')
    .optional(),
  SANDBOX_SHOW_KEY: flag.optional(),
  SANDBOX_CLOCK: flag.default(true),
  SANDBOX_CATALOGUE: flag.default(true),
  SANDBOX_SUPPLIERS_PORT: wholeNumber(0, 65_535).default(0),
  SANDBOX_SUPPLIERS_URL: url('http:', 'https:').optional(),
  SANDBOX_STOCK: oneOf('awkward', 'plain').default('awkward'),
  CONTENT_PULLS: flag.default(false),
  WEBHOOK_ALLOW_PRIVATE_NETWORKS: flag.optional(),
  WEBHOOK_DENIED_NETWORKS: networks,
  WEBHOOK_ALLOWED_NETWORKS: networks,
  WEBHOOK_PROXY_URL: url('http:', 'https:').optional(),
  EVENT_EXPORT_URL: url('nats:', 'tls:', 'file:').optional(),
  DNS_SERVERS: z
    .string()
    .transform((text) => text.split(',').map((server) => server.trim()))
    .pipe(z.array(z.string().refine(isServer, 'must be a comma list of addresses, each with or without a port')).max(8))
    .default([]),
  MAX_CONNECTIONS: wholeNumber(1, 1_000_000).default(10_000),
  MAX_STREAMS_PER_ORGANIZATION: wholeNumber(1, 1_000_000).default(5_000),
  HEADERS_TIMEOUT_MS: wholeNumber(100, 600_000).default(10_000),
  REQUEST_TIMEOUT_MS: wholeNumber(100, 600_000).default(30_000),
  KEEP_ALIVE_TIMEOUT_MS: wholeNumber(100, 600_000).default(72_000),
  TRUSTED_PROXIES: networks,
  PUBLIC_METRICS: flag.optional(),
  SECURITY_CONTACT: url('https:', 'mailto:').optional(),
  ...RETENTION_SETTINGS,
  ...TRAFFIC_SETTINGS,
  LAME_DUCK_MS: wholeNumber(0, 600_000).optional(),
  SHUTDOWN_TIMEOUT_MS: wholeNumber(100, 600_000).default(25_000),
  WATCHDOG_MS: wholeNumber(0, 600_000)
    .refine((ms) => ms === 0 || ms >= 1_000, 'must be 0, or at least 1000')
    .default(10_000),
  ...TRACING_SETTINGS,
  ...CONSOLE_SETTINGS,
  GRAPHQL_ENGINE: oneOf('compiled', 'reference').default('compiled'),
  KILL_POINT: z.string().optional(),
  PATIENCE: wholeNumber(1, 1_000).default(1),
  SWEEP_MS: wholeNumber(10, 600_000).optional(),
  SANDBOX_STOCK_SHIFT_DAYS: wholeNumber(-40_000, 40_000).default(0),
  KILL_POINT_SIGNAL: oneOf('SIGKILL', 'SIGSTOP').default('SIGKILL'),
} as const

const settings = z.object(SETTINGS)

export type Config = {
  /** 0 means any free port. */
  readonly port: number
  readonly host: string
  /** A separate port that serves health and metrics to operators; 0 means any free port, null: there is none. */
  readonly operatorPort: number | null
  readonly environment: 'sandbox' | 'production'
  /** Null: use the embedded Postgres under `dataDir`. */
  readonly databaseUrl: string | null
  readonly database: DatabaseConfig
  /** One server, a cluster or Sentinels (docs/redis.md); null: use the in-process cache. */
  readonly redisUrl: string | null
  readonly roles: readonly Role[]
  readonly dataDir: string
  /** 32 bytes; null: the key is generated once and stored under `dataDir` (sandbox only). */
  readonly masterKey: Buffer | null
  /** Opens what was sealed under it, but seals nothing: the next or the previous key during a rotation. */
  readonly masterKeyOpenOnly: Buffer | null
  /** The name under which the admin command records its changes; null: the name of the system user. */
  readonly adminUser: string | null
  readonly logLevel: string
  readonly sandboxApiKey: string | null
  /** Whether pages may fill in the sandbox's key, see http/shown-key.ts. */
  readonly showSandboxKey: boolean
  readonly sandboxClock: boolean
  /** Whether an empty sandbox begins with a catalogue; false: it is filled as in production. */
  readonly sandboxCatalogue: boolean
  /** 0 means any free port. */
  readonly sandboxSuppliersPort: number
  /** The URL of sandbox suppliers in another process; null: this process runs them, or there are none. */
  readonly sandboxSuppliersUrl: string | null
  readonly sandboxStock: 'awkward' | 'plain'
  /** Whether workers pull suppliers' content every morning, over connections that an operator has pulled once. */
  readonly contentPulls: boolean
  readonly webhookAllowPrivateNetworks: boolean
  readonly webhookDeniedNetworks: readonly string[]
  readonly webhookAllowedNetworks: readonly string[]
  /** Null: this process connects to webhook receivers directly. */
  readonly webhookProxyUrl: string | null
  /** Where the role `export` exports events to; null: nowhere. */
  readonly eventExportUrl: string | null
  /** The name servers for webhooks and suppliers' connections; empty: the system's. */
  readonly dnsServers: readonly string[]
  readonly maxConnections: number
  /** The limit on room streams and subscriptions in this process. */
  readonly maxStreamsPerOrganization: number
  readonly headersTimeoutMs: number
  readonly requestTimeoutMs: number
  readonly keepAliveTimeoutMs: number
  /** The proxies whose X-Forwarded-For header is trusted. */
  readonly trustedProxies: readonly string[]
  /** True: the public port serves metrics, and the reasons of a failed readiness check. */
  readonly publicMetrics: boolean
  /** The contact in /.well-known/security.txt; null: the file is not served. */
  readonly securityContact: string | null
  readonly retention: RetentionTerms
  readonly rowTerms: RowTerms
  /** Which exchanges with suppliers are kept; null: none. */
  readonly traffic: TrafficConfig | null
  /** How long a process that was told to stop fails its readiness check but keeps serving, before it closes its port. */
  readonly lameDuckMs: number
  readonly shutdownTimeoutMs: number
  /** How long a start waits for Postgres. */
  readonly databaseWaitMs: number
  /** The process ends itself when its event loop was blocked for this long; 0: never. */
  readonly watchdogMs: number
  /** Where traces are sent; null: nowhere, and the tracing modules are not loaded. */
  readonly tracing: TracingConfig | null
  /** Null: nobody signs in by an identity provider. */
  readonly oidc: OidcConfig | null
  /** How GraphQL is executed: with compiled code and fast paths, or by Yoga and graphql-js alone. */
  readonly graphqlEngine: 'compiled' | 'reference'
  /** The named points, a comma list, at which the process kills or stops itself one after the other; for tests only. */
  readonly killPoint: string | null
  /** Multiplies deadlines that mean "too slow", for tests that are not about them. */
  readonly patience: number
  /** The longest pause between two rounds of periodic work, for tests; null: as each of them has it. */
  readonly sweepMs: number | null
  /** sandbox/catalogue/stock-day.ts */
  readonly sandboxStockShiftDays: number
  /** SIGKILL ends the process there; SIGSTOP freezes it until it gets SIGCONT. */
  readonly killPointSignal: 'SIGKILL' | 'SIGSTOP'
  /** The settings as they were given, by variable. Secrets are among them. */
  readonly given: Readonly<Record<string, string>>
}

/** An invalid setting, and what to do about it. */
type ConfigFault = { readonly setting: string; readonly message: string }

/** Reads the environment; returns all faults together. An empty value counts as absent. */
export function readConfig(env: Readonly<Record<string, string | undefined>>): Config | readonly ConfigFault[] {
  const given: Readonly<Record<string, string>> = Object.fromEntries(
    Object.keys(SETTINGS).flatMap((name) => (env[name] ? [[name, env[name]]] : [])),
  )
  const parsed = settings.safeParse(given)
  const wrong = parsed.error?.issues.map(({ path, message }) => ({ setting: String(path[0]), message })) ?? []
  const always = [...consoleFaults(given), ...workersFaults(env['WORKERS'])]
  if (!parsed.success) return [...wrong, ...always]
  const faults = [...always, ...productionFaults(parsed.data), ...databaseFaults(parsed.data)]
  return faults.length > 0 ? faults : { ...toConfig(parsed.data), given }
}

/** WORKERS started several threads until 0.1.0 (docs/decisions/0046). Ignoring it would leave cores idle without a notice. */
function workersFaults(workers: string | undefined): ConfigFault[] {
  if (!workers || workers === '1') return []
  const message = 'a process serves with one thread: leave it empty and run more processes, as deploy/ shows'
  return [{ setting: 'WORKERS', message }]
}

/** The settings that production requires explicitly. */
function productionFaults(read: z.output<typeof settings>): ConfigFault[] {
  if (read.ENVIRONMENT !== 'production') return []
  const needed = ['DATABASE_URL', 'MASTER_KEY'] as const
  const missing = needed.filter((name) => read[name] === undefined)
  const faults = missing.map((setting) => ({ setting, message: 'is required in production' }))
  const forTests = (['KILL_POINT', 'SWEEP_MS'] as const).filter((name) => read[name] !== undefined)
  const named = [
    ...forTests,
    ...(read.PATIENCE === 1 ? [] : (['PATIENCE'] as const)),
    ...(read.SANDBOX_STOCK_SHIFT_DAYS === 0 ? [] : (['SANDBOX_STOCK_SHIFT_DAYS'] as const)),
  ]
  for (const setting of named) faults.push({ setting: setting as never, message: 'is for tests only' })
  return faults
}

/** True for a gateway that a developer has started without settings that name others: a database or key that is shared, a proxy. */
function isAlone(read: z.output<typeof settings>): boolean {
  return !read.DATABASE_URL && !read.SANDBOX_API_KEY && read.TRUSTED_PROXIES.length === 0
}

/** By default: load balancers check every second or two, and react to the second failure. A developer's machine has none. */
const PRODUCTION_LAME_DUCK_MS = 5_000

function toConfig(read: z.output<typeof settings>): Omit<Config, 'given'> {
  return {
    port: read.PORT,
    host: read.HOST,
    operatorPort: read.OPERATOR_PORT ?? null,
    environment: read.ENVIRONMENT,
    databaseUrl: read.DATABASE_URL ?? null,
    database: toDatabaseConfig(read, read.ROLES),
    redisUrl: read.REDIS_URL ?? null,
    roles: read.ROLES,
    dataDir: read.DATA_DIR,
    masterKey: read.MASTER_KEY ?? null,
    masterKeyOpenOnly: read.MASTER_KEY_OPEN_ONLY ?? null,
    adminUser: read.ADMIN_USER ?? null,
    logLevel: read.LOG_LEVEL,
    sandboxApiKey: read.SANDBOX_API_KEY ?? null,
    showSandboxKey: isLoopback(read.HOST) && (read.SANDBOX_SHOW_KEY ?? isAlone(read)),
    sandboxClock: read.SANDBOX_CLOCK && read.ENVIRONMENT === 'sandbox',
    sandboxCatalogue: read.SANDBOX_CATALOGUE,
    sandboxSuppliersPort: read.SANDBOX_SUPPLIERS_PORT,
    sandboxSuppliersUrl: read.SANDBOX_SUPPLIERS_URL ?? null,
    sandboxStock: read.SANDBOX_STOCK,
    contentPulls: read.CONTENT_PULLS,
    webhookAllowPrivateNetworks: read.WEBHOOK_ALLOW_PRIVATE_NETWORKS ?? read.ENVIRONMENT === 'sandbox',
    dnsServers: read.DNS_SERVERS,
    webhookDeniedNetworks: read.WEBHOOK_DENIED_NETWORKS,
    webhookAllowedNetworks: read.WEBHOOK_ALLOWED_NETWORKS,
    webhookProxyUrl: read.WEBHOOK_PROXY_URL ?? null,
    maxConnections: read.MAX_CONNECTIONS,
    maxStreamsPerOrganization: read.MAX_STREAMS_PER_ORGANIZATION,
    headersTimeoutMs: read.HEADERS_TIMEOUT_MS,
    requestTimeoutMs: read.REQUEST_TIMEOUT_MS,
    keepAliveTimeoutMs: read.KEEP_ALIVE_TIMEOUT_MS,
    trustedProxies: read.TRUSTED_PROXIES,
    publicMetrics: read.PUBLIC_METRICS ?? read.ENVIRONMENT === 'sandbox',
    securityContact: read.SECURITY_CONTACT ?? null,
    eventExportUrl: read.EVENT_EXPORT_URL ?? null,
    retention: toRetentionTerms(read),
    rowTerms: toRowTerms(read),
    traffic: toTrafficConfig(read),
    lameDuckMs: read.LAME_DUCK_MS ?? (read.ENVIRONMENT === 'production' ? PRODUCTION_LAME_DUCK_MS : 0),
    shutdownTimeoutMs: read.SHUTDOWN_TIMEOUT_MS,
    databaseWaitMs: read.DATABASE_WAIT_MS,
    watchdogMs: read.WATCHDOG_MS,
    tracing: tracingOf(read),
    oidc: toOidcConfig(read),
    graphqlEngine: read.GRAPHQL_ENGINE,
    killPoint: read.KILL_POINT ?? null,
    patience: read.PATIENCE,
    sweepMs: read.SWEEP_MS ?? null,
    sandboxStockShiftDays: read.SANDBOX_STOCK_SHIFT_DAYS,
    killPointSignal: read.KILL_POINT_SIGNAL,
  }
}

/** Reads the settings of this process. `src/admin/main.ts` reads `process.env` as well, and nothing else does. */
export function readProcessConfig(): Config | readonly ConfigFault[] {
  return readConfig(process.env)
}
