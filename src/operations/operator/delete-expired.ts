import { MINUTE_MS } from '../../domain/time.ts'
import { isAnywhere } from '../../platform/outage.ts'
import type { Deps } from '../deps.ts'
import { drain } from './drain.ts'

/** The number of rows per statement, which takes a fraction of a second. */
const BATCH = 2_000

/** After half an hour another worker may take the job over, so a run ends before that; the next night continues. */
const LONGEST_MS = 20 * MINUTE_MS

/** After how many days rows are deleted; null: never. docs/retention.md says what each counts from. */
type RowTerms = Readonly<Record<'offers' | 'quotes' | 'calls' | 'events' | 'audit', number | null>>

type Kind = keyof RowTerms | 'keys' | 'testEvents' | 'supplierMessages'

/** By then a supplier has long stopped repeating a message, days. */
const SUPPLIER_MESSAGES_DAYS = 30

/** Job: deletes rows whose term has ended, in batches. What is cut off is continued by the next run. Returns how many of each kind. */
export async function deleteExpired(
  { store, clock, log }: Pick<Deps, 'store' | 'clock' | 'log'>,
  terms: RowTerms,
): Promise<Readonly<Record<Kind, number>>> {
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
    events: await drained(terms.events, (days) => retention.events(days, BATCH)),
    audit: await drained(terms.audit, (days) => store.transaction((tx) => tx.retention.audit(days, BATCH))).catch(
      (error: unknown) => {
        if (!isForbidden(error)) throw error
        log.warn({ days: terms.audit }, 'old audit entries are kept: the role of the gateway may not delete them')
        return 0
      },
    ),
  }
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

/** Postgres' code for a privilege that the role does not have. */
const FORBIDDEN = '42501'

function isForbidden(error: unknown): boolean {
  return isAnywhere(error, ({ code, originalCode }) => code === FORBIDDEN || originalCode === FORBIDDEN)
}
