/**
 * Feeds every open `bookingUpdated` subscription of this process. Postgres notifies which booking has a new event; one statement
 * then reads the unread events of all the subscriptions concerned. At most one such statement runs at a time.
 * A reader is *waiting* or not (its client is slow, or it is writing an event), and *stale* or not (there may be an event that it
 * has not read). `next` makes it waiting; a notification, a reconnect of the listener and the regular check make it stale. The
 * statement reads for those that are both. Nothing is stored for a reader that is not waiting, so there is no buffer.
 */

import { MINUTE_MS, SECOND_MS } from '../../domain/time.ts'
import type { Listener } from '../../platform/listener.ts'
import type { Logger } from '../../platform/logger.ts'
import { isOutage } from '../../platform/outage.ts'
import { BOOKING_EVENTS_CHANNEL, type BookingNewsRow } from '../../store/events.ts'
import type { Store } from '../../store/store.ts'

export type BookingNews = {
  /** Starts to follow a booking after a sequence number. Throws when the registration in Postgres fails. */
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
   * Resolves with the events after the last returned one as soon as there are any; with none after `withinMs`, or when the reader
   * was closed. Only one call at a time is allowed. Rejects with the statement's error, unless that was an outage, whose end is
   * awaited.
   */
  readonly next: (withinMs: number) => Promise<readonly BookingNewsRow[]>
  readonly close: () => void
}

/** Notifications are lost when a connection dies unnoticed, so all readers are marked stale this often. */
const LOOK_EVERY_MS = 20 * SECOND_MS
/** Longer than two checks, each of which renews it. */
const FOLLOW_MS = MINUTE_MS
/**
 * No notification is sent for an event whose transaction began before its organization was followed; after this delay it has
 * committed.
 */
const LOOK_AFTER_OPENING_MS = SECOND_MS
const RETRY_MS = SECOND_MS
/** The maximum of bookings that one statement reads. */
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
  /** The readers that are waiting and stale. */
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
      .catch((error: unknown) =>
        log.warn({ err: error }, 'booking subscriptions get events late until Postgres is reachable again'),
      )
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

  /** Readers that become due during a statement are read together in the next one. */
  async function readDue(): Promise<void> {
    // Let one notification, or one check, mark all its readers, so that they are read together.
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

/**
 * Counts the readers of each organization in this process. Postgres sends notifications only for organizations that are followed.
 */
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
    /** Returns true for the organization's first reader. Concurrent calls wait for the same registration in Postgres. */
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

/** Several readers may follow the same booking from different positions; it is read once, from the earliest of them. */
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
    // A reader that has stopped waiting in the meantime reads the events when it waits again.
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
