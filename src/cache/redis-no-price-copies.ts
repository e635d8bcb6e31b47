import { setTimeout as sleep } from 'node:timers/promises'
import { createBoundedMemory } from '../platform/kept.ts'
import { changesKey, type NoPriceKeys } from './no-price-keys.ts'
import { createNoPriceSet, type NoPriceEntry, type NoPriceSet, type WritableNoPriceSet } from './no-price-set.ts'
import type { Wire } from './redis-wire.ts'

/**
 * This process' copy of a set of hotels in Redis. It is in one of three states:
 * - unknown (`last` is NOT_KNOWN): it was never read, or so many changes were missed that the log no longer has them. The next
 *   `hear` fetches a small set completely, and starts a background read of a large one;
 * - being read (`isReading`): a large set arrives in pieces; until then searches ask Redis about their own hotels;
 * - known: it equals the set as of the change `last`, and each `hear` fetches the changes after that.
 * A copy that was read long ago is read again when it is used, even if its log is complete.
 */
type Copy = {
  readonly set: WritableNoPriceSet
  last: string
  isReading: boolean
  /** When the whole set was last read, ms since the process began. */
  readAt: number
  /** Counts full reads: an answer with changes that was requested before the latest full read must not be applied. */
  readings: number
  /** After a failed read, the set is not read again before this time. */
  restsUntil: number
}

type NoPriceCopies = {
  readonly known: (keys: NoPriceKeys) => readonly NoPriceSet[]
  readonly hear: (keys: NoPriceKeys) => Promise<readonly NoPriceSet[] | null>
}

const NOT_KNOWN = ''
/** The answer of the script `hearNoPrice` about one set. */
type Heard = readonly [kind: 1 | 2 | 3, last: string, payload: readonly string[]]
const CHANGES = 1
const WHOLE = 2
const NOTHING: Heard = [WHOLE, NOT_KNOWN, []]

/** The most hotels that are sent with the answer to a search. */
const SENT_WHOLE = 1_000
/** The most hotels in all copies, some 50 bytes each; a set larger than half of this is not copied. */
const MAX_HOTELS = 1_000_000
const MAX_COPIES = 20_000
/**
 * A large set is read in pieces with pauses, ms: it uses at most a twentieth of the server's time, and one set is read at a time.
 */
const PIECE = 1_000
const PAUSE_MS = 10
const READ_AGAIN_AFTER_MS = 3_600_000
const REST_MS = 10_000

