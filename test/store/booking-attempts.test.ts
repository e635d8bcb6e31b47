import { describe, expect, it } from 'vitest'
import { type DatabaseSpan, databaseTimeDuring, expectWithin } from '../support/database-time.ts'
import { inSeconds, type StoreWorld, useStore } from '../support/use-store.ts'

let world: StoreWorld
useStore((started) => {
  world = started
})

const FRESH_MS = 5_000

async function attempt(changes: Readonly<Record<string, unknown>> = {}): Promise<void> {
  await world.put('bookings', { id: 'ubk_1' }, { id: 'ubk_2' })
  // Another one beside it, which nothing here may touch.
  await world.put('booking_attempts', { id: 'att_2', booking_id: 'ubk_2', started_at: inSeconds(-60) })
  await world.put('booking_attempts', { id: 'att_1', booking_id: 'ubk_1', ...changes })
}

async function row(id = 'att_1') {
  const [found] = await world.query(
    `SELECT outcome, detail, supplier_http_status, supplier_error_code, sent_at IS NOT NULL AS sent,
      sent_at, started_at, ended_at FROM booking_attempts WHERE id = $1`,
    [id],
  )
  return found
}

/** Does the work, and returns the database's time before and after it. */
function during(work: () => Promise<unknown>): Promise<DatabaseSpan> {
  return databaseTimeDuring(world.query, work)
}

const UNTOUCHED = { outcome: null, sent: false, ended_at: null }

async function expectOtherUntouched(): Promise<void> {
  const other = await row('att_2')
  expect(other).toMatchObject(UNTOUCHED)
  expect(Number(other?.started_at)).toBeLessThan(Date.now() - 50_000)
}

describe('the fence in front of a supplier call', () => {
  it('opens once an attempt is fresh, and notes when', async () => {
    await attempt()
    const span = await during(async () =>
      expect(await world.store.attempts.send('att_1', { freshMs: FRESH_MS, until: null })).toBe(true),
    )
    expectWithin((await row())?.sent_at, span)
    await expectOtherUntouched()
  })

  it('stays shut for one that began too long ago', async () => {
    await attempt({ started_at: inSeconds(-6) })
    expect(await world.store.attempts.send('att_1', { freshMs: FRESH_MS, until: null })).toBe(false)
    expect(await row()).toMatchObject(UNTOUCHED)
  })

  it('stays open for what has passed it, which counts as sent with its last request', async () => {
    await attempt({ started_at: inSeconds(-60), sent_at: inSeconds(-55) })
    const span = await during(async () =>
      expect(await world.store.attempts.send('att_1', { freshMs: FRESH_MS, until: null })).toBe(true),
    )
    expectWithin((await row())?.sent_at, span)
  })

  it('is shut for good when the attempt has ended', async () => {
    for (const sent of [null, inSeconds(-1)]) {
      await world.query('DELETE FROM booking_attempts; DELETE FROM bookings')
      await attempt({ outcome: 'UNKNOWN', sent_at: sent })
      expect(await world.store.attempts.send('att_1', { freshMs: FRESH_MS, until: null })).toBe(false)
    }
  })
})

