import { z } from 'zod'
import type { SupplierCall, SupplierConnection } from './supplier-call.ts'

function isTimeZone(name: string): boolean {
  try {
    return new Temporal.ZonedDateTime(0n, name).timeZoneId !== ''
  } catch {
    return false
  }
}

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
  markets: z.array(z.string().regex(/^[A-Z]{2}$/, 'must be ISO 3166-1 alpha-2 codes, e.g. GB')).optional(),
  /** The IANA zone of deadlines that the supplier sends without a zone. When absent, the earliest possible instant is assumed. */
  timeZone: z.string().refine(isTimeZone, 'must be an IANA time zone, e.g. Europe/Madrid').optional(),
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

/** How an adapter validates and reads its connections. */
type ConnectionShape<Credentials extends z.ZodType, Settings extends z.ZodType> = {
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

export function connectionShape<Credentials extends z.ZodType, Settings extends z.ZodType>(
  credentials: Credentials,
  settings: Settings,
): ConnectionShape<Credentials, Settings> {
  const readCredentials = remember(credentials)
  const readSettings = remember(settings)
  return {
    check: (connection) =>
      [credentials.safeParse(connection.credentials), settings.safeParse(connection.settings)].flatMap((parsed) =>
        parsed.success ? [] : parsed.error.issues.map(({ path, message }) => faultOf(path, message)),
      ),
    credentialsOf: ({ connection }) => readCredentials(connection.credentials),
    settingsOf: ({ connection }) => readSettings(connection.settings),
  }
}

function faultOf(path: readonly PropertyKey[], message: string): string {
  return path.length > 0 ? `${path.join('.')}: ${message}` : message
}
