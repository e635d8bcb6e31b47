import type { StoreWorld } from './use-store.ts'

type Changes = Readonly<Record<string, unknown>>

/** What tests of all deliveries of an endpoint put and read; a delivery is known by the position of its event. */
export function endpointRows(worldOf: () => StoreWorld) {
  async function deliver(position: number, changes: Changes = {}): Promise<void> {
    await worldOf().put('booking_events', { position })
    await worldOf().put('webhook_deliveries', { id: `whd_${position}`, event_position: position, ...changes })
  }

  function set(changes: string, id = 'end_1'): Promise<unknown> {
    return worldOf().query(`UPDATE webhook_endpoints SET ${changes} WHERE id = $1`, [id])
  }

  /** The statuses of deliveries by their positions. */
  async function statuses(): Promise<Readonly<Record<string, string>>> {
    const rows = await worldOf().query('SELECT event_position AS at, status FROM webhook_deliveries')
    return Object.fromEntries(rows.map(({ at, status }) => [at, status]))
  }

  async function endpoint(id = 'end_1') {
    const [row] = await worldOf().query(
      `SELECT *, updated_at > gateway_now() - interval '30 s' AS touched FROM webhook_endpoints WHERE id = $1`,
      [id],
    )
    return row
  }
  return { deliver, set, statuses, endpoint }
}
