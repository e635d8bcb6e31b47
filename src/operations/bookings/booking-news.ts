/**
 * Feeds every open `bookingUpdated` of this process from one place: Postgres tells which booking has a new event, and what all
 * the subscriptions that are concerned have not read yet is then read in one statement, at most one at a time.
 *
 * A reader is *waiting* or not (its client is slow, or it writes an event just now), and *stale* or not (there may be an event
 * that it has not read). `next` makes it waiting; a notification, a reconnect of the listener and the regular look make it
 * stale; the statement is for those that are both. Nothing is kept for a reader that does not wait, so there is no buffer.
 */

import { MINUTE_MS, SECOND_MS } from '../../domain/time.ts'
import type { Listener } from '../../platform/listener.ts'
import type { Logger } from '../../platform/logger.ts'
import { isOutage } from '../../platform/outage.ts'
import { BOOKING_EVENTS_CHANNEL, type BookingNewsRow } from '../../store/events.ts'
import type { Store } from '../../store/store.ts'

export type BookingNews = {
  /** Begins to follow a booking after a sequence number. Throws when Postgres cannot be told of it. */
  readonly open: (followed: Followed) => Promise<BookingReader>
  readonly close: () => void
}

export type Followed = {
  readonly organizationId: string
  readonly bookingId: string
  readonly afterSequence: number
}

type BookingReader = {
  /**
   * Events after the last that it answered, as soon as there are any; none when `withinMs` have passed, or it was closed. One
   * call at a time. Throws what the statement threw, unless that was an outage, which is waited for.
   */
  readonly next: (withinMs: number) => Promise<readonly BookingNewsRow[]>
  readonly close: () => void
}

/** Notifications can be lost with a connection that dies unheard: everything is looked at this often, in all events. */
const LOOK_EVERY_MS = 20 * SECOND_MS
/** Longer than two looks, each of which renews it. */
const FOLLOW_MS = MINUTE_MS
/** An event whose transaction began before its organization was followed is told to nobody; by then it has committed. */
const LOOK_AFTER_OPENING_MS = SECOND_MS
const RETRY_MS = SECOND_MS
/** Bookings of one statement. */
const BATCH = 200

type Reader = Followed & {
  last: number
  isStale: boolean
  waiting: PromiseWithResolvers<readonly BookingNewsRow[]> | null
}

type NewsDeps = { readonly store: Pick<Store, 'events'>; readonly listener: Listener; readonly log: Logger }

export function createBookingNews({ store, listener, log }: NewsDeps): BookingNews {
  const readers = new Map<string, Set<Reader>>()
  const organizations = createFollowing(store)
  /** Waiting and stale. */
  const due = new Set<Reader>()
  let reading: Promise<void> | null = null
  let lookAt: NodeJS.Timeout | undefined

  const stopListening = listener.listen(BOOKING_EVENTS_CHANNEL, (bookingId) => {
    if (bookingId === null) return markAll()
    for (const reader of readers.get(bookingId) ?? []) mark(reader)
  })
  const regular = setInterval(() => {
    markAll()
    organizations
      .renew()
      .catch((error: unknown) => log.warn({ err: error }, 'followed bookings: told late until Postgres is back'))
  }, LOOK_EVERY_MS).unref()

  function mark(reader: Reader): void {
    reader.isStale = true
    if (!reader.waiting) return
    due.add(reader)
    reading ??= readDue().finally(() => {
      reading = null
    })
  }

  function markAll(): void {
    for (const all of readers.values()) for (const reader of all) mark(reader)
  }

  /** What becomes due in the meantime is read in the next turn, together. */
  async function readDue(): Promise<void> {
    // What one notification, or one look, makes due is read together.
    await Promise.resolve()
    while (due.size > 0) {
      const batch = [...due].slice(0, BATCH)
      for (const reader of batch) {
        due.delete(reader)
        reader.isStale = false
      }
      try {
        hand(batch, await store.events.ofBookings(questionsOf(batch)))
      } catch (error) {
        if (isOutage(error)) setTimeout(() => batch.forEach(mark), RETRY_MS).unref()
        else for (const reader of batch) settle(reader, ({ reject }) => reject(error))
      }
    }
  }

  function lookSoon(): void {
    lookAt ??= setTimeout(() => {
      lookAt = undefined
      markAll()
    }, LOOK_AFTER_OPENING_MS).unref()
  }

  function forget(reader: Reader): void {
    const others = readers.get(reader.bookingId)
    if (!others?.delete(reader)) return
    if (others.size === 0) readers.delete(reader.bookingId)
    due.delete(reader)
    organizations.remove(reader.organizationId)
    settle(reader, ({ resolve }) => resolve([]))
  }

  return {
    open: async (followed) => {
      if (await organizations.add(followed.organizationId)) lookSoon()
      const reader: Reader = { ...followed, last: followed.afterSequence, isStale: true, waiting: null }
      const others = readers.get(followed.bookingId) ?? new Set()
      readers.set(followed.bookingId, others.add(reader))
      return {
        next: (withinMs) => {
          const waiting = Promise.withResolvers<readonly BookingNewsRow[]>()
          if (!others.has(reader)) return Promise.resolve([])
          reader.waiting = waiting
          if (reader.isStale) mark(reader)
          const timer = setTimeout(() => settle(reader, ({ resolve }) => resolve([])), withinMs)
          return waiting.promise.finally(() => clearTimeout(timer))
        },
        close: () => forget(reader),
      }
    },
    close: () => {
      stopListening()
      clearInterval(regular)
      clearTimeout(lookAt)
      for (const all of readers.values()) for (const reader of all) forget(reader)
    },
  }
}

