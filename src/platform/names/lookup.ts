import { readFile } from 'node:fs/promises'
import type { LookupFunction } from 'node:net'
import ipaddr from 'ipaddr.js'
import { type Addresses, describeFault, type Names } from './names.ts'

const RESOLV_CONF = '/etc/resolv.conf'

/** The system's `search` and `ndots`: inside a cluster, operators refer to hosts by their first label. */
type SearchList = { readonly suffixes: readonly string[]; readonly ndots: number }

const NO_SEARCH: SearchList = { suffixes: [], ndots: 1 }

/**
 * A look-up function for sockets, in the form of `net.connect`. It uses the system's search list, like the system's own resolver.
 * It is only for host names that operators configure; partners' host names are looked up without it.
 */
export function createLookup(names: Names, asker: string): LookupFunction {
  const searchList = readSearchList()
  return (hostname, options, done) => {
    async function find(): Promise<void> {
      const found = await firstFound(names, candidates(hostname, await searchList), asker)
      const addresses = (found.ok ? found.value : []).map((address) => ({ address, family: familyOf(address) }))
      const wanted = addresses.filter(({ family }) => !options.family || family === Number(options.family))
      const [first] = wanted
      const fault = found.ok ? 'NOT_FOUND' : found.error
      if (!first) done(Object.assign(new Error(`${hostname} ${describeFault(fault)}`), { code: 'ENOTFOUND' }), '')
      else if (options.all) done(null, wanted)
      else done(null, first.address, first.family)
    }
    // `find` never rejects: its faults are values.
    void find()
  }
}

function familyOf(address: string): 4 | 6 {
  return ipaddr.parse(address).kind() === 'ipv6' ? 6 : 4
}

/**
 * The names to try, in order. A name with enough dots is tried unchanged first, any other name last; a name that ends with a dot
 * is only tried unchanged.
 */
function candidates(hostname: string, { suffixes, ndots }: SearchList): readonly string[] {
  if (hostname.endsWith('.')) return [hostname]
  const searched = suffixes.map((suffix) => `${hostname}.${suffix}`)
  const dots = hostname.split('.').length - 1
  return dots >= ndots ? [hostname, ...searched] : [...searched, hostname]
}

/** Tries the next candidate only when a name does not exist; any other fault ends the look-up. */
async function firstFound(names: Names, hostnames: readonly string[], asker: string): Promise<Addresses> {
  let last: Addresses = { ok: false, error: 'NOT_FOUND' }
  for (const hostname of hostnames) {
    last = await names.resolve(hostname, { asker })
    if (last.ok || last.error !== 'NOT_FOUND') return last
  }
  return last
}

async function readSearchList(): Promise<SearchList> {
  const text = await readFile(RESOLV_CONF, 'utf8').catch(() => null)
  if (text === null) return NO_SEARCH
  const suffixes = /^\s*(?:search|domain)\s+(.+)$/m.exec(text)?.[1]?.trim().split(/\s+/) ?? []
  return { suffixes: suffixes.filter((suffix) => suffix !== '.'), ndots: Number(/\bndots:(\d+)/.exec(text)?.[1] ?? 1) }
}
