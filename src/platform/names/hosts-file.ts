import { readFile } from 'node:fs/promises'
import ipaddr from 'ipaddr.js'

type HostsFile = {
  /** The addresses that the machine's hosts file has for a name; null when it has none. */
  readonly find: (name: string) => Promise<readonly string[] | null>
}

const HOSTS_FILE = '/etc/hosts'
/** A changed file takes effect within this time. */
const READ_EVERY_MS = 5_000

/** RFC 6761: `localhost` is never looked up at a name server. */
const LOOPBACK = ['127.0.0.1', '::1']
function isLocalhost(name: string): boolean {
  return name === 'localhost' || name.endsWith('.localhost')
}

/** Reads the hosts file, which c-ares does not do: `localhost` and the names of a container's network must keep working. */
export function createHostsFile(path: string = HOSTS_FILE): HostsFile {
  let read: Promise<ReadonlyMap<string, readonly string[]>> | null = null
  let readAt = 0

  function names(): Promise<ReadonlyMap<string, readonly string[]>> {
    if (read === null || performance.now() - readAt > READ_EVERY_MS) {
      read = readFile(path, 'utf8').then(parseHosts, () => new Map())
      readAt = performance.now()
    }
    return read
  }

  return { find: async (name) => (await names()).get(name) ?? (isLocalhost(name) ? LOOPBACK : null) }
}

/** Parses lines of an address and its names, and skips lines without a valid address. IPv4 addresses come first. */
function parseHosts(text: string): ReadonlyMap<string, readonly string[]> {
  const found = new Map<string, string[]>()
  for (const line of text.split('\n')) {
    const [address = '', ...names] = line.replace(/#.*/, '').trim().split(/\s+/)
    if (!ipaddr.isValid(address)) continue
    for (const name of names.map((one) => one.toLowerCase())) found.set(name, [...(found.get(name) ?? []), address])
  }
  for (const addresses of found.values()) addresses.sort((a, b) => Number(a.includes(':')) - Number(b.includes(':')))
  return found
}
