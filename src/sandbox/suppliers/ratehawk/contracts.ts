import { BlockList, isIP } from 'node:net'
import { SANDBOX_CREDENTIALS } from '../credentials.ts'

/** What a partner's contract, which its key stands for, demands of its bookings. */
export type SandboxContract = {
  /** The one address that bookings may have; null: any. */
  readonly corporateEmail: string | null
  /** True: `supplier_data` tells who books. */
  readonly needsSupplierData: boolean
  /** True: `user_ip` is an address that a guest on the Internet can have. */
  readonly needsGuestsAddress: boolean
  /** True: a test key, which books the test hotel only. */
  readonly testHotelOnly: boolean
}

const EASY: SandboxContract = {
  corporateEmail: null,
  needsSupplierData: false,
  needsGuestsAddress: false,
  testHotelOnly: false,
}

export const STRICT_EMAIL = 'bookings@partner.example'

/** By the id of the key. All keys have the same secret; the seeded connection has the first. */
const CONTRACTS: Readonly<Record<string, SandboxContract>> = {
  [SANDBOX_CREDENTIALS.ratehawk.keyId]: EASY,
  '4712': { ...EASY, corporateEmail: STRICT_EMAIL, needsSupplierData: true, needsGuestsAddress: true },
  '4713': { ...EASY, testHotelOnly: true },
}

/** The only hotel of a test key, by ETG's documentation. */
export const TEST_HOTEL = '8473727'

/** The contract of an Authorization header; null when the key is unknown. */
export function contractOf(authorization: string | undefined): SandboxContract | null {
  const [scheme, encoded = ''] = (authorization ?? '').split(' ')
  const [keyId = '', apiKey] = Buffer.from(encoded, 'base64').toString('utf8').split(':')
  return scheme === 'Basic' && apiKey === SANDBOX_CREDENTIALS.ratehawk.apiKey ? (CONTRACTS[keyId] ?? null) : null
}

/** Private, loopback, shared and documentation addresses: no guest has one. */
const NO_GUESTS = new BlockList()
for (const [network, prefix] of [
  ['0.0.0.0', 8],
  ['10.0.0.0', 8],
  ['100.64.0.0', 10],
  ['127.0.0.0', 8],
  ['169.254.0.0', 16],
  ['172.16.0.0', 12],
  ['192.0.2.0', 24],
  ['192.168.0.0', 16],
  ['198.51.100.0', 24],
  ['203.0.113.0', 24],
] as const)
  NO_GUESTS.addSubnet(network, prefix, 'ipv4')
for (const [network, prefix] of [
  ['::', 127],
  ['2001:db8::', 32],
  ['fc00::', 7],
  ['fe80::', 10],
] as const)
  NO_GUESTS.addSubnet(network, prefix, 'ipv6')

export function isGuestsAddress(address: string): boolean {
  const version = isIP(address)
  return version !== 0 && !NO_GUESTS.check(address, version === 6 ? 'ipv6' : 'ipv4')
}
