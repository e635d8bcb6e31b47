import { setTimeout as pause } from 'node:timers/promises'
import { afterEach, beforeEach, describe, expect, it } from 'vitest'
import { type BookingNews, createBookingNews } from '../../../src/operations/bookings/booking-news.ts'
import { createListener, type Listener } from '../../../src/platform/listener.ts'
import type { Store } from '../../../src/store/store.ts'
import { recordOf, says } from '../../support/desk.ts'
import { OURS, THEIRS } from '../../support/partner.ts'
import { until } from '../../support/until.ts'
import { type Booker, useOneBooker } from '../../support/use-one-booker.ts'

let booker: Booker
useOneBooker((started) => {
  booker = started
})

let news: BookingNews
let listener: Listener
/** What was asked of Postgres; what is put into `broken` is thrown instead of the next answer. */
let reads: Parameters<Store['events']['ofBookings']>[0][]
let follows: string[][]
let broken: Error[]
let slow: Promise<void> | null

beforeEach(async () => {
  reads = []
  follows = []
  broken = []
  slow = null
  const { events } = booker.deps.store
  const watched: Store['events'] = {
    ...events,
    ofBookings: async (asked) => {
      reads.push(asked)
      await slow
      const error = broken.shift()
      if (error) throw error
      return events.ofBookings(asked)
    },
    follow: async (organizationIds, forMs) => {
      follows.push([...organizationIds])
      const error = broken.shift()
      if (error) throw error
      return events.follow(organizationIds, forMs)
    },
  }
  listener = createListener(booker.url, booker.deps.log)
  let isHeard = false
  listener.listen('booking_events', () => {
    isHeard = true
  })
  news = createBookingNews({ store: { events: watched }, listener, log: booker.deps.log })
  await until('the listener', () => isHeard)
})

afterEach(async () => {
  news.close()
  await listener.close()
  await booker.query('DELETE FROM booking_followers')
})

function sequences(rows: readonly { readonly sequence: number }[]): number[] {
  return rows.map(({ sequence }) => sequence)
}

function open(bookingId: string, afterSequence = 0, organizationId = OURS) {
  return news.open({ organizationId, bookingId, afterSequence })
}

/** Another event of the booking. */
async function happen(bookingId: string, number: string): Promise<void> {
  booker.desk.says('retrieve', says(recordOf({ hotelConfirmationNumber: number })))
  await booker.look(bookingId)
}

/**
 * Waits until all earlier notifications are processed: Postgres delivers them to a session in commit order, so a reader of another booking
 * gets its event last.
 */
async function allProcessed(): Promise<void> {
  const other = await booker.confirmed()
  const reader = await open(other.bookingId, 2)
  const waiting = reader.next(60_000)
  await happen(other.bookingId, 'H-9')
  expect(sequences(await waiting)).toEqual([3])
}

/** How often a booking was read for, with others or alone. */
function readsOf(bookingId: string): number {
  return reads.filter((asked) => asked.some((one) => one.bookingId === bookingId)).length
}

