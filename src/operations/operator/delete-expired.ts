import { DAY_MS, MINUTE_MS } from '../../domain/time.ts'
import { isForbidden } from '../../platform/refused-statement.ts'
import type { Deps } from '../deps.ts'
import { drain } from './drain.ts'
import { dropPartitions, startOfMonth, waitingPartitions } from './partitions.ts'

/** The number of rows per statement, which takes a fraction of a second. */
const BATCH = 2_000

/** Webhook deliveries have a quarter of an hour before. After half an hour another worker may take the job over; the next night continues. */
const LONGEST_MS = 12 * MINUTE_MS

type OwnTerm = 'offers' | 'quotes' | 'calls' | 'events' | 'audit'

/** After how many days rows are deleted; null: never. docs/retention.md says what each counts from. */
type RowTerms = Readonly<Record<OwnTerm, number | null>> & { readonly traffic?: number | null }

type Kind = keyof RowTerms | 'keys' | 'testEvents' | 'supplierMessages'

/** By then a supplier has long stopped repeating a message, days. */
const SUPPLIER_MESSAGES_DAYS = 30

/** Job: drops partitions and deletes rows whose term has ended, in batches. What is cut off is continued by the next run. Returns how many of each kind. */
export async function deleteExpired(
  deps: Pick<Deps, 'store' | 'clock' | 'log'>,
  terms: RowTerms,
): Promise<Readonly<Record<Kind, number>>> {
  const { store, clock, log } = deps
  // First: what goes with its partition need not be deleted row by row.
  await dropPartitions(deps, {
    offers: terms.offers,
    booking_events: terms.events,
    supplier_exchanges: terms.traffic ?? null,
  })
  const waiting = terms.events === null ? [] : await waitingPartitions(deps, 'booking_events', terms.events)
  const endAt = performance.now() + LONGEST_MS
  function drained(days: number | null, batch: (days: number) => Promise<number>): Promise<number> {
    return days === null
      ? Promise.resolve(0)
      : drain(
          () => batch(days),
          () => performance.now() < endAt,
        )
  }
  const { retention } = store
  const deleted = {
    offers: await drained(terms.offers, (days) => retention.offers(days, BATCH)),
    quotes: await drained(terms.quotes, (days) => retention.quotes(days, BATCH)),
    keys: await drained(0, () => retention.keys(BATCH)),
    calls: await drained(terms.calls, (days) => retention.calls(days, BATCH)),
    testEvents: await drained(0, () => retention.testEvents(BATCH)),
    supplierMessages: await drained(SUPPLIER_MESSAGES_DAYS, (days) => store.supplierMessages.deleteOld(days, BATCH)),
    traffic: await drained(terms.traffic ?? null, (days) =>
      store.traffic.deleteOld(clock.real() - days * DAY_MS, BATCH),
    ),
    events: await drained(terms.events, (days) => retention.events(days, { limit: BATCH, waiting })),
    audit: await drained(terms.audit, (days) => store.transaction((tx) => tx.retention.audit(days, BATCH))).catch(
      (error: unknown) => {
        if (!isForbidden(error)) throw error
        log.warn({ days: terms.audit }, 'old audit entries are kept: the role of the gateway may not delete them')
        return 0
      },
    ),
  }
  if (deleted.events > 0 && terms.events !== null)
    await store.partitions.raiseFloor('booking_events', startOfMonth(clock.real() - terms.events * DAY_MS))
  if (deleted.audit > 0)
    await store.audit.append(
      {
        organizationId: null,
        actor: 'system',
        action: 'retention.delete',
        subject: 'audit_log',
        details: { entries: deleted.audit, olderThanDays: terms.audit },
      },
      clock.real(),
    )
  if (Object.values(deleted).some((count) => count > 0)) log.info(deleted, 'rows were deleted whose term has ended')
  return deleted
}
