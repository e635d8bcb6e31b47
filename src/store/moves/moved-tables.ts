/** A table whose rows of one organization move to another cell. All names are ours, never a client's. */
export type MovedTable = {
  readonly table: string
  /** The columns that name a row; unique in all cells. */
  readonly key: readonly string[]
  /** The rows `t` of the organization `$1`. */
  readonly where: string
  /** Set in every copy, as SQL by column: what belongs to a process of the source. */
  readonly reset: Readonly<Record<string, string>>
  /**
   * What is set in the target's rows before those that differ are written, as SQL: a value that only one row may have, which another row
   * may have taken over in the source.
   */
  readonly release: string | null
  /** The column that is sealed under the cell's master key, if there is one. */
  readonly sealed: 'guests_sealed' | 'credentials' | 'secrets' | null
  /**
   * True: what the target has already stays as it is, and may be more. Rows of such a table are added and never changed, or belong to
   * others as well.
   */
  readonly isAddedTo: boolean
  /** Of such a table, the column that the source may still change, by forgetting or by having been left; null: none. */
  readonly follows: string | null
  /** True: it is not deleted with the organization's rows, in the cell that it has left or did not come to. Others need it, or it is a record. */
  readonly stays: boolean
}

function moved(table: string, changes: Partial<MovedTable> = {}): MovedTable {
  return {
    table,
    key: ['id'],
    where: 't.organization_id = $1',
    reset: {},
    release: null,
    sealed: null,
    isAddedTo: false,
    follows: null,
    stays: false,
    ...changes,
  }
}

const OF_BOOKING = 't.booking_id IN (SELECT id FROM bookings WHERE organization_id = $1)'
const OF_DELIVERY = 't.delivery_id IN (SELECT id FROM webhook_deliveries WHERE organization_id = $1)'
/** Those that it sells over, and those of its bookings and offers, which may be older. */
const CONNECTIONS = `(
  SELECT connection_id FROM organization_suppliers WHERE organization_id = $1
  UNION SELECT connection_id FROM further_connections WHERE organization_id = $1
  UNION SELECT connection_id FROM bookings WHERE organization_id = $1
  UNION SELECT connection_id FROM offers WHERE organization_id = $1)`
export const OF_CONNECTIONS = `t.id IN ${CONNECTIONS}`

/** What suppliers have told of its bookings, and nobody has acted on: that waits while it is on its way. */
const OF_MESSAGES = `t.due_at IS NOT NULL AND EXISTS (
  SELECT FROM bookings b WHERE b.organization_id = $1 AND b.connection_id = t.connection_id
    AND (b.supplier_reference = t.supplier_reference OR b.supplier_booking_id = t.supplier_booking_id))`

/**
 * Every table with rows of an organization, in an order in which no row names one that comes later. Followers
 * (`booking_followers`) are of open subscriptions, and stay.
 */
export const MOVED_TABLES: readonly MovedTable[] = [
  moved('organizations', { where: 't.id = $1' }),
  moved('api_keys'),
  // Their links and sessions stay: who was signed in signs in again.
  moved('console_users'),
  moved('supplier_connections', { where: OF_CONNECTIONS, sealed: 'credentials', isAddedTo: true, stays: true }),
  moved('organization_suppliers', { key: ['organization_id', 'supplier_code'] }),
  moved('further_connections', { key: ['organization_id', 'connection_id'] }),
  // How far its supplier's books are compared: the target goes on there. Behind the links, without which a worker there would not wait.
  moved('supplier_comparisons', {
    key: ['connection_id'],
    where: `t.connection_id IN ${CONNECTIONS}`,
    reset: { lease_id: 'NULL', progress: 'NULL' },
    isAddedTo: true,
    stays: true,
  }),
  moved('terms_acceptances', { isAddedTo: true, stays: true }),
  moved('sandbox_clocks', { key: ['organization_id'] }),
  moved('offers'),
  moved('bookings', { reset: { lease_id: 'NULL' }, release: 'claimed_offer_id = NULL', sealed: 'guests_sealed' }),
  moved('booking_events'),
  moved('booking_attempts', { where: OF_BOOKING }),
  moved('cancellation_quotes'),
  moved('cancellations', { where: OF_BOOKING }),
  moved('idempotency_keys', { key: ['organization_id', 'environment', 'operation', 'key'] }),
  moved('webhook_endpoints', { sealed: 'secrets' }),
  moved('webhook_deliveries', { reset: { lease_id: 'NULL', leased_until: 'NULL' } }),
  moved('webhook_attempts', { where: OF_DELIVERY }),
  moved('cases', { release: 'closed_at = coalesce(closed_at, opened_at)' }),
  moved('supplier_messages', { key: ['connection_id', 'message_id'], where: OF_MESSAGES, isAddedTo: true }),
  moved('audit_log', { isAddedTo: true, follows: 'details', stays: true }),
]

/** Those that no fence closes, because others write them as well: what came behind it is fetched once more before the target opens. */
export const ADDED_TABLES = MOVED_TABLES.filter(({ isAddedTo }) => isAddedTo)

/** Sequences of rows that move: each cell steps by `CELLS` from its own number on, so that no two give out the same. */
export const CELL_SEQUENCES = [
  'booking_events_position_seq',
  'webhook_attempts_id_seq',
  'audit_log_id_seq',
  'sandbox_faults_id_seq',
] as const
export const CELLS = 64
