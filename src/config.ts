import ipaddr from 'ipaddr.js'
import { z } from 'zod'

export const ROLES = ['api', 'relay', 'worker', 'suppliers'] as const
export type Role = (typeof ROLES)[number]

const oneOf = <const Values extends readonly [string, ...string[]]>(...values: Values) =>
  z.enum(values, `must be one of ${values.join(', ')}`)

const flag = oneOf('on', 'off').transform((value) => value === 'on')

const wholeNumber = (min: number, max: number) =>
  z
    .string()
    .regex(/^\d+$/, 'must be a whole number')
    .transform(Number)
    .pipe(z.number().min(min, `must be at least ${min}`).max(max, `must be at most ${max}`))

const url = (...protocols: string[]) =>
  z
    .string()
    .refine(
      (text) => URL.canParse(text) && protocols.includes(new URL(text).protocol),
      `must be a URL that begins with ${protocols.map((protocol) => `${protocol}//`).join(' or ')}`,
    )

const isNetwork = (text: string): boolean => ipaddr.isValid(text) || ipaddr.isValidCIDR(text)

/** Every setting, as the environment spells it. `.env.example` lists the same names; a test keeps it so. */
export const SETTINGS = {
  PORT: wholeNumber(0, 65_535).default(4_000),
  HOST: z.string().min(1).default('127.0.0.1'),
  OPERATOR_PORT: wholeNumber(1, 65_535).optional(),
  ENVIRONMENT: oneOf('sandbox', 'production').default('sandbox'),
  DATABASE_URL: url('postgres:', 'postgresql:').optional(),
  REDIS_URL: url('redis:', 'rediss:').optional(),
  ROLES: z
    .string()
    .transform((text) => text.split(',').map((role) => role.trim()))
    .pipe(z.array(z.enum(ROLES, `must be a comma list of ${ROLES.join(', ')}`)).min(1))
    .default([...ROLES]),
  DATA_DIR: z.string().min(1).default('.data'),
  MASTER_KEY: z
    .string()
    .regex(/^[0-9a-f]{64}$/i, 'must be 64 hexadecimal digits (32 bytes), e.g. from: openssl rand -hex 32')
    .optional(),
  LOG_LEVEL: oneOf('trace', 'debug', 'info', 'warn', 'error', 'fatal', 'silent').default('info'),
  SANDBOX_API_KEY: z
    .string()
    .regex(/^[\x21-\x7e]{20,200}$/, 'must be 20 to 200 printable characters')
    .optional(),
  SANDBOX_CLOCK: flag.default(true),
  SANDBOX_SUPPLIERS_PORT: wholeNumber(0, 65_535).default(0),
  SANDBOX_SUPPLIERS_URL: url('http:', 'https:').optional(),
  WEBHOOK_ALLOW_PRIVATE_NETWORKS: flag.optional(),
  DATABASE_POOL_SIZE: wholeNumber(2, 200).default(20),
  MAX_CONNECTIONS: wholeNumber(1, 1_000_000).default(10_000),
  MAX_STREAMS_PER_ORGANIZATION: wholeNumber(1, 1_000_000).default(5_000),
  HEADERS_TIMEOUT_MS: wholeNumber(100, 600_000).default(10_000),
  REQUEST_TIMEOUT_MS: wholeNumber(100, 600_000).default(30_000),
  KEEP_ALIVE_TIMEOUT_MS: wholeNumber(100, 600_000).default(72_000),
  TRUSTED_PROXIES: z
    .string()
    .transform((text) => text.split(',').map((network) => network.trim()))
    .pipe(z.array(z.string().refine(isNetwork, 'must be a comma list of addresses and networks, e.g. 10.0.0.0/8')))
    .default([]),
  SHUTDOWN_TIMEOUT_MS: wholeNumber(100, 600_000).default(25_000),
  OTEL_EXPORTER_OTLP_ENDPOINT: url('http:', 'https:').optional(),
  OTEL_EXPORTER_OTLP_TRACES_ENDPOINT: url('http:', 'https:').optional(),
  OTEL_SERVICE_NAME: z.string().min(1).max(255).default('hotel-distribution-gateway'),
  KILL_POINT: z.string().optional(),
} as const

const settings = z.object(SETTINGS)

