import { beforeEach, describe, expect, it } from 'vitest'
import { actOnMessages } from '../../../src/operations/bookings/follow-up/act-on-messages.ts'
import { messageOf } from '../../../src/operations/bookings/follow-up/kept-message.ts'
import { createReceiveNotification } from '../../../src/operations/bookings/follow-up/receive-supplier-notification.ts'
import type { Deps } from '../../../src/operations/deps.ts'
import { recordOf, says } from '../../support/desk.ts'
import type { Json } from '../../support/http-client.ts'
import { type Booker, useOneBooker } from '../../support/use-one-booker.ts'

/** Messages of suppliers between being kept and being acted on. */
let booker: Booker
useOneBooker((started) => {
  booker = started
})

const PATH = 'c'.repeat(32)
const UNKNOWN = 'ZZZZZZZZZZZZZZZZZZZZ'

beforeEach(async () => {
  await booker.query('DELETE FROM supplier_messages')
  await booker.query(
    `INSERT INTO supplier_connections (id, supplier_code, environment, name, credentials, settings, notification_token)
     VALUES ('con_desk', 'desk', 'sandbox', 'The desk', '', '{}', $1) ON CONFLICT (id) DO UPDATE SET notification_token = $1`,
    [PATH],
  )
})

async function keep(count: number, connectionId = 'con_desk'): Promise<void> {
  await booker.query(
    `INSERT INTO supplier_messages (connection_id, message_id, kind, supplier_booking_id, due_at)
     SELECT $1, 'm-' || n, 'changed', 'theirs-' || n, now() - interval '1 minute' FROM generate_series(1, $2::int) n`,
    [connectionId, count],
  )
}

async function freshCache(): Promise<Deps['cache']> {
  const { createMemoryCache } = await import('../../../src/cache/memory.ts')
  return createMemoryCache({ clock: booker.core.clock })
}

/** The desk has every booking that it is asked for. */
function hasAll(): void {
  booker.desk.says('retrieve', (reference: Json) => says(recordOf({ supplierBookingId: reference.supplierBookingId })))
}

function cases(): Promise<readonly Json[]> {
  return booker.query("SELECT 1 FROM cases WHERE kind = 'ONLY_AT_SUPPLIER'")
}

describe('a supplier’s message that is kept', () => {
  it('[X-08] and signed, about a booking that nobody knows here, is not lost when it could not be kept at first', async () => {
    let isAway = true
    const { store } = booker.deps
    const supplierMessages = {
      ...store.supplierMessages,
      keep: (messages: Parameters<typeof store.supplierMessages.keep>[0]) =>
        isAway ? Promise.reject(new Error('the database is away')) : store.supplierMessages.keep(messages),
    }
    let acting: Promise<unknown> = Promise.resolve()
    const background = {
      ...booker.deps.background,
      follow: (_: string, work: Promise<unknown>) => {
        acting = work
      },
    }
    const receive = createReceiveNotification({ ...booker.deps, background, store: { ...store, supplierMessages } })
    const body = JSON.stringify({ token: 'secret', reference: UNKNOWN, id: 'once' })
    const sent = { requestId: 'req_n', token: PATH, body, address: '192.0.2.78' }
    await expect(receive(sent)).rejects.toThrow('away')
    isAway = false
    expect(await receive(sent)).toMatchObject({ ok: true })
    expect(await booker.query('SELECT supplier_reference FROM supplier_messages')).toEqual([
      { supplier_reference: UNKNOWN },
    ])
    await acting
  })

  it('[X-08] waits when too many are about unknown bookings, and is acted on later: none is given up unasked', async () => {
    hasAll()
    await keep(25)
    const busy = { ...booker.deps, cache: await freshCache() }
    while ((await actOnMessages(busy)) > 0);
    expect(await cases()).toHaveLength(20)
    const waiting = await booker.query(
      `SELECT extract(epoch FROM due_at - now())::float8 AS seconds FROM supplier_messages WHERE due_at IS NOT NULL`,
    )
    expect(waiting).toHaveLength(5)
    expect(Math.min(...waiting.map(({ seconds }) => seconds))).toBeGreaterThan(3_000)
    await booker.query('UPDATE supplier_messages SET due_at = now() WHERE due_at IS NOT NULL')
    await actOnMessages({ ...booker.deps, cache: await freshCache() })
    expect(await cases()).toHaveLength(25)
  })

  it('is leased when its turn has come, and not while others are acted on', async () => {
    const begun: number[] = []
    booker.desk.says('retrieve', async () => {
      const [row] = await booker.query('SELECT count(*)::int AS count FROM supplier_messages WHERE tries > 0')
      begun.push(row?.count)
      return says(null)
    })
    await keep(3)
    await actOnMessages({ ...booker.deps, cache: await freshCache() })
    expect(begun).toEqual([1, 2, 3])
  })

  it('over a connection that is gone holds no other up', async () => {
    hasAll()
    await keep(30, 'con_gone')
    await keep(1)
    await booker.query("UPDATE supplier_messages SET due_at = now() WHERE connection_id = 'con_desk'")
    expect(await actOnMessages({ ...booker.deps, cache: await freshCache() })).toBe(1)
  })

  it('may have characters that a database does not take, which are left out', async () => {
    const unsigned = { kind: 'a\0b', supplierBookingId: '1\0', email: 'a\0@example.com', text: 'Wel\0come' }
    const message = messageOf('con_desk', { supplierReference: null, messageId: 'nul\0', goodUntil: 0, unsigned })
    expect(message && (await booker.deps.store.supplierMessages.keep([message]))).toBe(1)
    expect(await booker.query('SELECT kind, email, text FROM supplier_messages')).toEqual([
      { kind: 'ab', email: 'a@example.com', text: 'Welcome' },
    ])
  })

  it('is forgotten with its own booking, and not with another connection’s of the same number', async () => {
    const { bookingId } = await booker.confirmed()
    for (const connectionId of ['con_desk', 'con_other'])
      await booker.query(
        `INSERT INTO supplier_messages (connection_id, message_id, kind, supplier_booking_id, text)
         SELECT $1, 'm', 'written', supplier_booking_id, 'Welcome' FROM bookings WHERE id = $2`,
        [connectionId, bookingId],
      )
    await booker.deps.store.transaction((tx) => tx.forgetting.forget([bookingId], { evenIfToCome: true }))
    expect(await booker.query('SELECT connection_id FROM supplier_messages WHERE text IS NOT NULL')).toEqual([
      { connection_id: 'con_other' },
    ])
  })
})
