import ipaddr from 'ipaddr.js'

/** True for an address, or a network such as `10.0.0.0/8`. */
export function isNetwork(text: string): boolean {
  return ipaddr.isValid(text) || ipaddr.isValidCIDR(text)
}

/** True when an address is in any of the networks. An IPv4-mapped IPv6 address (`::ffff:10.0.0.1`) is treated as IPv4. */
export function isInNetworks(address: string, networks: readonly string[]): boolean {
  if (!ipaddr.isValid(address)) return false
  const parsed = ipaddr.process(address)
  return networks.some((network) => {
    const [base, bits] = rangeOf(network)
    return base.kind() === parsed.kind() && parsed.match([base, bits])
  })
}

function rangeOf(network: string): [ipaddr.IPv4 | ipaddr.IPv6, number] {
  if (ipaddr.isValidCIDR(network)) return ipaddr.parseCIDR(network)
  const base = ipaddr.process(network)
  return [base, base.kind() === 'ipv4' ? 32 : 128]
}

/** True for an address that only programs of this machine reach. */
export function isLoopback(host: string): boolean {
  return host === 'localhost' || host === '::1' || host.startsWith('127.')
}

/** True for `address` or `address:port`; an IPv6 address with a port is in brackets. */
export function isServer(text: string): boolean {
  return (
    ipaddr.isValid(text) ||
    (URL.canParse(`dns://${text}`) && ipaddr.isValid(text.replace(/^\[?(.*?)\]?:\d{1,5}$/, '$1')))
  )
}
