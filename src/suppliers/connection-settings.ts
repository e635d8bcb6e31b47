import { z } from 'zod'
import type { CallCaps } from '../domain/call-caps.ts'
import type { SupplierCall, SupplierConnection } from './supplier-call.ts'

function isTimeZone(name: string): boolean {
  try {
    return new Temporal.ZonedDateTime(0n, name).timeZoneId !== ''
  } catch {
    return false
  }
}

/** Calls a second, or at once. The upper bound keeps the lists short in which they are counted. */
const callCount = z.int().min(1).max(1_000)

const countryCode = z.string().regex(/^[A-Z]{2}$/, 'must be ISO 3166-1 alpha-2 codes, e.g. GB')

/** `{language}` in it becomes the language of who reads the terms. */
const termsUrl = z
  .string()
  .max(500)
  .refine((url) => URL.canParse(url) && /^https:\/\/[^{}]+\//.test(url), 'must be an https:// URL')

/**
 * Settings that a contract with any supplier may have; adapters add their own. Unknown names are refused, so that a typo is not
 * ignored.
 */
export const commonSettings = z.strictObject({
  /** The currency (ISO 4217) that prices are requested in, where the supplier lets us choose. */
  currency: z
    .string()
    .regex(/^[A-Z]{3}$/, 'must be an ISO 4217 code, e.g. USD')
    .default('USD'),
  /** The guests' nationalities (ISO 3166-1 alpha-2) that the contract may sell to; when absent, it may sell to all. */
  markets: z.array(countryCode).optional(),
  /** The countries (ISO 3166-1 alpha-2) whose hotels the contract may sell; when absent, it may sell all. */
  countries: z.array(countryCode).optional(),
  /** The IANA zone of deadlines that the supplier sends without a zone. When absent, the earliest possible instant is assumed. */
  timeZone: z.string().refine(isTimeZone, 'must be an IANA time zone, e.g. Europe/Madrid').optional(),
  /** Calls a second of the whole connection, over all processes. Bookings are counted, and never held back. */
  maxRequestsPerSecond: callCount.optional(),
  /** Calls a second of a kind. `content` has a tenth of the whole when nothing is said of it. */
  maxRequestsPerSecondBy: z
    .strictObject({
      search: callCount.optional(),
      rooms: callCount.optional(),
      price_check: callCount.optional(),
      content: callCount.optional(),
    })
    .optional(),
  /** Calls that are under way at the same time, over all processes. */
  maxConcurrent: callCount.optional(),
  /** The proxy through which the supplier is called, for addresses that it knows; who we are to it stands in the credentials. */
  proxyUrl: z
    .url({ protocol: /^https?$/, error: 'must be http:// or https://' })
    .refine(
      (url) => hasNoUser(url),
      'must not hold a name or password: they are the credentials proxyUser and proxyPassword',
    )
    .optional(),
  /** What our own sandbox supplier plays for this connection; other suppliers never hear of it. */
  sandbox: z
    .strictObject({
      /** Calls a second after which it refuses, as the real supplier does. */
      rateLimit: callCount.optional(),
    })
    .optional(),
  /** The terms that the contract obliges those to accept who sell over it, and to show. */
  supplierTerms: z
    .strictObject({
      /** Another version has to be accepted again. */
      version: z.string().regex(/^[\w.-]{1,40}$/, 'must be 1 to 40 of letters, digits, _, . and -'),
      supplierTermsUrl: termsUrl.optional(),
      agentAgreementUrl: termsUrl.optional(),
      /** Nothing is booked before they are accepted, also in the sandbox and for suppliers that do not demand it. */
      demanded: z.literal(true).optional(),
    })
    .optional(),
})

const caps = commonSettings
  .pick({ maxRequestsPerSecond: true, maxRequestsPerSecondBy: true, maxConcurrent: true })
  .loose()

/** What the contract allows; nothing for settings that say nothing of it. */
export const capsOf = remember(
  caps.transform(
    ({
      maxRequestsPerSecond: perSecond,
      maxRequestsPerSecondBy: perSecondBy,
      maxConcurrent: concurrent,
    }): CallCaps => ({
      ...(perSecond === undefined ? {} : { perSecond }),
      ...(perSecondBy === undefined ? {} : { perSecondBy }),
      ...(concurrent === undefined ? {} : { concurrent }),
    }),
  ),
)

/** Credentials that every connection may have. */
const proxyCredentials = z.object({ proxyUser: z.string().min(1).optional(), proxyPassword: z.string().optional() })
const PROXY_FIELDS = Object.keys(proxyCredentials.shape)

/** `authorization` is the value of the header by which the proxy knows us. */
export type OutboundProxy = { readonly url: string; readonly authorization: string | null }

/** The proxy of a connection; null: its supplier is called directly. */
export function proxyOf({
  credentials,
  settings,
}: Pick<SupplierConnection, 'credentials' | 'settings'>): OutboundProxy | null {
  const { proxyUrl } = settings
  if (typeof proxyUrl !== 'string') return null
  const { proxyUser, proxyPassword = '' } = proxyCredentials.parse(credentials)
  const told = proxyUser === undefined ? null : Buffer.from(`${proxyUser}:${proxyPassword}`).toString('base64')
  return { url: proxyUrl, authorization: told && `Basic ${told}` }
}

/** The credentials that the supplier gets. */
export function suppliersOwn(credentials: unknown): unknown {
  return credentials !== null && typeof credentials === 'object'
    ? Object.fromEntries(Object.entries(credentials).filter(([name]) => !PROXY_FIELDS.includes(name)))
    : credentials
}

function hasNoUser(text: string): boolean {
  if (!URL.canParse(text)) return true
  const { username, password } = new URL(text)
  return username === '' && password === ''
}

const played = commonSettings.pick({ sandbox: true }).loose()

/** After how many calls a second our sandbox supplier shall refuse; null: never. */
export const playedRateLimitOf = remember(
  played.transform(({ sandbox }) => ({ perSecond: sandbox?.rateLimit ?? null })),
)

/** How an adapter validates and reads its connections. */
type ConnectionShape<Credentials extends z.ZodObject, Settings extends z.ZodObject> = {
  /** The names of the credentials and settings. */
  readonly fields: { readonly credentials: readonly string[]; readonly settings: readonly string[] }
  /** Validates a connection before it is stored, and returns every fault with the name of the field. */
  readonly check: (connection: Pick<SupplierConnection, 'credentials' | 'settings'>) => string[]
  /** Both functions throw for a connection that `check` would have refused. */
  readonly credentialsOf: (call: SupplierCall) => z.output<Credentials>
  readonly settingsOf: (call: SupplierCall) => z.output<Settings>
}

/** Parses each stored value only once: directories cache a connection for a minute, and searches read it often. */
function remember<Schema extends z.ZodType>(schema: Schema): (raw: object) => z.output<Schema> {
  const parsed = new WeakMap<object, z.output<Schema>>()
  return (raw) => {
    const known = parsed.get(raw)
    if (known !== undefined) return known
    const value = schema.parse(raw)
    parsed.set(raw, value)
    return value
  }
}

export function connectionShape<Credentials extends z.ZodObject, Settings extends z.ZodObject>(
  credentials: Credentials,
  settings: Settings,
): ConnectionShape<Credentials, Settings> {
  const own = z.preprocess(suppliersOwn, credentials)
  const readCredentials = remember(own)
  const readSettings = remember(settings)
  return {
    fields: { credentials: Object.keys(credentials.shape), settings: Object.keys(settings.shape) },
    check: (connection) =>
      [
        own.safeParse(connection.credentials),
        proxyCredentials.safeParse(connection.credentials),
        settings.safeParse(connection.settings),
      ].flatMap((parsed) => (parsed.success ? [] : parsed.error.issues.flatMap(faultsOf))),
    credentialsOf: ({ connection }) => readCredentials(connection.credentials),
    settingsOf: ({ connection }) => readSettings(connection.settings),
  }
}

/** How a fault ends that is about a name which no schema has. */
export const NOT_KNOWN = ': is not known'

function faultsOf(issue: z.core.$ZodIssue): string[] {
  const path = issue.path.join('.')
  if (issue.code === 'unrecognized_keys')
    return issue.keys.map((key) => `${path === '' ? key : `${path}.${key}`}${NOT_KNOWN}`)
  return [path === '' ? worded(issue) : `${path}: ${worded(issue)}`]
}

const WORDS: Readonly<Record<string, string>> = {
  array: 'a list',
  boolean: 'true or false',
  int: 'a whole number',
  number: 'a number',
  object: 'an object',
  string: 'a text',
}

/** A fault as somebody would say it who does not know our schemas. Faults with words of their own keep them. */
function worded(issue: z.core.$ZodIssue): string {
  const { code, message } = issue
  if (code === 'invalid_type')
    return message.endsWith('received undefined') ? 'is missing' : `must be ${WORDS[issue.expected] ?? issue.expected}`
  if (code === 'too_small') return issue.origin === 'string' ? 'must not be empty' : `must be at least ${issue.minimum}`
  if (code === 'too_big')
    return `must be at most ${issue.maximum}${issue.origin === 'string' ? ' characters long' : ''}`
  return message
}
