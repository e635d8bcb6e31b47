import { SUPPLIERS } from '../../src/suppliers/registry.ts'
import type { Life } from './life.ts'
import { type Json, NOBODYS, type World } from './world.ts'

/** What a status here allows the supplier's living records to be. */
const AGREEING: Readonly<Record<string, readonly string[]>> = {
  CONFIRMED: ['CONFIRMED'],
  ON_HOLD: ['ON_HOLD'],
  CANCELLED: [],
  FAILED: [],
}

const SETTLED_ONLY = ['UNSETTLED_CREATE', 'UNSETTLED_CONFIRMATION', 'UNSETTLED_CANCELLATION', 'UNSETTLED_HOLD']

/** A booking's row with its events and open cases, what lives at its supplier, and what the supplier did on its own. */
type Judged = { readonly row: Json; readonly theirs: readonly string[]; readonly fate: Life['fate'] }

/** What is wrong in the end, one line each: no ghost, no twin, no lie, nothing untold, nothing at rest that should move. */
export async function faultsOf(world: World, lives: readonly Life[]): Promise<string[]> {
  const rows = await world.query(
    `SELECT b.*, (SELECT array_agg(e.body ORDER BY e.sequence) FROM booking_events e WHERE e.booking_id = b.id) AS bodies,
       (SELECT array_agg(c.kind) FROM cases c WHERE c.booking_id = b.id AND c.closed_at IS NULL) AS open_cases
     FROM bookings b ORDER BY b.created_at, b.id`,
  )
  const fates = new Map(lives.map(({ offer, fate, isStruck }) => [offer.offer_id, isStruck ? fate : null]))
  const judged: Judged[] = []
  for (const row of rows)
    judged.push({ row, theirs: await aliveAt(world, row), fate: fates.get(row.accepted_offer_id) ?? null })
  const faults = judged.flatMap((one) => {
    const told = [agreement, promises, discrepancies, restlessness, history].map((judge) => judge(one))
    return told.filter((fault) => fault !== null).map((fault) => `${nameOf(one)}: ${fault}`)
  })
  return [...faults, ...twins(judged)]
}

function nameOf({ row, fate }: Judged): string {
  return `${row.id} (${row.supplier_code} ${row.supplier_reference}${fate === null ? '' : `, which ${fate}`})`
}

/** Bookings that have waited for hours for an outcome of which no person was told. */
export async function unattended(world: World): Promise<string[]> {
  const rows = await world.query(
    `SELECT id, status, supplier_code FROM bookings b
     WHERE pending_operation IS NOT NULL AND pending_since < gateway_now(organization_id) - interval '3 hours'
       AND NOT EXISTS (SELECT FROM cases c WHERE c.booking_id = b.id AND c.closed_at IS NULL)`,
  )
  return rows.map((row) => `${row.id} (${row.supplier_code}): ${row.status} for hours, and nobody is told`)
}

