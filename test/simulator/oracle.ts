import { SUPPLIERS } from '../../src/suppliers/registry.ts'
import type { Json, World } from './world.ts'

/** What a status here allows the supplier's living records to be. */
const AGREEING: Readonly<Record<string, readonly string[]>> = {
  CONFIRMED: ['CONFIRMED'],
  ON_HOLD: ['ON_HOLD'],
  CANCELLED: [],
  FAILED: [],
}

/** What is wrong in the end, one line each: no ghost, no twin, no lie, nothing at rest that should move. */
export async function faultsOf(world: World): Promise<string[]> {
  const rows = await world.query(
    `SELECT b.*, (SELECT array_agg(e.body ORDER BY e.sequence) FROM booking_events e WHERE e.booking_id = b.id) AS bodies
     FROM bookings b ORDER BY b.created_at, b.id`,
  )
  const faults: string[] = []
  for (const row of rows) {
    const theirs = await aliveAt(world, row)
    for (const fault of [agreement(row, theirs), promises(row, theirs), restlessness(row), history(row)])
      if (fault !== null) faults.push(`${row.id} (${row.supplier_code} ${row.supplier_reference}): ${fault}`)
  }
  return faults
}

/** The statuses of what lives at the supplier under our reference, as another client of the same contract sees it. */
async function aliveAt({ app }: World, row: Json): Promise<string[]> {
  const { suppliers } = app.core
  const { supplier, call } = await suppliers.open(row.connection_id, 'find', {
    organizationId: row.organization_id,
    requestId: 'req_oracle',
    language: 'en',
    customerIp: '192.0.2.1',
    signal: null,
    timeoutMs: 10_000,
  })
  const found = await supplier.find(call, {
    supplierReference: row.supplier_reference,
    supplierBookingId: null,
    supplierPayload: {},
    holderEmail: 'ada@example.com',
    bookedAt: row.created_at.getTime(),
  })
  if (!found.ok) throw new Error(`${row.supplier_code} does not answer the oracle: ${found.error.detail}`)
  return found.value.map(({ status }) => status).filter((status) => status !== 'CANCELLED' && status !== 'FAILED')
}

function agreement(row: Json, theirs: readonly string[]): string | null {
  const there = theirs.join(' and ') || 'nothing alive'
  // A supplier whose look-ups lag can never prove that it has nothing: that is a person's to settle, and only that.
  const lags = SUPPLIERS.find(({ code }) => code === row.supplier_code)?.capabilities.lookup === 'LAGGING'
  if (row.status === 'PROCESSING' && row.needs_operator && lags && theirs.length === 0) return null
  const expected = AGREEING[row.status]
  const agrees = expected !== undefined && !row.needs_operator && JSON.stringify(expected) === JSON.stringify(theirs)
  return agrees ? null : `${row.status}${row.needs_operator ? ' with an operator' : ''} here, ${there} there`
}

/** [C-139] Whoever was told to try again must not have booked. */
function promises(row: Json, theirs: readonly string[]): string | null {
  const told = (row.bodies ?? []).map(
    (body: string) => JSON.parse(body).data?.booking?.failure ?? JSON.parse(body).data?.failure,
  )
  const isPromised = told.some((failure: Json) => failure?.retryable === true)
  return isPromised && theirs.length > 0 ? `a retry was offered, and the supplier has ${theirs.join(' and ')}` : null
}

function restlessness({ status, look_at: lookAt, lease_id: leaseId, discrepancies }: Json): string | null {
  if (discrepancies.length > 0)
    return `the supplier is honest, and was told to differ: ${JSON.stringify(discrepancies)}`
  if (lookAt === null && !['CANCELLED', 'FAILED', 'CONFIRMED'].includes(status)) return `${status} at rest for ever`
  return leaseId !== null && lookAt === null ? 'leased, and never due again' : null
}

function history({ bodies, sequence, status }: Json): string | null {
  const events = (bodies ?? []).map((body: string) => JSON.parse(body))
  if (events.length !== sequence) return `${events.length} events, and the sequence is ${sequence}`
  const last = events.at(-1)?.data
  const said = last?.status ?? last?.booking?.status
  return said === status ? null : `its last event says ${said}, and it is ${status}`
}
