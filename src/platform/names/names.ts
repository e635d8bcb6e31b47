import { err, ok, type Result } from '../../domain/result.ts'
import { SECOND_MS } from '../../domain/time.ts'
import { createBoundedMemory } from '../kept.ts'
import { askServers, type FoundAddresses, type NameFault } from './ask-servers.ts'
import { createFlights } from './flights.ts'
import { createHostsFile } from './hosts-file.ts'
import { createSlots } from './slots.ts'

export type Addresses = Result<readonly string[], NameFault>

type Asking = {
  /** Who asks: the look-ups of one asker do not delay those of others. */
  readonly asker: string
  /** Aborted when the answer is no longer needed; null: it always is. */
  readonly signal?: AbortSignal | null
}

/** Resolves names to addresses. Every answer comes within `DEADLINE_MS`, even if it is a fault. */
export type Names = {
  readonly resolve: (hostname: string, asking: Asking) => Promise<Addresses>
  /** Aborts the look-ups that are under way. */
  readonly close: () => void
}

type NamesOptions = {
  /** `address` or `address:port` of each name server; empty: those of the system. */
  readonly servers: readonly string[]
  readonly hostsFile?: string
}

/** The time limit from the request to the answer, including the wait for a slot. */
const DEADLINE_MS = 5 * SECOND_MS
/**
 * The time limit of the query to the servers: it is shorter, so that its outcome is known and cached before the callers give up.
 */
const SERVERS_WITHIN_MS = 4_500

/** How many look-ups may be under way; a normal one takes milliseconds. 256 c-ares channels use 256 to 512 sockets. */
const LIMITS = { each: 8, all: 256, waiting: 64 }

const MAX_NAMES = 10_000
/**
 * The limits on cache times: a TTL of zero would cause a query for each of a thousand deliveries, and with a TTL of a week a
 * change would go unnoticed.
 */
const MIN_KEPT_MS = SECOND_MS
const MAX_KEPT_MS = 300 * SECOND_MS
/**
 * How long a fault is cached. It is shorter than the wait before the first retry of a delivery (at least 4 s), so that each
 * attempt sends a query.
 */
const FAULT_KEPT_MS = 3 * SECOND_MS

type Known = { readonly addresses: Addresses; readonly until: number }

/**
 * A name is *known* (an answer or a fault is cached), *asked* (one query is under way, shared by all callers) or unknown; an
 * unknown name is queried as soon as its asker has a slot. All times are the machine's, not the sandbox clock's.
 */
export function createNames({ servers, hostsFile }: NamesOptions): Names {
  const hosts = createHostsFile(hostsFile)
  const slots = createSlots(LIMITS)
  const known = createBoundedMemory<string, Known>({ max: MAX_NAMES })
  /** Queries to the servers, by name. */
  const questions = createFlights<Addresses>()
  /** Waits for a slot and then for the answer, by asker and name: callers of one asker do not delay another asker. */
  const turns = createFlights<Addresses>()

  function knownNow(name: string): Addresses | null {
    const entry = known.get(name)
    return entry && entry.until > performance.now() ? entry.addresses : null
  }

  async function question(name: string, unwanted: AbortSignal): Promise<Addresses> {
    const signal = AbortSignal.any([unwanted, AbortSignal.timeout(SERVERS_WITHIN_MS)])
    // c-ares itself may fail to start when no file descriptors are left.
    const found = await askServers(name, { servers, signal }).catch(() => err('FAILED' as const))
    const addresses = found.ok ? ok(found.value.addresses) : found
    // An aborted query says nothing about the name, so it is not cached.
    if (!unwanted.aborted) known.set(name, { addresses, until: performance.now() + keptMs(found) })
    return addresses
  }

  async function askedNow(name: string, signal: AbortSignal): Promise<Addresses> {
    const answer = await questions.join(name, signal, (unwanted) => question(name, unwanted))
    return answer ?? err('TOO_LATE')
  }

  async function inTurn(name: string, asker: string, signal: AbortSignal): Promise<Addresses> {
    const slot = await slots.take(asker, signal)
    if (!slot.ok) return slot
    try {
      return knownNow(name) ?? (await askedNow(name, signal))
    } finally {
      slot.value()
    }
  }

  return {
    resolve: async (hostname, { asker, signal }) => {
      const name = hostname.toLowerCase().replace(/\.$/, '')
      const own = await hosts.find(name)
      if (own) return ok(own)
      const remembered = knownNow(name)
      if (remembered) return remembered
      const deadline = AbortSignal.timeout(DEADLINE_MS)
      const ends = signal ? AbortSignal.any([signal, deadline]) : deadline
      if (questions.isUnderWay(name)) return askedNow(name, ends)
      const answer = await turns.join(`${asker} ${name}`, ends, (unwanted) => inTurn(name, asker, unwanted))
      return answer ?? err('TOO_LATE')
    },
    close: () => {
      turns.stop()
      questions.stop()
    },
  }
}

function keptMs(found: Result<FoundAddresses, NameFault>): number {
  return found.ok ? Math.min(MAX_KEPT_MS, Math.max(MIN_KEPT_MS, found.value.ttlMs)) : FAULT_KEPT_MS
}

const SENTENCES: Readonly<Record<NameFault, string>> = {
  NOT_FOUND: 'cannot be resolved: there is no such name',
  FAILED: 'cannot be resolved: its name servers fail',
  TOO_LATE: 'cannot be resolved in time',
  CROWDED: 'cannot be resolved now: too many names are waiting to be resolved',
}

/** The words for a fault, to follow the name in a sentence. */
export function describeFault(fault: NameFault): string {
  return SENTENCES[fault]
}