export type Config = {
  readonly port: number
  readonly host: string
  /** Where a process without the role `api` tells of its health; null: nowhere. */
  readonly operatorPort: number | null
  readonly environment: 'sandbox' | 'production'
  /** Null: the embedded Postgres under `dataDir`. */
  readonly databaseUrl: string | null
  readonly databasePoolSize: number
  /** Null: the cache in process. */
  readonly redisUrl: string | null
  readonly roles: readonly Role[]
  readonly dataDir: string
  /** 32 bytes; null: made once and kept under `dataDir` (sandbox only). */
  readonly masterKey: Buffer | null
  readonly logLevel: string
  readonly sandboxApiKey: string | null
  readonly sandboxClock: boolean
  /** 0: any free port. */
  readonly sandboxSuppliersPort: number
  /** Where another process runs the sandbox suppliers; null: this one does, or there are none. */
  readonly sandboxSuppliersUrl: string | null
  readonly webhookAllowPrivateNetworks: boolean
  readonly maxConnections: number
  /** Room streams and subscriptions, in this process. */
  readonly maxStreamsPerOrganization: number
  readonly headersTimeoutMs: number
  readonly requestTimeoutMs: number
  readonly keepAliveTimeoutMs: number
  /** Whose X-Forwarded-For tells where a request came from. */
  readonly trustedProxies: readonly string[]
  readonly shutdownTimeoutMs: number
  /** Where traces go; null: nowhere, and nothing that makes them is loaded. */
  readonly tracing: { readonly url: string; readonly serviceName: string } | null
  /** Tests only: the named point at which the process kills itself. */
  readonly killPoint: string | null
}

/** A setting that cannot be used: which, and what to do. */
export type ConfigFault = { readonly setting: string; readonly message: string }

/** Reads the environment; every fault at once. An empty value is as good as none. */
export const readConfig = (env: Readonly<Record<string, string | undefined>>): Config | readonly ConfigFault[] => {
  const given = Object.fromEntries(Object.keys(SETTINGS).flatMap((name) => (env[name] ? [[name, env[name]]] : [])))
  const parsed = settings.safeParse(given)
  if (!parsed.success) return parsed.error.issues.map(({ path, message }) => ({ setting: String(path[0]), message }))
  const faults = productionFaults(parsed.data)
  return faults.length > 0 ? faults : toConfig(parsed.data)
}

/** What production must not leave to a default. */
const productionFaults = (read: z.output<typeof settings>): ConfigFault[] => {
  if (read.ENVIRONMENT !== 'production') return []
  const needed = ['DATABASE_URL', 'MASTER_KEY'] as const
  const missing = needed.filter((name) => read[name] === undefined)
  const faults = missing.map((setting) => ({ setting, message: 'is required in production' }))
  if (read.KILL_POINT) faults.push({ setting: 'KILL_POINT' as never, message: 'is for tests only' })
  return faults
}

/** As OpenTelemetry has it: an endpoint for traces is taken as it is, the common one has a path for each signal. */
const tracingOf = (read: z.output<typeof settings>): Config['tracing'] => {
  const common = read.OTEL_EXPORTER_OTLP_ENDPOINT?.replace(/\/*$/, '/v1/traces')
  const endpoint = read.OTEL_EXPORTER_OTLP_TRACES_ENDPOINT ?? common
  return endpoint === undefined ? null : { url: endpoint, serviceName: read.OTEL_SERVICE_NAME }
}

const toConfig = (read: z.output<typeof settings>): Config => ({
  port: read.PORT,
  host: read.HOST,
  operatorPort: read.OPERATOR_PORT ?? null,
  environment: read.ENVIRONMENT,
  databaseUrl: read.DATABASE_URL ?? null,
  databasePoolSize: read.DATABASE_POOL_SIZE,
  redisUrl: read.REDIS_URL ?? null,
  roles: read.ROLES,
  dataDir: read.DATA_DIR,
  masterKey: read.MASTER_KEY ? Buffer.from(read.MASTER_KEY, 'hex') : null,
  logLevel: read.LOG_LEVEL,
  sandboxApiKey: read.SANDBOX_API_KEY ?? null,
  sandboxClock: read.SANDBOX_CLOCK && read.ENVIRONMENT === 'sandbox',
  sandboxSuppliersPort: read.SANDBOX_SUPPLIERS_PORT,
  sandboxSuppliersUrl: read.SANDBOX_SUPPLIERS_URL ?? null,
  webhookAllowPrivateNetworks: read.WEBHOOK_ALLOW_PRIVATE_NETWORKS ?? read.ENVIRONMENT === 'sandbox',
  maxConnections: read.MAX_CONNECTIONS,
  maxStreamsPerOrganization: read.MAX_STREAMS_PER_ORGANIZATION,
  headersTimeoutMs: read.HEADERS_TIMEOUT_MS,
  requestTimeoutMs: read.REQUEST_TIMEOUT_MS,
  keepAliveTimeoutMs: read.KEEP_ALIVE_TIMEOUT_MS,
  trustedProxies: read.TRUSTED_PROXIES,
  shutdownTimeoutMs: read.SHUTDOWN_TIMEOUT_MS,
  tracing: tracingOf(read),
  killPoint: read.KILL_POINT ?? null,
})

/** The settings of this process: the only reader of `process.env`. */
export const readProcessConfig = (): Config | readonly ConfigFault[] => readConfig(process.env)
