import { setTimeout as sleep } from 'node:timers/promises'
import { createBoundedMemory } from '../platform/kept.ts'
import { changesKey, type NoPriceKeys } from './no-price-keys.ts'
import { createNoPriceSet, type NoPriceEntry, type NoPriceSet, type WritableNoPriceSet } from './no-price-set.ts'
import { BEGUN_LOG_MS } from './redis-scripts.ts'
import type { Wire } from './redis-wire.ts'

/**
 * This process's copy of a set of hotels that Redis holds. It is in one of three states:
 * - not known (`last` is NOT_KNOWN): nothing was heard of it, or so much was missed that the log has it no more. The next
 *   `hear` brings a small set whole, and makes a large one be read in the background;
 * - being read (`isReading`): a large set comes piece by piece; until then searches ask about their own hotels;
 * - known: it is the set as it was after the change `last`, and each `hear` brings the changes behind that.
 * A copy that was read long ago is read again while it is used, whatever its log says.
 */
type Copy = {
  readonly set: WritableNoPriceSet
  last: string
  isReading: boolean
  /** When it was read whole, ms since the process began. */
  readAt: number
  /** Counts how often it was read whole: changes that were asked for before that do not fit behind it. */
  readings: number
  /** A set that could not be read is left alone until then. */
  restsUntil: number
}

type NoPriceCopies = {
  readonly known: (keys: NoPriceKeys) => readonly NoPriceSet[]
  readonly hear: (keys: NoPriceKeys) => Promise<readonly NoPriceSet[] | null>
}

const NOT_KNOWN = ''
/** What `hearNoPrice` answers of a set. */
type Heard = readonly [kind: 1 | 2 | 3, last: string, payload: readonly string[]]
const CHANGES = 1
const WHOLE = 2
const NOTHING: Heard = [WHOLE, NOT_KNOWN, []]

/** Hotels that are sent in the answer to a search. */
const SENT_WHOLE = 1_000
/** Hotels of all copies, some 50 bytes each; a set of more than half of them is not copied. */
const MAX_HOTELS = 1_000_000
const MAX_COPIES = 20_000
/** A large set is read in pieces with pauses, ms: a twentieth of the server's time at most, one set at a time. */
const PIECE = 1_000
const PAUSE_MS = 10
const READ_AGAIN_AFTER_MS = 3_600_000
const REST_MS = 10_000