/** The statuses of what lives at the supplier under our reference, as another client of the same contract sees it. */
async function aliveAt({ app }: World, row: Json): Promise<string[]> {
  const { supplier, call } = await app.core.suppliers.open(row.connection_id, 'find', NOBODYS)
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

function agreement(judged: Judged): string | null {
  const { row, theirs } = judged
  if (theirs.length === 0 && isExcused(judged)) return null
  const expected = AGREEING[row.status]
  const agrees = expected !== undefined && !row.needs_operator && JSON.stringify(expected) === JSON.stringify(theirs)
  const there = theirs.join(' and ') || 'nothing alive'
  return agrees ? null : `${row.status}${row.needs_operator ? ' with an operator' : ''} here, ${there} there`
}

/** True where a supplier that has nothing alive settles nothing: that is a person's, and only that. */
function isExcused({ row, fate }: Judged): boolean {
  const isForgotten = fate === 'FORGETS'
  // A record that is gone proves no cancellation; the discrepancy tells of it.
  if (row.status === 'CONFIRMED') return isForgotten
  if (!isAttended(row)) return false
  if (row.status === 'CANCELLATION_PENDING') return isForgotten
  return row.status === 'PROCESSING' && (isForgotten || hasLaggingLookups(row))
}

/** A supplier whose look-ups lag can never prove that it has nothing. */
function hasLaggingLookups({ supplier_code: supplierCode }: Json): boolean {
  return SUPPLIERS.find(({ code }) => code === supplierCode)?.capabilities.lookup === 'LAGGING'
}

function isAttended({ needs_operator: needsOperator, open_cases: cases }: Json): boolean {
  return needsOperator && (cases ?? []).some((kind: string) => SETTLED_ONLY.includes(kind))
}

/** [C-139] Whoever was told to try again must not have booked. */
function promises({ row, theirs }: Judged): string | null {
  const told = (row.bodies ?? []).map(
    (body: string) => JSON.parse(body).data?.booking?.failure ?? JSON.parse(body).data?.failure,
  )
  const isPromised = told.some((failure: Json) => failure?.retryable === true)
  return isPromised && theirs.length > 0 ? `a retry was offered, and the supplier has ${theirs.join(' and ')}` : null
}

/** In which part a booking that stands has to differ from a record with this fate. */
const DIFFERING: Readonly<Partial<Record<string, string>>> = { FORGETS: 'status', REPRICES: 'price.total' }

/** [C-137] What a supplier has otherwise is told, to the partner and to a person, and nothing else is. */
function discrepancies({ row, fate }: Judged): string | null {
  const found: string[] = row.discrepancies.map(({ path }: Json) => path)
  const expected = DIFFERING[fate ?? '']
  const odd = found.filter((path) => path !== expected)
  if (odd.length > 0) return `the supplier agrees, and was told to differ: ${JSON.stringify(row.discrepancies)}`
  if (row.status !== 'CONFIRMED' || expected === undefined) return null
  if (!found.includes(expected)) return `its supplier differs in ${expected}, and nobody has noticed`
  return (row.open_cases ?? []).includes('DISCREPANCY')
    ? null
    : `its supplier differs in ${expected}, and nobody is told`
}

function restlessness({ row }: Judged): string | null {
  const { status, look_at: lookAt, lease_id: leaseId, needs_operator: needsOperator, open_cases: cases } = row
  if (lookAt === null && !['CANCELLED', 'FAILED', 'CONFIRMED'].includes(status)) return `${status} at rest for ever`
  if (leaseId !== null && lookAt === null) return 'leased, and never due again'
  const idle = (cases ?? []).filter((kind: string) => kind === 'LOOK_FAILS' || SETTLED_ONLY.includes(kind))
  return idle.length > 0 && !needsOperator ? `settled, and still a case: ${idle.join(', ')}` : null
}

function history({ row: { bodies, sequence, status } }: Judged): string | null {
  const events = (bodies ?? []).map((body: string) => JSON.parse(body))
  if (events.length !== sequence) return `${events.length} events, and the sequence is ${sequence}`
  const last = events.at(-1)?.data
  const said = last?.status ?? last?.booking?.status
  return said === status ? null : `its last event says ${said}, and it is ${status}`
}

/** An offer is booked once. Only a booking that came back after it was given up may find another in its place, and that is told. */
function twins(judged: readonly Judged[]): string[] {
  const ofOffers = Map.groupBy(judged, ({ row }) => String(row.accepted_offer_id))
  return [...ofOffers].flatMap(([offerId, ones]) => {
    const alive = ones.filter(({ theirs }) => theirs.length > 0)
    const cameBack = alive.some(({ row }) => row.bodies.some((body: string) => body.includes('"LATE_ACCEPTANCE"')))
    return alive.length > 1 && !cameBack ? [`offer ${offerId} is booked ${alive.length} times`] : []
  })
}
