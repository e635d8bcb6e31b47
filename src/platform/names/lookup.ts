import { readFile } from 'node:fs/promises'
import type { LookupFunction } from 'node:net'
import ipaddr from 'ipaddr.js'
import { type Addresses, describeFault, type Names } from './names.ts'

const RESOLV_CONF = '/etc/resolv.conf'

/** `search` and `ndots` of the system: inside a cluster, operators name what they dial by its first label. */
type SearchList = { readonly suffixes: readonly string[]; readonly ndots: number }

const NO_SEARCH: SearchList = { suffixes: [], ndots: 1 }

/**
 * For sockets that dial by name, as `net.connect` takes it: with the system's search list, as its own resolver has it. Only
 * for names that the operator has written; partners' names are taken as they stand.
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
    // Never throws: faults are values up to here.
    void find()
  }
}

function familyOf(address: string): 4 | 6 {
  return ipaddr.parse(address).kind() === 'ipv6' ? 6 : 4
}

/** A name with enough dots is tried as it stands first, another one last; one that ends with a dot only so. */
function candidates(hostname: string, { suffixes, ndots }: SearchList): readonly string[] {
  if (hostname.endsWith('.')) return [hostname]
  const searched = suffixes.map((suffix) => `${hostname}.${suffix}`)
  const dots = hostname.split('.').length - 1
  return dots >= ndots ? [hostname, ...searched] : [...searched, hostname]
}

/** The next candidate is asked only when there is no such name; the look-up of all of them ends with the first fault. */
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
