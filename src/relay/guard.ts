import { lookup as systemLookup } from 'node:dns/promises'
import ipaddr from 'ipaddr.js'
import { err, ok, type Result } from '../domain/result.ts'

export type GuardOptions = {
  /** True lets loopback and private addresses through: development and the sandbox. Metadata addresses never pass. */
  readonly allowPrivateNetworks: boolean
  /** Every address of a name; the system's resolver by default. */
  readonly resolve?: (hostname: string) => Promise<readonly string[]>
}

/** An address to dial, already checked: dialling the name again could find another. */
export type CheckedAddress = { readonly address: string; readonly family: 4 | 6 }

/** Where clouds answer with credentials; reachable by nobody's webhook receiver. */
const METADATA = new Set(['169.254.169.254', '169.254.170.2', 'fd00:ec2::254', '100.100.100.200'])

/** Ranges that are private networks of some kind; let through only in development. */
const PRIVATE_RANGES = new Set(['loopback', 'private', 'uniqueLocal', 'carrierGradeNat'])

/** Ports below this are other services' than a webhook receiver's, but for those of the web. */
const FIRST_FREE_PORT = 1_024
const WEB_PORTS = new Set([80, 443])

type Address = ReturnType<typeof ipaddr.parse>

/** What an address really leads to: v4-mapped, NAT64 and 6to4 addresses carry an IPv4 one. */
const unwrap = (address: Address): Address => {
  if (address.kind() !== 'ipv6') return address
  const v6 = address as ipaddr.IPv6 // by its kind
  if (v6.isIPv4MappedAddress()) return v6.toIPv4Address()
  const bytes = v6.toByteArray()
  const range = v6.range()
  if (range === 'rfc6052') return ipaddr.fromByteArray(bytes.slice(12))
  return range === '6to4' ? ipaddr.fromByteArray(bytes.slice(2, 6)) : address
}

/** Why an address may not be dialled; null when it may. */
export const addressFault = (text: string, allowPrivateNetworks: boolean): string | null => {
  if (!ipaddr.isValid(text)) return 'is not an address'
  const address = unwrap(ipaddr.parse(text))
  if (METADATA.has(address.toString())) return 'is a metadata address'
  const range = address.range()
  if (range === 'unicast') return null
  if (allowPrivateNetworks && PRIVATE_RANGES.has(range)) return null
  return `is a ${range} address`
}

const systemAddresses = async (hostname: string): Promise<readonly string[]> =>
  (await systemLookup(hostname, { all: true })).map(({ address }) => address)

/**
 * The address that a URL may be delivered to. Every resolved address must pass, so that a name with one public and one
 * private address is refused whichever would have been dialled. Literals are checked in every spelling: the URL parser has
 * turned hexadecimal, octal and decimal ones into the usual form already.
 */
export const checkAddress = async (url: URL, options: GuardOptions): Promise<Result<CheckedAddress, string>> => {
  const hostname = hostnameOf(url)
  const port = Number(url.port)
  if (!options.allowPrivateNetworks && url.port !== '' && port < FIRST_FREE_PORT && !WEB_PORTS.has(port))
    return err(`port ${port} is no receiver's`)
  const addresses = ipaddr.isValid(hostname) ? [hostname] : await resolveAll(hostname, options)
  if (addresses === null || addresses.length === 0) return err(`${hostname} cannot be resolved`)
  for (const address of addresses) {
    const fault = addressFault(address, options.allowPrivateNetworks)
    if (fault) return err(`${hostname} ${fault}`)
  }
  const address = addresses[0] ?? ''
  return ok({ address, family: ipaddr.parse(address).kind() === 'ipv6' ? 6 : 4 })
}

const hostnameOf = (url: URL): string => url.hostname.replace(/^\[|\]$/g, '')

/** True for a URL that names an address, so that there is nothing to resolve. */
export const isLiteral = (url: URL): boolean => ipaddr.isValid(hostnameOf(url))

const resolveAll = async (hostname: string, { resolve }: GuardOptions): Promise<readonly string[] | null> => {
  try {
    return await (resolve ?? systemAddresses)(hostname)
  } catch {
    return null
  }
}

/** What the operations ask before they store a URL. */
export const createUrlCheck =
  (options: GuardOptions) =>
  async (url: string): Promise<Result<void, string>> => {
    const checked = await checkAddress(new URL(url), options)
    return checked.ok ? ok(undefined) : checked
  }