describe('a reader of a booking', () => {
  it('gets what there is after its place, and then what happens', async () => {
    const { bookingId } = await booker.confirmed()
    const reader = await open(bookingId)
    const first = await reader.next(5_000)
    expect(sequences(first)).toEqual([1, 2])
    expect(JSON.parse(first[1]?.body ?? '').type).toBe('booking.confirmed')
    const waiting = reader.next(5_000)
    await happen(bookingId, 'H-1')
    expect(sequences(await waiting)).toEqual([3])
    expect(sequences(await (await open(bookingId, 1)).next(5_000))).toEqual([2, 3])
  })

  it('gets nothing when nothing happens in its time, and nothing is read again for it', async () => {
    const { bookingId } = await booker.confirmed()
    const reader = await open(bookingId, 2)
    const from = performance.now()
    expect(await reader.next(100)).toEqual([])
    expect(performance.now() - from).toBeGreaterThan(95)
    expect(await reader.next(50)).toEqual([])
    expect(reads).toEqual([[{ bookingId, afterSequence: 2 }]])
  })

  it('is told of what happened while it did not wait', async () => {
    const { bookingId } = await booker.confirmed()
    const reader = await open(bookingId, 2)
    await reader.next(50)
    await happen(bookingId, 'H-1')
    await allProcessed()
    expect(readsOf(bookingId)).toBe(1)
    expect(sequences(await reader.next(5_000))).toEqual([3])
  })

  it('is not read for because of another booking', async () => {
    const { bookingId } = await booker.confirmed()
    const reader = await open(bookingId, 2)
    const waiting = reader.next(60_000)
    await until('it to be read for', () => readsOf(bookingId) === 1)
    await allProcessed()
    expect(readsOf(bookingId)).toBe(1)
    reader.close()
    expect(await waiting).toEqual([])
  })

  it('is told of what happened while nobody could be told, because the connection was gone', async () => {
    const { bookingId } = await booker.confirmed()
    const reader = await open(bookingId, 2)
    // Past the look that follows the first reader.
    expect(await reader.next(1_200)).toEqual([])
    const waiting = reader.next(8_000)
    await booker.query(
      `SELECT pg_terminate_backend(pid) FROM pg_stat_activity
       WHERE application_name = 'hotel-gateway-listener' AND datname = current_database()`,
    )
    await happen(bookingId, 'H-1')
    expect(sequences(await waiting)).toEqual([3])
  })

  it('gets nothing more when the process ends', async () => {
    const { bookingId } = await booker.confirmed()
    const [one, other] = [await open(bookingId, 2), await open((await booker.confirmed()).bookingId, 2)]
    const waiting = Promise.all([one.next(20_000), other.next(20_000)])
    news.close()
    expect(await waiting).toEqual([[], []])
  })

  it('that stops waiting while it is read for gets it when it waits again', async () => {
    const { bookingId } = await booker.confirmed()
    const reader = await open(bookingId)
    let release: () => void = () => undefined
    slow = new Promise((resolve) => {
      release = resolve
    })
    expect(await reader.next(50)).toEqual([])
    slow = null
    release()
    await pause(50)
    // Sooner than the look that follows the first reader.
    expect(sequences(await reader.next(500))).toEqual([1, 2])
  })

  it('that is closed gets nothing more', async () => {
    const { bookingId } = await booker.confirmed()
    const reader = await open(bookingId, 2)
    const waiting = reader.next(20_000)
    reader.close()
    expect(await waiting).toEqual([])
    expect(await reader.next(20_000)).toEqual([])
    reader.close()
    const before = readsOf(bookingId)
    await happen(bookingId, 'H-1')
    await allProcessed()
    expect(readsOf(bookingId)).toBe(before)
  })

  it('of several of one booking is read for once, from the earliest place', async () => {
    const { bookingId } = await booker.confirmed()
    const other = await booker.confirmed()
    const [one, two, three] = [await open(bookingId, 2), await open(bookingId, 1), await open(other.bookingId, 2)]
    const answers = [one.next(300), two.next(5_000), three.next(300)]
    expect(sequences((await answers[1]) ?? [])).toEqual([2])
    expect(await answers[0]).toEqual([])
    expect(await answers[2]).toEqual([])
    expect(reads).toEqual([
      [
        { bookingId, afterSequence: 1 },
        { bookingId: other.bookingId, afterSequence: 2 },
      ],
    ])
    two.close()
    const left = one.next(5_000)
    await happen(bookingId, 'H-1')
    expect(sequences(await left)).toEqual([3])
  })

  it('of two hundred and one is read for in two statements', async () => {
    const { bookingId } = await booker.confirmed()
    const readers = await Promise.all(Array.from({ length: 201 }, () => open(bookingId)))
    const answers = await Promise.all(readers.map((reader) => reader.next(5_000)))
    expect(answers.every((rows) => rows.length === 2)).toBe(true)
    expect(reads).toHaveLength(2)
  })

  it('is told of an error, but not of an outage, whose end it waits for', async () => {
    const { bookingId } = await booker.confirmed()
    const reader = await open(bookingId)
    broken.push(new Error('a fault of ours'))
    await expect(reader.next(5_000)).rejects.toThrow('a fault of ours')
    broken.push(Object.assign(new Error('gone'), { code: 'ECONNREFUSED' }))
    const other = await open(bookingId)
    const from = performance.now()
    expect(sequences(await other.next(5_000))).toEqual([1, 2])
    expect(performance.now() - from).toBeGreaterThan(900)
  })
})

describe('the readers of an organization', () => {
  it('have it followed once, for a minute, as long as there are any', async () => {
    const { bookingId } = await booker.confirmed()
    const [one, two] = await Promise.all([open(bookingId), open(bookingId)])
    expect(follows).toEqual([[OURS]])
    const [row] = await booker.query(
      'SELECT organization_id, round(extract(epoch FROM followed_until - clock_timestamp()))::int AS s FROM booking_followers',
    )
    expect(row).toEqual({ organization_id: OURS, s: 60 })
    one.close()
    one.close()
    await open(bookingId)
    expect(follows).toHaveLength(1)
    two.close()
    const last = await open(bookingId)
    last.close()
    expect(follows).toHaveLength(1)
    await open(bookingId, 0, THEIRS)
    expect(follows).toEqual([[OURS], [THEIRS]])
  })

  it('have it followed anew after the last has gone', async () => {
    const { bookingId } = await booker.confirmed()
    const one = await open(bookingId)
    const two = await open(bookingId)
    one.close()
    two.close()
    await open(bookingId)
    expect(follows).toEqual([[OURS], [OURS]])
  })

  it('are told when it cannot be followed; the next one tries again', async () => {
    const { bookingId } = await booker.confirmed()
    broken.push(new Error('no'))
    const failed = await Promise.allSettled([open(bookingId), open(bookingId)])
    expect(failed.map(({ status }) => status)).toEqual(['rejected', 'rejected'])
    const one = await open(bookingId)
    one.close()
    await open(bookingId)
    expect(follows).toEqual([[OURS], [OURS], [OURS]])
  })

  it('get what happened just before they were heard, a second after the first of them', async () => {
    const { bookingId } = await booker.confirmed()
    const reader = await open(bookingId, 2)
    const from = performance.now()
    // Nobody is told of this event, as if its transaction had begun before.
    await booker.query('UPDATE booking_followers SET followed_until = now()')
    const waiting = reader.next(60_000)
    await happen(bookingId, 'H-1')
    expect(sequences(await waiting)).toEqual([3])
    expect(performance.now() - from).toBeGreaterThan(900)
    // The regular look, every twenty seconds, would have had it followed anew.
    expect(follows).toEqual([[OURS]])
    await open(bookingId, 3)
    const before = reads.length
    const second = (await open(bookingId, 3)).next(1_300)
    expect(await second).toEqual([])
    expect(reads.length - before).toBe(1)
  })
})
