import type { Core } from '../core.ts'
import type { StoredConnection } from '../store/supplier-connections.ts'
import { connectionFaults } from '../suppliers/connection-check.ts'
import { SUPPLIERS } from '../suppliers/registry.ts'
import type { TriedConnection } from '../suppliers/supplier.ts'
import { optionalText, text, UsageError, type Values } from './command.ts'

export const SUPPLIER_CODES = SUPPLIERS.map(({ code }) => code).join('|')
/** The id is shown in logs, metrics and the audit log. */
const CONNECTION_ID = /^[\w.-]{1,64}$/

/** What no credential begins or ends with, and pasted text often does. */
const PASTED = /^[\s'"“”‘’]|[\s'"“”‘’]$/

const HINTS = {
  credentials: '; @FILE reads it from a file',
  settings: `: '{"currency":"EUR"}'`,
} as const

/** Faults of a connection's fields, each with the name of its field before the first colon. */
export class ConnectionFaults extends UsageError {
  readonly faults: readonly string[]
  constructor(faults: readonly string[]) {
    super(faults.join('; '))
    this.faults = faults
  }
}

/**
 * Reads and checks the connection that `supplier connect` is given. What is not given stays as it is stored: settings that limit
 * where a contract sells must not go when its credentials are renewed. Only the names of credentials may be logged, never their
 * values.
 */
export function readConnection({ seals, config }: Core, values: Values, known: StoredConnection | null) {
  const supplier = SUPPLIERS.find(({ code }) => code === values['supplier'])
  if (!supplier) throw new UsageError(`--supplier is one of ${SUPPLIER_CODES}`)
  const connectionId = text(values, 'connection')
  const given = jsonObject(text(values, 'credentials'), 'credentials')
  const credentials = Object.fromEntries(Object.entries(given).map(([name, value]) => [name, String(value)]))
  const settings = settingsOf(values, known)
  const ownUrl = baseUrlOf(optionalText(values, 'base-url'), known)
  const { environment } = config
  const baseUrl = ownUrl ?? supplier.baseUrls[environment]
  const faults = [
    ...(CONNECTION_ID.test(connectionId) ? [] : ['--connection is 1 to 64 of letters, digits, _, . and -']),
    ...Object.entries(given).flatMap(([name, value]) => credentialFault(name, value)),
    ...connectionFaults(SUPPLIERS, supplier, { credentials, settings, baseUrl, environment }),
  ]
  if (faults.length > 0) throw new ConnectionFaults(faults)
  const facts = { connectionId, supplierCode: supplier.code, environment, baseUrl: ownUrl, settings }
  const tried: TriedConnection = { ...facts, credentials }
  const connection: StoredConnection = {
    ...facts,
    name: connectionId,
    credentials: seals.credentials.seal(JSON.stringify(credentials), connectionId),
  }
  return { connection, tried, credentialNames: Object.keys(credentials).sort() }
}

/** The parser's own words are not told: they quote what was given, which may be a secret. */
function jsonObject(given: string, name: keyof typeof HINTS): Record<string, unknown> {
  try {
    const value: unknown = JSON.parse(given)
    if (value !== null && typeof value === 'object' && !Array.isArray(value)) return value as Record<string, unknown>
  } catch {
    // Reported below, like any other value that is not an object.
  }
  throw new UsageError(`--${name} must be a JSON object, with names and texts in double quotes${HINTS[name]}`)
}

function credentialFault(name: string, value: unknown): string[] {
  if (typeof value !== 'string') return [`${name}: must be a text in double quotes`]
  return PASTED.test(value) ? [`${name}: begins or ends with a blank or a quotation mark, as pasted text does`] : []
}

function settingsOf(values: Values, known: StoredConnection | null): Readonly<Record<string, unknown>> {
  const given = optionalText(values, 'settings')
  return given === null ? (known?.settings ?? {}) : jsonObject(given, 'settings')
}

/** Checks the base URL, to which the adapters append their paths. Null: the adapter's own. */
function baseUrlOf(given: string | null, known: StoredConnection | null): string | null {
  if (given === null) return known?.baseUrl ?? null
  if (given === 'none') return null
  const url = URL.canParse(given) ? new URL(given) : null
  if (!url || !/^https?:$/.test(url.protocol) || url.search !== '' || url.hash !== '')
    throw new UsageError('--base-url is http:// or https://, a host and a path, or none')
  // It is shown by `supplier list`, and in the audit log.
  if (url.username !== '' || url.password !== '') throw new UsageError('--base-url must not hold a name or password')
  return given
}