export function createNoPriceCopies({ redis, key, groupsOf, isReachable, guard, run }: Wire): NoPriceCopies {
  const copies = createBoundedMemory<string, Copy>({ max: MAX_COPIES, maxWeight: MAX_HOTELS, drops: 'least-used' })
  let reading: Promise<unknown> = Promise.resolve()

  /** The copy without expired hotels. */
  function use(name: string, now: number): Copy | null {
    const copy = copies.get(name)
    if (!copy) return null
    const before = copy.set.size()
    copy.set.sweep(now)
    if (copy.set.size() !== before) keep(name, copy)
    return copy
  }

  function keep(name: string, copy: Copy): void {
    copies.set(name, copy, copy.set.size() + 1)
  }

  async function readWhole(name: string, copy: Copy, now: () => number): Promise<void> {
    // The script returns this type.
    const last = (await run('newestChange', [key(changesKey(name))], [])) as string
    const entries: NoPriceEntry[] = []
    let cursor = '0'
    do {
      const [next, piece] = await redis.zscan(key(name), cursor, 'COUNT', PIECE)
      entries.push(...entriesOf(piece, now()))
      if (entries.length > MAX_HOTELS / 2) return rest(copy)
      cursor = next
      await sleep(PAUSE_MS)
    } while (cursor !== '0')
    replace(copy, last, entries)
    keep(name, copy)
  }

  function startReading(name: string, copy: Copy, now: () => number): void {
    if (copy.isReading || performance.now() < copy.restsUntil) return
    copy.isReading = true
    reading = reading
      .then(() => readWhole(name, copy, now))
      .catch(() => rest(copy))
      .finally(() => {
        copy.isReading = false
      })
  }

  /** Applies an answer about a set to the copy; null when the copy is unknown afterwards. */
  function takeIn(name: string, asked: Asked, [kind, last, payload]: Heard): NoPriceSet | null {
    const { copy, now } = asked
    if (kind === CHANGES) {
      // The whole set was read meanwhile, in a state before these changes: the next search fetches the changes in between.
      if (!copy || copy.readings !== asked.readings) return null
      if (payload.length > 0) {
        apply(copy.set, payload, now())
        keep(name, copy)
      }
      copy.last = last
      if (performance.now() - copy.readAt > READ_AGAIN_AFTER_MS) startReading(name, copy, now)
      return copy.set
    }
    // Most sets are empty, which is not worth a copy.
    if (kind === WHOLE && payload.length === 0 && !copy) return NOBODY
    const filled = copy ?? copies.get(name) ?? newCopy()
    if (kind === WHOLE) replace(filled, last, entriesOf(payload, now()))
    else {
      replace(filled, NOT_KNOWN, [])
      startReading(name, filled, now)
    }
    keep(name, filled)
    return kind === WHOLE ? filled.set : null
  }

  /** Asks about both sets in one script, unless they lie apart. */
  async function ask(keys: readonly string[], lasts: readonly string[]): Promise<readonly (Heard | 0)[]> {
    // The script returns this type.
    if (!groupsOf) return (await run('hearNoPrice', keys, [SENT_WHOLE, ...lasts])) as readonly (Heard | 0)[]
    const answers = lasts.map((last, set) => run('hearNoPrice', keys.slice(set * 2, set * 2 + 2), [SENT_WHOLE, last]))
    return (await Promise.all(answers)).flat() as readonly (Heard | 0)[]
  }

  async function hearBoth({ exact, chronic, now }: NoPriceKeys): Promise<readonly NoPriceSet[] | null> {
    const names = [exact, chronic]
    const asked = names.map((name): Asked => {
      const copy = use(name, now())
      return { copy, readings: copy?.readings ?? 0, now }
    })
    const lasts = asked.map(({ copy }) => copy?.last ?? NOT_KNOWN)
    const keys = names.flatMap((name) => [name, changesKey(name)]).map(key)
    const [ofExact = 0, ofChronic = 0] = await ask(keys, lasts)
    const [askedExact, askedChronic] = asked as [Asked, Asked] // There is one entry for each name.
    const sets = [takeIn(exact, askedExact, ofExact || NOTHING), takeIn(chronic, askedChronic, ofChronic || NOTHING)]
    return sets.every((set) => set !== null) ? sets : null
  }

  return {
    // While the server is unreachable no hotel is left out.
    known: ({ exact, chronic, now }) =>
      isReachable(key(chronic)) ? [use(exact, now())?.set ?? NOBODY, use(chronic, now())?.set ?? NOBODY] : [],
    hear: (keys) => guard(() => hearBoth(keys), []),
  }
}

/** The state of a copy when its changes were requested. */
type Asked = { readonly copy: Copy | null; readonly readings: number; readonly now: () => number }

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

/** The entries that have not expired, from alternating hotels and times, the format of sorted sets. */
function entriesOf(sent: readonly string[], now: number): NoPriceEntry[] {
  const entries: NoPriceEntry[] = []
  for (let index = 0; index + 1 < sent.length; index += 2) {
    const until = Number(sent[index + 1])
    if (until > now) entries.push([Number(sent[index]), until])
  }
  return entries
}

/** Applies changes, oldest first; each lists hotels as `hotel:until`. A hotel whose time has passed is removed. */
function apply(set: WritableNoPriceSet, changes: readonly string[], now: number): void {
  for (const change of changes)
    for (const text of change === '' ? [] : change.split(',')) {
      const colon = text.indexOf(':')
      const [hotelId, until] = [Number(text.slice(0, colon)), Number(text.slice(colon + 1))]
      if (until > now) set.put(hotelId, until)
      else set.drop(hotelId)
    }
}
