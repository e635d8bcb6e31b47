import { readFile } from 'node:fs/promises'
import ipaddr from 'ipaddr.js'

type HostsFile = {
  /** The addresses that the machine itself gives a name; null when it has none for it. */
  readonly find: (name: string) => Promise<readonly string[] | null>
}

const HOSTS_FILE = '/etc/hosts'
/** A changed file takes effect within this. */
const READ_EVERY_MS = 5_000

/** RFC 6761: never asked of a name server. */
const LOOPBACK = ['127.0.0.1', '::1']
function isLocalhost(name: string): boolean {
  return name === 'localhost' || name.endsWith('.localhost')
}

/** c-ares does not read it, so we do: `localhost` and the names of a container's own network must keep working. */
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

/** An address and the names for it a line; what is not an address is left out. IPv4 addresses come first. */
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
