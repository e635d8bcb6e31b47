import { expect, it } from 'vitest'
import { freezingAt, isFrozen, thaw } from '../support/frozen.ts'
import type { Json } from '../support/http-client.ts'
import { until } from '../support/until.ts'
import { type FrozenWorld, useFrozenWorld } from '../support/use-frozen-world.ts'

/** Messages of suppliers whose worker stands still past its lease while another one acts on them. */
let world: FrozenWorld
useFrozenWorld(
  (created) => {
    world = created
  },
  { roles: 'api,suppliers,relay' },
)

function cases(): Promise<Json[]> {
  return world.database.query("SELECT id, closed_at IS NULL AS open FROM cases WHERE kind = 'ONLY_AT_SUPPLIER'")
}

it('[X-08] a worker that wakes with an answer about an unknown booking, which another has told meanwhile, tells nobody again', {
  timeout: 180_000,
}, async () => {
  const { booking_id: bookingId } = await world.booked('liteapi')
  const [row] = await world.database.query('SELECT supplier_booking_id FROM bookings WHERE id = $1', [bookingId])
  // The supplier has it, and we never had: nobody looks at it either.
  await world.database.query(
    `UPDATE bookings SET supplier_booking_id = NULL, supplier_reference = 'ZZZZZZZZZZZZZZZZZZZZ', look_at = NULL WHERE id = $1`,
    [bookingId],
  )
  await world.database.query(
    `INSERT INTO supplier_messages (connection_id, message_id, kind, supplier_booking_id)
     VALUES ('conn_sandbox_liteapi', 'm1', 'booking.created', $1)`,
    [row.supplier_booking_id],
  )
  const first = await world.join({ ROLES: 'worker', ...freezingAt('exchange:retrieve') })
  await until('it to stand still', () => isFrozen(first.pid))
  await world.database.query("UPDATE supplier_messages SET due_at = now() WHERE message_id = 'm1'")
  const second = await world.join({ ROLES: 'worker', WATCHDOG_MS: '0' })
  await until('the case', async () => (await cases()).length === 1)
  await world.database.query(`UPDATE cases SET closed_at = now(), closed_by = 'operator:ada'`)
  await second.kill('SIGKILL')
  // It acts on one message after the other: when it is through with one that concerns nobody, it is through with ours.
  await world.database.query(
    `INSERT INTO supplier_messages (connection_id, message_id, kind, supplier_reference)
     VALUES ('conn_sandbox_liteapi', 'm2', 'booking.created', 'of another system')`,
  )
  thaw(first.pid)
  await until('the next message to be acted on', async () => {
    const [next] = await world.database.query("SELECT due_at FROM supplier_messages WHERE message_id = 'm2'")
    return next.due_at === null
  })
  expect((await cases()).map(({ open }) => open)).toEqual([false])
  const [message] = await world.database.query("SELECT due_at, tries FROM supplier_messages WHERE message_id = 'm1'")
  expect(message).toEqual({ due_at: null, tries: 2 })
  await first.kill('SIGKILL')
})
