import ipaddr from 'ipaddr.js'

export type AddressPolicy = {
  /** True allows loopback and private addresses, for development and the sandbox. Metadata addresses are never allowed. */
  readonly allowPrivateNetworks: boolean
  /** Addresses and networks (CIDR) that the operator forbids, whether public or not. */
  readonly deniedNetworks?: readonly string[]
  /** Private addresses and networks that webhooks may be sent to. `deniedNetworks` takes precedence. */
  readonly allowedNetworks?: readonly string[]
}

type Address = ipaddr.IPv4 | ipaddr.IPv6

/**
 * Addresses at which clouds serve credentials; no webhook receiver can be there. AWS (instance, ECS, EKS), GCP, Azure and its
 * platform address, Alibaba, Oracle, Scaleway, in both address families where they exist.
 */
const METADATA = new Set(
  [
    ['169.254.169.254', '169.254.170.2', '169.254.170.23', '169.254.42.42', '168.63.129.16', '100.100.100.200'],
    ['192.0.0.192', 'fd00:ec2::254', 'fd00:ec2::23', 'fd20:ce::254', 'fd00:42::42', 'fd00:c1::a9fe:a9fe'],
  ]
    .flat()
    .map((text) => ipaddr.parse(text).toString()),
)

/** The ranges that are private networks of some kind; allowed only in development. */
const PRIVATE_RANGES = new Set(['loopback', 'private', 'uniqueLocal', 'carrierGradeNat'])

/**
 * The range that IANA allocates for public use: any other address that looks like unicast belongs to a tunnel, or is unassigned.
 */
const GLOBAL_UNICAST = ipaddr.IPv6.parseCIDR('2000::/3')
const IPV4_COMPATIBLE = ipaddr.IPv6.parseCIDR('::/96')
/** The only NAT64 prefix in which the last four bytes are always the IPv4 address. */
const NAT64 = ipaddr.IPv6.parseCIDR('64:ff9b::/96')

/** Why an address must not be dialled; null when it may be. */
export function addressFault(text: string, policy: AddressPolicy): string | null {
  if (!ipaddr.isValid(text)) return 'is not an address'
  const address = ipaddr.parse(text)
  const led = leadsTo(address)
  for (const one of [address, led]) {
    if (METADATA.has(one.toString())) return 'is a metadata address'
    if (isIn(policy.deniedNetworks, one)) return 'is in a network that the operator has denied'
  }
  if (isIn(policy.allowedNetworks, led)) return null
  return rangeFault(led, policy.allowPrivateNetworks)
}

function rangeFault(address: Address, allowPrivateNetworks: boolean): string | null {
  const range = address.range()
  if (range === 'unicast') return isOpen(address) ? null : 'is outside of the global unicast range'
  if (allowPrivateNetworks && PRIVATE_RANGES.has(range)) return null
  return `is a ${range} address`
}

function isOpen(address: Address): boolean {
  return address instanceof ipaddr.IPv4 || address.match(GLOBAL_UNICAST)
}

/** The effective address: several kinds of IPv6 address contain an IPv4 one. Other addresses are returned unchanged. */
function leadsTo(address: Address): Address {
  if (address instanceof ipaddr.IPv4) return address
  if (address.isIPv4MappedAddress()) return address.toIPv4Address()
  const bytes = address.toByteArray()
  if (address.range() === '6to4') return v4(bytes.slice(2, 6))
  if (address.match(NAT64) || isIsatap(bytes)) return v4(bytes.slice(12))
  const isCompatible = address.match(IPV4_COMPATIBLE) && address.range() === 'unicast'
  return isCompatible ? v4(bytes.slice(12)) : address
}

/** RFC 5214: an interface identifier of 0000:5efe or 0200:5efe followed by an IPv4 address, under any prefix. */
function isIsatap(bytes: readonly number[]): boolean {
  const [first = 1, ...rest] = bytes.slice(8, 12)
  return (first & 0xfd) === 0 && rest[0] === 0 && rest[1] === 0x5e && rest[2] === 0xfe
}

function v4(bytes: number[]): Address {
  return ipaddr.fromByteArray(bytes)
}

/** True when the address is in one of the networks, which were validated when the settings were read. */
function isIn(networks: readonly string[] | undefined, address: Address): boolean {
  return (networks ?? []).some((network) => {
    const [base, bits] = network.includes('/') ? ipaddr.parseCIDR(network) : [ipaddr.parse(network), null]
    if (base.kind() !== address.kind()) return false
    return address.match(base, bits ?? (base.kind() === 'ipv4' ? 32 : 128))
  })
}
