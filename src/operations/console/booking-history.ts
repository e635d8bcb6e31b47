import type { Instant } from '../../domain/time.ts'
import type { Booking } from '../../store/booking.ts'
import type {
  AttemptRecord,
  AuditRecord,
  CaseRecord,
  DeliveryRecord,
  EventRecord,
  KeyRecord,
  LookRecord,
} from '../../store/booking-records.ts'
import type { Deps } from '../deps.ts'

export const HISTORY_KINDS = ['EVENT', 'REQUEST', 'ATTEMPT', 'LOOK', 'WEBHOOK', 'OPERATOR', 'CASE'] as const
export type HistoryKind = (typeof HISTORY_KINDS)[number]

/** Something that happened to a booking, or is planned. */
export type HistoryEntry = {
  readonly id: string
  readonly kind: HistoryKind
  readonly at: Instant
  /** What it is, in the machine's words: `booking.confirmed`, `CREATE`. */
  readonly title: string
  /** How it ended, where it can end in several ways. */
  readonly outcome: string | null
  readonly durationMs: number | null
  /** Who did it, as the audit log has it; null: the gateway. */
  readonly by: string | null
  readonly requestId: string | null
  readonly isPlanned: boolean
  /** The rest; nothing of guests. */
  readonly detail: Readonly<Record<string, unknown>>
}

/** Who reads: a partner is told nothing that the supplier or an operator has said among themselves. */
type Reader = { readonly isPartner: boolean }

type Records = {
  readonly events: readonly EventRecord[]
  readonly attempts: readonly AttemptRecord[]
  readonly deliveries: readonly DeliveryRecord[]
  readonly keys: readonly KeyRecord[]
  readonly cases: readonly CaseRecord[]
  readonly audit: readonly AuditRecord[]
  readonly look: LookRecord | null
}

/** All that happened to a booking, the oldest first, with what is planned. */
export async function historyOf(
  { store }: Pick<Deps, 'store'>,
  { bookingId }: Pick<Booking, 'bookingId'>,
  reader: Reader,
): Promise<HistoryEntry[]> {
  const records = store.bookingRecords
  const [events, attempts, keys, cases, look] = await Promise.all([
    records.events(bookingId),
    records.attempts(bookingId),
    records.keys(bookingId),
    records.cases(bookingId),
    records.look(bookingId),
  ])
  const deliveries = await records.deliveries(events.map(({ id }) => id))
  const audit = await records.audit([bookingId, ...cases.map(({ id }) => id), ...deliveries.map(({ id }) => id)])
  return inOrder(entriesOf({ events, attempts, deliveries, keys, cases, audit, look }, reader))
}

function entriesOf(records: Records, reader: Reader): HistoryEntry[] {
  const { isPartner } = reader
  const common = [
    ...records.events.map(eventEntry),
    ...requestEntries(records),
    ...records.attempts.map((attempt) => attemptEntry(attempt, reader)),
    ...records.deliveries.map(deliveryEntry),
    ...records.audit.filter(({ actor }) => !isPartner || isOfPartner(actor)).map(auditEntry),
  ]
  if (isPartner) return common
  return [...common, ...records.cases.flatMap(caseEntries), ...(records.look ? [lookEntry(records.look)] : [])]
}

/** What leads to what, when both have the same time. */
const FIRST: Readonly<Record<HistoryKind, number>> = {
  REQUEST: 0,
  OPERATOR: 1,
  EVENT: 2,
  ATTEMPT: 3,
  WEBHOOK: 4,
  CASE: 5,
  LOOK: 6,
}

function inOrder(entries: readonly HistoryEntry[]): HistoryEntry[] {
  return entries.toSorted(
    (one, other) => one.at - other.at || FIRST[one.kind] - FIRST[other.kind] || (one.id < other.id ? -1 : 1),
  )
}

function isOfPartner(actor: string): boolean {
  return actor.startsWith('key:') || actor.startsWith('partner:')
}

const PLAIN = { outcome: null, durationMs: null, by: null, requestId: null, isPlanned: false } as const

export function eventEntry({ id, type, body, sequence, requestId, createdAt }: EventRecord): HistoryEntry {
  const { data } = JSON.parse(body) as { data?: Readonly<Record<string, unknown>> }
  const change = data?.['change'] as { readonly cause?: unknown } | undefined
  const detail = { sequence, status: data?.['status'], previousStatus: data?.['previous_status'], cause: change?.cause }
  return {
    ...PLAIN,
    id,
    kind: 'EVENT',
    at: createdAt,
    title: type,
    outcome: textOf(data?.['status']),
    requestId,
    detail,
  }
}

function textOf(value: unknown): string | null {
  return typeof value === 'string' ? value : null
}

