import { err, ok, type Result } from '../../domain/result.ts'
import { SECOND_MS } from '../../domain/time.ts'
import { createBoundedMemory } from '../kept.ts'
import { askServers, type FoundAddresses, type NameFault } from './ask-servers.ts'
import { createFlights } from './flights.ts'
import { createHostsFile } from './hosts-file.ts'
import { createSlots } from './slots.ts'

export type Addresses = Result<readonly string[], NameFault>

type Asking = {
  /** On whose behalf: look-ups of one asker hold up no other's. */
  readonly asker: string
  /** Aborted when the answer is no longer wanted; null: it always is. */
  readonly signal?: AbortSignal | null
}

/** Names to addresses. Every answer comes within `DEADLINE_MS`, that nothing is known included. */
export type Names = {
  readonly resolve: (hostname: string, asking: Asking) => Promise<Addresses>
  /** Gives up what is under way. */
  readonly close: () => void
}

type NamesOptions = {
  /** `address` or `address:port` of each name server; empty: the system's. */
  readonly servers: readonly string[]
  readonly hostsFile?: string
}

/** From the question to the answer, waiting for its turn included. */
const DEADLINE_MS = 5 * SECOND_MS
/** Of the question to the servers alone: shorter, so that its outcome is known, and remembered, before the askers leave. */
const SERVERS_WITHIN_MS = 4_500

/** Look-ups under way; a healthy one takes milliseconds. 256 channels of c-ares are 256 to 512 sockets. */
const LIMITS = { each: 8, all: 256, waiting: 64 }

const MAX_NAMES = 10_000
/** A TTL of zero would ask again for each of a thousand deliveries; one of a week would outlive any move. */
const MIN_KEPT_MS = SECOND_MS
const MAX_KEPT_MS = 300 * SECOND_MS
/** Shorter than the wait before the first retry of a delivery (4 s at least), so that each attempt really asks. */
const FAULT_KEPT_MS = 3 * SECOND_MS

type Known = { readonly addresses: Addresses; readonly until: number }

/**
 * A name is either *known* (an answer or a fault, until its time is over), *asked* (one question to the servers, however many
 * wait for it) or unknown; then it is asked as soon as its asker has a slot. All times are the machine's, not the sandbox
 * clock's.
 */
export function createNames({ servers, hostsFile }: NamesOptions): Names {
  const hosts = createHostsFile(hostsFile)
  const slots = createSlots(LIMITS)
  const known = createBoundedMemory<string, Known>({ max: MAX_NAMES })
  /** Questions to the servers, by name. */
  const questions = createFlights<Addresses>()
  /** Waits for a slot and then for the answer, by asker and name: who waits for its turn keeps no other asker waiting. */
  const turns = createFlights<Addresses>()

  function knownNow(name: string): Addresses | null {
    const entry = known.get(name)
    return entry && entry.until > performance.now() ? entry.addresses : null
  }

  async function question(name: string, unwanted: AbortSignal): Promise<Addresses> {
    const signal = AbortSignal.any([unwanted, AbortSignal.timeout(SERVERS_WITHIN_MS)])
    // c-ares itself may fail to start, when there are no descriptors left.
    const found = await askServers(name, { servers, signal }).catch(() => err('FAILED' as const))
    const addresses = found.ok ? ok(found.value.addresses) : found
    // A question that was given up says nothing of the name.
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

/** What follows the name in a sentence about it. */
export function describeFault(fault: NameFault): string {
  return SENTENCES[fault]
}
