import { hash, timingSafeEqual } from 'node:crypto'
import { isIP } from 'node:net'
import { MINUTE_MS, SECOND_MS } from '../../../domain/time.ts'
import type { SandboxDeps, SandboxReply, SandboxRequest } from '../exchange.ts'
import { accountOf, accountOfKey } from './accounts.ts'
import { type FieldFault, type InputFault, invalidInput, unauthenticated } from './reply.ts'

const CLOCK_TOLERANCE_MS = 5 * MINUTE_MS

/** Parses Rapid's `EAN apikey=…,signature=…,timestamp=…`. Names may be in any case, and blanks around commas are allowed. */
function parseAuthorization(header: string): Readonly<Record<string, string>> | null {
  const [, list] = /^EAN\s+(.+)$/i.exec(header.trim()) ?? []
  if (list === undefined) return null
  return Object.fromEntries(
    list.split(',').map((pair) => {
      const [name = '', value = ''] = pair.trim().split('=', 2)
      return [name.toLowerCase(), value]
    }),
  )
}

/** The signature is the hex SHA-512 of key, secret and Unix seconds, joined without separators. */
function isSigned(given: Readonly<Record<string, string>>, nowAt: number): boolean {
  const { apikey = '', signature = '', timestamp = '' } = given
  const account = accountOfKey(apikey)
  if (!account || !/^\d{1,12}$/.test(timestamp)) return false
  if (Math.abs(nowAt - Number(timestamp) * SECOND_MS) > CLOCK_TOLERANCE_MS) return false
  const expected = Buffer.from(hash('sha512', apikey + account.sharedSecret + timestamp))
  const actual = Buffer.from(signature.toLowerCase())
  return actual.length === expected.length && timingSafeEqual(actual, expected)
}

/** Returns 401 unless the request is correctly signed, else null. The time is that of the request's world. */
export function refuseUnsigned(deps: SandboxDeps, { headers }: SandboxRequest): SandboxReply | null {
  const nowAt = deps.clock.now()
  const given = parseAuthorization(headers.authorization ?? '') ?? {}
  if (isSigned(given, nowAt)) return null
  const fields: FieldFault[] = ['apikey', 'signature', 'timestamp'].map((name) => ({
    name,
    type: 'header',
    value: given[name] ?? '',
  }))
  const serverTime = { name: 'servertimestamp', type: 'server', value: String(Math.floor(nowAt / SECOND_MS)) }
  return unauthenticated(deps, [...fields, serverTime])
}

function headerFault(name: string, value: string, message: string): InputFault {
  return {
    type: `${name.toLowerCase().replaceAll('-', '_')}.${value === '' ? 'required' : 'invalid'}`,
    message,
    fields: [{ name, type: 'header', value }],
  }
}

/** Addresses of no guest: private, local, or reserved for documentation. */
const NO_GUEST = /^(0|10|127|192\.0\.2|192\.168|198\.51\.100|203\.0\.113|169\.254|172\.(1[6-9]|2\d|3[01]))\./

function isGuests(address: string): boolean {
  return isIP(address) === 4
    ? !NO_GUEST.test(address)
    : isIP(address) === 6 && !/^(::1?$|f[cde]|2001:db8)/i.test(address)
}

/** Returns 400 with every header that Rapid requires and the request lacks. `Customer-Ip` is required for itineraries only. */
export function refuseBareHeaders(deps: SandboxDeps, request: SandboxRequest): SandboxReply | null {
  const { headers, path } = request
  function value(name: string): string {
    return headers[name] ?? ''
  }
  const faults: InputFault[] = []
  if (!/application\/json/i.test(value('accept')))
    faults.push(headerFault('Accept', value('accept'), 'Accept header is required and must be application/json.'))
  if (!/\bgzip\b/i.test(value('accept-encoding')))
    faults.push(headerFault('Accept-Encoding', value('accept-encoding'), 'Accept-Encoding must contain gzip.'))
  if (value('user-agent') === '') faults.push(headerFault('User-Agent', '', 'User-Agent header is required.'))
  if (path.startsWith('/v3/itineraries') && isIP(value('customer-ip')) === 0)
    faults.push(
      headerFault(
        'Customer-Ip',
        value('customer-ip'),
        'Customer-Ip header is required and must be a valid IP Address.',
      ),
    )
  const isStrict = accountOf(request)?.isStrictAboutTravellers === true && !path.startsWith('/v3/properties/content')
  if (isStrict && faults.length === 0 && !isGuests(value('customer-ip')))
    faults.push(headerFault('Customer-Ip', value('customer-ip'), 'Customer-Ip must be the address of the customer.'))
  return faults.length > 0 ? invalidInput(deps, faults) : null
}