export function attemptEntry(attempt: AttemptRecord, { isPartner }: Reader): HistoryEntry {
  const { id, operation, startedAt, sentAt, endedAt, outcome, httpStatus, errorCode, detail, requestId } = attempt
  return {
    ...PLAIN,
    id,
    kind: 'ATTEMPT',
    at: startedAt,
    title: operation,
    outcome: outcome ?? (sentAt === null ? 'BEGUN' : 'SENT'),
    durationMs: endedAt === null ? null : endedAt - startedAt,
    requestId,
    detail: isPartner ? {} : { httpStatus, errorCode, detail, sentAt, endedAt },
  }
}

export function deliveryEntry(delivery: DeliveryRecord): HistoryEntry {
  const { id, eventType, status, createdAt, lastAt, lastDurationMs, ...rest } = delivery
  return {
    ...PLAIN,
    id,
    kind: 'WEBHOOK',
    at: lastAt ?? createdAt,
    title: eventType,
    outcome: status,
    durationMs: lastDurationMs,
    detail: { ...rest, createdAt },
  }
}

export function auditEntry({ id, actor, action, subject, details, createdAt }: AuditRecord): HistoryEntry {
  const requestId = textOf(details['requestId'])
  return {
    ...PLAIN,
    id: `audit_${id}`,
    kind: 'OPERATOR',
    at: createdAt,
    title: action,
    by: actor,
    requestId,
    detail: { subject, ...details },
  }
}

function caseEntries({
  id,
  kind,
  detail,
  openedAt,
  takenBy,
  closedAt,
  closedBy,
  settledHow,
  note,
}: CaseRecord): HistoryEntry[] {
  const opened = {
    ...PLAIN,
    id,
    kind: 'CASE' as const,
    at: openedAt,
    title: kind,
    outcome: 'OPENED',
    detail: { detail, takenBy },
  }
  if (closedAt === null) return [opened]
  return [
    opened,
    { ...opened, id: `${id}_closed`, at: closedAt, outcome: 'CLOSED', by: closedBy, detail: { settledHow, note } },
  ]
}

function lookEntry({ kind, at, looks }: LookRecord): HistoryEntry {
  return {
    ...PLAIN,
    id: 'look',
    kind: 'LOOK',
    at,
    title: kind ?? 'LOOK',
    isPlanned: true,
    detail: { looksSoFar: looks },
  }
}

/** A key and the request that it came with were written within this time of each other. */
const TOGETHER_MS = 10_000

type Came = { readonly requestId: string | null; at: Instant; readonly operations: Set<string> }

/**
 * The partner's calls. Nobody keeps the calls themselves: they are known by the requests that attempts and events name, and by the
 * idempotency keys that were used, each with the request next to it.
 */
function requestEntries({ events, attempts, keys }: Records): HistoryEntry[] {
  const came = new Map<string, Came>()
  function note(requestId: string | null, at: Instant, operation: string | null): void {
    if (requestId === null || requestId.startsWith('req_job_')) return
    const known = came.get(requestId) ?? { requestId, at, operations: new Set<string>() }
    known.at = Math.min(known.at, at)
    if (operation !== null) known.operations.add(operation)
    came.set(requestId, known)
  }
  for (const { requestId, createdAt } of events) note(requestId, createdAt, null)
  for (const { requestId, startedAt, operation } of attempts) note(requestId, startedAt, operation)
  const byRequest = [...came.values()]
  const withKeys = keys.map((key) => ({ key, request: nearest(key, byRequest) }))
  const used = new Set(withKeys.map(({ request }) => request))
  return [
    ...withKeys.map(({ key, request }) => requestEntry(key.createdAt, { key, request })),
    ...byRequest
      .filter((request) => !used.has(request))
      .map((request) => requestEntry(request.at, { key: null, request })),
  ]
}

function nearest({ createdAt, operation }: KeyRecord, requests: readonly Came[]): Came | null {
  const near = requests.filter(
    ({ at, operations }) =>
      Math.abs(at - createdAt) <= TOGETHER_MS &&
      (operations.size === 0 || operations.has(operation) || operation === 'REVIEW'),
  )
  return near.toSorted((one, other) => Math.abs(one.at - createdAt) - Math.abs(other.at - createdAt))[0] ?? null
}

function requestEntry(
  at: Instant,
  { key, request }: { readonly key: KeyRecord | null; readonly request: Came | null },
): HistoryEntry {
  const title = key?.operation ?? ([...(request?.operations ?? [])].join(', ') || 'REQUEST')
  const requestId = request?.requestId ?? null
  const id = key ? `key_${key.operation}_${key.key}` : `request_${requestId}`
  return { ...PLAIN, id, kind: 'REQUEST', at, title, requestId, detail: key ? { idempotencyKey: key.key } : {} }
}