describe('an attempt', () => {
  it('begins in the database’s time, under the request that made it', async () => {
    await world.put('bookings', { id: 'ubk_1' })
    const made = {
      attemptId: 'att_9',
      bookingId: 'ubk_1',
      operation: 'CANCEL',
      requestId: 'req_1',
      traceparent: '00-1',
    }
    const span = await during(() => world.store.attempts.begin({ ...made, operation: 'CANCEL' }))
    const [stored] = await world.store.attempts.list('ubk_1')
    expect(stored).toMatchObject({ id: 'att_9', operation: 'CANCEL', requestId: 'req_1', traceparent: '00-1' })
    expectWithin((await row('att_9'))?.started_at, span)
  })

  it('begins anew only while nothing of it was sent and nobody has ended it', async () => {
    await attempt({ started_at: inSeconds(-60) })
    const span = await during(async () => expect(await world.store.attempts.renew('att_1')).toBe(true))
    expectWithin((await row())?.started_at, span)
    await expectOtherUntouched()
    for (const closed of ['sent_at = now()', "outcome = 'NOT_SENT'"]) {
      await world.query(`UPDATE booking_attempts SET sent_at = NULL, outcome = NULL`)
      await world.query(`UPDATE booking_attempts SET ${closed} WHERE id = 'att_1'`)
      expect(await world.store.attempts.renew('att_1')).toBe(false)
    }
  })

  it('ends with everything that the supplier said, of long texts the beginning', async () => {
    await attempt()
    const span = await during(() =>
      world.store.attempts.end('att_1', {
        outcome: 'REFUSED',
        httpStatus: 409,
        supplierErrorCode: 'E_GONE',
        detail: 'x'.repeat(2_000),
      }),
    )
    const ended = await row()
    expect(ended).toMatchObject({ outcome: 'REFUSED', supplier_http_status: 409, supplier_error_code: 'E_GONE' })
    expect(ended?.detail).toHaveLength(1_000)
    expectWithin(ended?.ended_at, span)
    await expectOtherUntouched()
  })

  it.each([
    [null, 'UNKNOWN', 'UNKNOWN'],
    ['UNKNOWN', 'UNKNOWN', 'UNKNOWN'],
    ['UNKNOWN', 'ACCEPTED', 'ACCEPTED'],
    ['NOT_SENT', 'ACCEPTED', 'ACCEPTED'],
    ['NOT_SENT', 'REFUSED', 'REFUSED'],
    ['REFUSED', 'ACCEPTED', 'ACCEPTED'],
    ['ACCEPTED', 'UNKNOWN', 'ACCEPTED'],
    ['NOT_SENT', 'UNKNOWN', 'NOT_SENT'],
  ] as const)(
    'that was %s and is told %s is %s: the supplier’s word counts, a guess does not',
    async (was, told, is) => {
      await attempt({ outcome: was })
      const end = { httpStatus: null, supplierErrorCode: null, detail: null }
      await world.store.attempts.end('att_1', { outcome: told, ...end })
      expect((await row())?.outcome).toBe(is)
      // An UNKNOWN that is told again is ended again.
      expect((await row())?.ended_at === null).toBe(was !== null && was !== 'UNKNOWN' && told === 'UNKNOWN')
    },
  )

  it('is given up as never sent only when it is old enough, and nothing of it left', async () => {
    await attempt({ started_at: inSeconds(-5) })
    expect(await world.store.attempts.abandonUnsent('att_1', 6_000)).toBe(false)
    expect(await row()).toMatchObject(UNTOUCHED)
    await world.query(`UPDATE booking_attempts SET started_at = now() - interval '7 s' WHERE id = 'att_1'`)
    const span = await during(async () => expect(await world.store.attempts.abandonUnsent('att_1', 6_000)).toBe(true))
    expect(await row()).toMatchObject({ outcome: 'NOT_SENT', detail: 'its process never sent it', sent: false })
    expectWithin((await row())?.ended_at, span)
    await expectOtherUntouched()
    for (const closed of ['sent_at = now(), outcome = NULL', "sent_at = NULL, outcome = 'UNKNOWN'"]) {
      await world.query(`UPDATE booking_attempts SET ${closed} WHERE id = 'att_1'`)
      expect(await world.store.attempts.abandonUnsent('att_1', 6_000)).toBe(false)
    }
  })

  it('is given up as unknown only while it is open', async () => {
    await attempt({ sent_at: inSeconds(-20) })
    const span = await during(() => world.store.attempts.abandonOpen('ubk_1', 'CREATE'))
    expect(await row()).toMatchObject({
      outcome: 'UNKNOWN',
      detail: 'its process has not told what became of it',
      sent: true,
    })
    expectWithin((await row())?.ended_at, span)
    await expectOtherUntouched()
    await world.query(`UPDATE booking_attempts SET outcome = 'REFUSED', detail = 'no' WHERE id = 'att_1'`)
    await world.store.attempts.abandonOpen('ubk_1', 'CREATE')
    expect(await row()).toMatchObject({ outcome: 'REFUSED', detail: 'no' })
  })
})

describe('the attempts of a booking', () => {
  it('are told by operation, the newest first, with their ages by the database’s clock', async () => {
    await attempt({ started_at: inSeconds(-100), sent_at: inSeconds(-90) })
    await world.put(
      'booking_attempts',
      { id: 'att_3', booking_id: 'ubk_1', started_at: inSeconds(-200) },
      { id: 'att_4', booking_id: 'ubk_1', started_at: inSeconds(-10), operation: 'CANCEL' },
    )
    const { attempts } = world.store
    const [newest, older, ...others] = await attempts.of('ubk_1', ['CREATE'])
    expect(newest).toMatchObject({ attemptId: 'att_1', bookingId: 'ubk_1', operation: 'CREATE', outcome: null })
    expect(Math.round((newest?.startedMsAgo ?? 0) / 10_000)).toBe(10)
    expect(Math.round((newest?.sentMsAgo ?? 0) / 10_000)).toBe(9)
    expect([older?.attemptId, others]).toEqual(['att_3', []])
    expect(await attempts.of('ubk_1', ['CANCEL'])).toMatchObject([{ attemptId: 'att_4', sentMsAgo: null }])
    expect((await attempts.of('ubk_1', ['CANCEL', 'CREATE'])).map(({ attemptId }) => attemptId)).toEqual([
      'att_4',
      'att_1',
      'att_3',
    ])
    expect(await attempts.of('ubk_1', ['CONFIRM_HOLD'])).toEqual([])
    expect((await attempts.list('ubk_1')).map(({ id }) => id)).toEqual(['att_3', 'att_1', 'att_4'])
  })

  it('are neither sent nor ended while a transaction has locked them', async () => {
    await attempt({ started_at: inSeconds(-1) })
    let isSent: boolean | null = null
    let sending: Promise<void> = Promise.resolve()
    await world.store.transaction(async (tx) => {
      expect(await tx.attempts.lock('ubk_1', ['CREATE'])).toHaveLength(1)
      sending = world.store.attempts.send('att_1', { freshMs: 60_000, until: null }).then((sent) => {
        isSent = sent
      })
      await new Promise((resolve) => setTimeout(resolve, 200))
      expect(isSent).toBeNull()
      await tx.attempts.abandonOpen('ubk_1', 'CREATE')
    })
    await sending
    expect(isSent).toBe(false)
  })
})
