import { now, type StoreWorld } from './use-store.ts'

type Changes = Readonly<Record<string, unknown>>

/** What tests of the delivery queue put and read: deliveries to `end_1`, each of an event of its own. */
export function deliveryRows(worldOf: () => StoreWorld) {
  let position = 0

  /** A delivery of an event of its own; each of another booking, unless told. */
  async function deliver(id: string, changes: Changes = {}): Promise<number> {
    position += 1
    await worldOf().put('booking_events', { position, request_id: `req_${id}`, traceparent: `trace_${id}` })
    const booking = { booking_id: `ubk_${id}`, event_position: position }
    await worldOf().put('webhook_deliveries', { id, ...booking, ...changes })
    return position
  }

  async function row(id: string) {
    const [found] = await worldOf().query(
      `SELECT status, attempt_count, trigger, lease_id, extract(epoch FROM leased_until - gateway_now())::float8 AS leased_for,
        extract(epoch FROM due_at - gateway_now())::float8 AS due_in FROM webhook_deliveries WHERE id = $1`,
      [id],
    )
    return found
  }

  function endpoint(changes: Changes): Promise<unknown> {
    const set = Object.keys(changes).map((name, index) => `${name} = $${index + 1}`)
    return worldOf().query(
      `UPDATE webhook_endpoints SET ${set.join(', ')} WHERE id = 'end_1'`,
      Object.values(changes).map(now),
    )
  }
  return { deliver, row, endpoint }
}