export function createNoPriceCopies({ redis, clock, key, guard, run }: Wire): NoPriceCopies {
  const copies = createBoundedMemory<string, Copy>({ max: MAX_COPIES, maxWeight: MAX_HOTELS, drops: 'least-used' })
  let reading: Promise<unknown> = Promise.resolve()

  /** The copy, without what is over. */
  function use(name: string): Copy | null {
    const copy = copies.get(name)
    if (!copy) return null
    const before = copy.set.size()
    copy.set.sweep(clock.now())
    if (copy.set.size() !== before) keep(name, copy)
    return copy
  }

  function keep(name: string, copy: Copy): void {
    copies.set(name, copy, copy.set.size() + 1)
  }

  async function readWhole(name: string, copy: Copy): Promise<void> {
    const last = await newestChange(key(changesKey(name)))
    const entries: NoPriceEntry[] = []
    let cursor = '0'
    do {
      const [next, piece] = await redis.zscan(key(name), cursor, 'COUNT', PIECE)
      entries.push(...entriesOf(piece, clock.now()))
      if (entries.length > MAX_HOTELS / 2) return rest(copy)
      cursor = next
      await sleep(PAUSE_MS)
    } while (cursor !== '0')
    replace(copy, last, entries)
    keep(name, copy)
  }

  /** The newest change of a log; one that says nothing is put into an empty log, so that the next is known to follow it. */
  async function newestChange(log: string): Promise<string> {
    const [newest] = await redis.xrevrange(log, '+', '-', 'COUNT', 1)
    if (newest) return newest[0]
    const added = await redis.xadd(log, '*', 'changes', '')
    await redis.pexpire(log, BEGUN_LOG_MS)
    return added ?? NOT_KNOWN
  }

  function startReading(name: string, copy: Copy): void {
    if (copy.isReading || performance.now() < copy.restsUntil) return
    copy.isReading = true
    reading = reading
      .then(() => readWhole(name, copy))
      .catch(() => rest(copy))
      .finally(() => {
        copy.isReading = false
      })
  }

  /** Takes in what was heard of a set; null when it is not known after that. */
  function takeIn(name: string, asked: Asked, [kind, last, payload]: Heard): NoPriceSet | null {
    const { copy } = asked
    if (kind === CHANGES) {
      // It was read whole meanwhile, as it was before these changes: the next search hears what is between.
      if (!copy || copy.readings !== asked.readings) return null
      if (payload.length > 0) {
        apply(copy.set, payload, clock.now())
        keep(name, copy)
      }
      copy.last = last
      if (performance.now() - copy.readAt > READ_AGAIN_AFTER_MS) startReading(name, copy)
      return copy.set
    }
    // Most questions have nobody: that is not worth a copy.
    if (kind === WHOLE && payload.length === 0 && !copy) return NOBODY
    const filled = copy ?? copies.get(name) ?? newCopy()
    if (kind === WHOLE) replace(filled, last, entriesOf(payload, clock.now()))
    else {
      replace(filled, NOT_KNOWN, [])
      startReading(name, filled)
    }
    keep(name, filled)
    return kind === WHOLE ? filled.set : null
  }

  async function hearBoth({ exact, chronic }: NoPriceKeys): Promise<readonly NoPriceSet[] | null> {
    const names = [exact, chronic]
    const asked = names.map((name): Asked => {
      const copy = use(name)
      return { copy, readings: copy?.readings ?? 0 }
    })
    const keys = names.flatMap((name) => [name, changesKey(name)]).map(key)
    const answer = await run('hearNoPrice', keys, [...asked.map(({ copy }) => copy?.last ?? NOT_KNOWN), SENT_WHOLE])
    const [ofExact, ofChronic] = answer as readonly [Heard | 0, Heard | 0] // what the script answers
    const [askedExact, askedChronic] = asked as [Asked, Asked] // one for each name
    const sets = [takeIn(exact, askedExact, ofExact || NOTHING), takeIn(chronic, askedChronic, ofChronic || NOTHING)]
    return sets.every((set) => set !== null) ? sets : null
  }

  return {
    // With the server away nothing is left out.
    known: ({ exact, chronic }) =>
      redis.status === 'ready' ? [use(exact)?.set ?? NOBODY, use(chronic)?.set ?? NOBODY] : [],
    hear: (keys) => guard(() => hearBoth(keys), []),
  }
}

/** A copy as it stood when it was asked what has changed. */
type Asked = { readonly copy: Copy | null; readonly readings: number }

const NOBODY: NoPriceSet = createNoPriceSet()

function newCopy(): Copy {
  return {
    set: createNoPriceSet(),
    last: NOT_KNOWN,
    isReading: false,
    readAt: 0,
    readings: 0,
    restsUntil: 0,
  }
}

function replace(copy: Copy, last: string, entries: readonly NoPriceEntry[]): void {
  copy.set.replace(entries)
  copy.last = last
  copy.readAt = performance.now()
  copy.readings += 1
}

function rest(copy: Copy): void {
  copy.restsUntil = performance.now() + REST_MS
}

/** What is not over, of hotels and times in turns, as sorted sets are sent. */
function entriesOf(sent: readonly string[], now: number): NoPriceEntry[] {
  const entries: NoPriceEntry[] = []
  for (let index = 0; index + 1 < sent.length; index += 2) {
    const until = Number(sent[index + 1])
    if (until > now) entries.push([Number(sent[index]), until])
  }
  return entries
}

/** Changes oldest first, each with hotels as `hotel:until`; one whose time is over has gone. */
function apply(set: WritableNoPriceSet, changes: readonly string[], now: number): void {
  for (const change of changes)
    for (const text of change === '' ? [] : change.split(',')) {
      const colon = text.indexOf(':')
      const [hotelId, until] = [Number(text.slice(0, colon)), Number(text.slice(colon + 1))]
      if (until > now) set.put(hotelId, until)
      else set.drop(hotelId)
    }
}
