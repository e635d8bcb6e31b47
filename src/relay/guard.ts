import ipaddr from 'ipaddr.js'
import { err, ok, type Result } from '../domain/result.ts'
import { describeFault, type Names } from '../platform/names/names.ts'
import { type AddressPolicy, addressFault } from './addresses.ts'

export type GuardOptions = AddressPolicy & {
  readonly names: Pick<Names, 'resolve'>
  /** The proxy that all webhooks go through, and that resolves names; null or absent: the relay connects directly. */
  readonly proxyUrl?: string | null
}

/** An address that was checked, to be dialled as it is: resolving the name again could return a different one. */
export type CheckedAddress = { readonly address: string; readonly family: 4 | 6 }

/** The URL to dial, the organization that it is for, and a signal that aborts the check. */
type Destination = {
  readonly url: URL
  readonly organizationId: string
  readonly signal?: AbortSignal | null
}

/** Ports below this belong to services other than webhook receivers, except those of the web. */
const FIRST_FREE_PORT = 1_024
const WEB_PORTS = new Set([80, 443])

/** Higher ports that databases, brokers, caches and management interfaces use, but webhook receivers do not. */
const SERVICE_PORTS = new Set([
  1_080, 1_433, 1_521, 2_049, 2_181, 2_375, 2_376, 2_379, 2_380, 3_128, 3_306, 3_389, 4_369, 5_432, 5_672, 5_900, 5_984,
  5_985, 5_986, 6_000, 6_379, 6_443, 6_667, 8_500, 9_042, 9_092, 9_200, 9_300, 10_250, 11_211, 15_672, 27_017,
])

/**
 * Returns all addresses of a URL's host. Every one must pass, so that a name with one public and one private address is refused,
 * whichever would have been dialled. Literal addresses are checked in every notation: the URL parser has already normalized
 * hexadecimal, octal and decimal ones.
 */
export async function checkAddress(
  { url, organizationId, signal }: Destination,
  options: GuardOptions,
): Promise<Result<readonly CheckedAddress[], string>> {
  const hostname = hostnameOf(url)
  if (isPortRefused(url, options)) return err(`port ${url.port} is no receiver's`)
  // Behind a proxy only literal addresses can be checked here: the proxy resolves names, and must refuse the wrong ones.
  if (options.proxyUrl && !isLiteral(url)) return ok([])
  const found = isLiteral(url)
    ? ok([hostname])
    : await options.names.resolve(hostname, { asker: organizationId, signal: signal ?? null })
  if (!found.ok) return err(`${hostname} ${describeFault(found.error)}`)
  for (const address of found.value) {
    const fault = addressFault(address, options)
    if (fault) return err(`${hostname} ${fault}`)
  }
  return ok(found.value.map(toChecked))
}

function isPortRefused(url: URL, { allowPrivateNetworks }: AddressPolicy): boolean {
  const port = Number(url.port)
  if (allowPrivateNetworks || url.port === '' || WEB_PORTS.has(port)) return false
  return port < FIRST_FREE_PORT || SERVICE_PORTS.has(port)
}

function toChecked(address: string): CheckedAddress {
  return { address, family: ipaddr.parse(address).kind() === 'ipv6' ? 6 : 4 }
}

function hostnameOf(url: URL): string {
  return url.hostname.replace(/^\[|\]$/g, '')
}

/** True for a URL with a literal address, which needs no DNS look-up. */
export function isLiteral(url: URL): boolean {
  return ipaddr.isValid(hostnameOf(url))
}

/** The check that operations make before they store a URL. */
export function createUrlCheck(options: GuardOptions) {
  return async (url: string, organizationId: string): Promise<Result<void, string>> => {
    const checked = await checkAddress({ url: new URL(url), organizationId }, options)
    return checked.ok ? ok(undefined) : checked
  }
}
