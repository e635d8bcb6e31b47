import { setImmediate as nextTurn } from 'node:timers/promises'
import { fold } from '../../domain/text.ts'
import type { BookingQuery, FoundBooking } from '../../store/booking-search.ts'
import { type BookingParty, openParty } from '../bookings/machinery/guests.ts'
import type { Deps } from '../deps.ts'

export type GuestMatches = {
  readonly bookings: readonly FoundBooking[]
  /** How many bookings were looked through, the newest first. */
  readonly searched: number
  /** False: there are more bookings than were looked through, so that a hotel or dates have to narrow it. */
  readonly isWhole: boolean
  /** Bookings whose guests could not be decrypted. */
  readonly unreadable: number
}

/** So many bookings are decrypted for one search: some tens of milliseconds. */
export const MOST_OPENED = 2_000
const MOST_FOUND = 50
/** So many searches of partners run at once in this process, and of one organization or operator: each holds in memory what it has read. */
const MOST_OF_PARTNERS = 8
const MOST_OF_ONE = 2
/** So many are opened at a stretch, within a millisecond or two: others wait for the thread. */
const OPENED_AT_A_STRETCH = 100

type GuestSearch = {
  /** A family name, a whole name, or an e-mail address. */
  readonly text: string
  readonly query: Omit<BookingQuery, 'limit' | 'after'>
  readonly actor: string
  readonly requestId: string
}

type Searcher = { readonly isPartner: boolean; readonly name: string }

const underWay = new Set<Searcher>()

/** As `findGuests`; null: too many are being looked for already. */
export async function searchGuests(deps: SearchDeps, search: GuestSearch): Promise<GuestMatches | null> {
  const { actor, query } = search
  const isPartner = actor.startsWith('partner:')
  const searcher = { isPartner, name: isPartner ? (query.organizationId ?? '') : actor }
  const others = [...underWay]
  const isFull = isPartner && others.filter((one) => one.isPartner).length >= MOST_OF_PARTNERS
  if (isFull || others.filter(({ name }) => name === searcher.name).length >= MOST_OF_ONE) return null
  underWay.add(searcher)
  try {
    return await findGuests(deps, search)
  } finally {
    underWay.delete(searcher)
  }
}

type SearchDeps = Pick<Deps, 'store' | 'guestSeal' | 'clock'>

/**
 * Finds a guest's bookings among the newest of a range. Guests are stored sealed and there is no index of them, so that each booking is
 * opened. The audit log has who searched and what was found, but not for whom: that would be personal data in one more place.
 */
async function findGuests(
  { store, guestSeal, clock }: SearchDeps,
  { text, query, actor, requestId }: GuestSearch,
): Promise<GuestMatches> {
  const matches = matcherOf(text)
  const { rows, searched, isWhole } = await store.bookingLookup.sealedGuests({
    ...query,
    after: null,
    limit: MOST_OPENED,
  })
  const found: string[] = []
  let unreadable = 0
  for (const [index, row] of rows.entries()) {
    if (index % OPENED_AT_A_STRETCH === 0) await nextTurn()
    const party = openOrNull(guestSeal, row)
    if (party === null) unreadable += 1
    else if (matches(party)) found.push(row.bookingId)
  }
  const shown = found.slice(0, MOST_FOUND)
  const { organizationId, hotelId } = query
  const details = { requestId, by: text.includes('@') ? 'email' : 'name', hotelId, searched, bookings: shown }
  const entry = { organizationId, actor, action: 'booking.search-guest', subject: organizationId ?? '*', details }
  await store.audit.append(entry, clock.real())
  return { bookings: await store.bookingLookup.byIds(shown), searched, isWhole, unreadable }
}

function openOrNull(seal: Deps['guestSeal'], row: Parameters<typeof openParty>[1]): BookingParty | null {
  try {
    return openParty(seal, row)
  } catch {
    return null
  }
}

function matcherOf(text: string): (party: BookingParty) => boolean {
  const asked = text.trim()
  if (asked.includes('@')) {
    const email = asked.toLowerCase()
    return ({ holder }) => holder.email.toLowerCase() === email
  }
  const wanted = wordsOf(asked)
  return ({ holder, guests }) =>
    [holder, ...guests].some(({ givenName, familyName }) => {
      const family = wordsOf(familyName ?? '')
      const all = [...wordsOf(givenName ?? ''), ...family]
      return (
        wanted.length > 0 && wanted.every((word) => all.includes(word)) && wanted.some((word) => family.includes(word))
      )
    })
}

function wordsOf(name: string): string[] {
  return fold(name)
    .split(' ')
    .filter((word) => word !== '')
}