/** Which organizations have a reader here; Postgres tells of no other's events. */
function createFollowing({ events }: Pick<Store, 'events'>) {
  const counts = new Map<string, number>()
  const told = new Map<string, Promise<void>>()
  function remove(organizationId: string): void {
    const left = (counts.get(organizationId) ?? 1) - 1
    if (left > 0) return void counts.set(organizationId, left)
    counts.delete(organizationId)
    told.delete(organizationId)
  }
  return {
    /** True for the first reader. All that come with it wait until Postgres knows of the organization. */
    add: async (organizationId: string): Promise<boolean> => {
      const isFirst = !told.has(organizationId)
      counts.set(organizationId, (counts.get(organizationId) ?? 0) + 1)
      const telling = told.get(organizationId) ?? events.follow([organizationId], FOLLOW_MS)
      told.set(organizationId, telling)
      try {
        await telling
      } catch (error) {
        if (told.get(organizationId) === telling) told.delete(organizationId)
        remove(organizationId)
        throw error
      }
      return isFirst
    },
    remove,
    renew: async (): Promise<void> => {
      if (counts.size > 0) await events.follow([...counts.keys()], FOLLOW_MS)
    },
  }
}

/** Several may read the same booking, each from a place of its own: it is read once, from the earliest of them. */
function questionsOf(batch: readonly Reader[]): { bookingId: string; afterSequence: number }[] {
  const after = new Map<string, number>()
  for (const { bookingId, last } of batch) after.set(bookingId, Math.min(last, after.get(bookingId) ?? last))
  return [...after].map(([bookingId, afterSequence]) => ({ bookingId, afterSequence }))
}

function hand(batch: readonly Reader[], rows: readonly BookingNewsRow[]): void {
  const byBooking = Map.groupBy(rows, ({ bookingId }) => bookingId)
  for (const reader of batch) {
    const fresh = byBooking.get(reader.bookingId)?.filter(({ sequence }) => sequence > reader.last) ?? []
    const newest = fresh.at(-1)
    // One that has stopped waiting in the meantime reads them when it waits again.
    if (!newest || !reader.waiting) {
      reader.isStale ||= newest !== undefined
      continue
    }
    reader.last = newest.sequence
    settle(reader, ({ resolve }) => resolve(fresh))
  }
}

function settle(reader: Reader, how: (waiting: PromiseWithResolvers<readonly BookingNewsRow[]>) => void): void {
  const { waiting } = reader
  reader.waiting = null
  if (waiting) how(waiting)
}
