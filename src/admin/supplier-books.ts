import { type ComparedPeriod, type ComparisonProgress, comparedDays, MAX_DAYS } from '../domain/comparison.ts'
import { addDays, dateInZone, daysBetween, isCalendarDate } from '../domain/time.ts'
import { ComparisonError } from '../operations/bookings/comparison/compare-connection.ts'
import { compareNow } from '../operations/bookings/comparison/run-comparisons.ts'
import { type Command, optionalText, text, UsageError, type Values } from './command.ts'
import { createProgress } from './progress.ts'

/** Of which days, in UTC: those on which bookings were made, and those on which stays begin. Yesterday and today, if none is named. */
function periodOf(values: Values, today: string): ComparedPeriod {
  const [first, last] = [dateOf(values, 'from'), dateOf(values, 'to')]
  const yesterday = addDays(today, -1)
  const from = first ?? (last !== null && last < yesterday ? last : yesterday)
  const to = last ?? (first !== null && first > today ? first : today)
  if (from > to) throw new UsageError('--from must not be after --to')
  if (daysBetween(from, to) >= MAX_DAYS) throw new UsageError(`at most ${MAX_DAYS} days are compared at once`)
  return { made: { from, to }, begins: { from, to } }
}

function dateOf(values: Values, name: string): string | null {
  const given = optionalText(values, name)
  if (given !== null && !isCalendarDate(given)) throw new UsageError(`--${name} is a date, for example 2027-01-31`)
  return given
}

const reconcile: Command = {
  noun: 'supplier',
  verb: 'reconcile',
  summary:
    'compares a connection with its supplier’s books, as every night: what differs is looked at, what only the supplier has is a case',
  usage: 'conn_acme [--from 2027-01-30] [--to 2027-01-31]',
  options: { connection: { type: 'string' }, from: { type: 'string' }, to: { type: 'string' } },
  positional: 'connection',
  required: ['connection'],
  subjectOf: (values) => text(values, 'connection'),
  work: async ({ deps, store, clock, suppliers }, values) => {
    const connectionId = text(values, 'connection')
    const connection = await store.connections.find(connectionId)
    if (!connection) throw new UsageError(`there is no connection ${connectionId}`)
    const period = periodOf(values, dateInZone(clock.real(), 'UTC'))
    const listsBy = suppliers.find(connection.supplierCode)?.capabilities.listsBy ?? []
    const total = comparedDays(period, listsBy).length
    const show = createProgress()
    function onProgress({ daysDone, counts: { compared, differing } }: ComparisonProgress): void {
      show(daysDone, total, `${daysDone} of ${total} days, ${compared} bookings compared, ${differing} differ`)
    }
    const counts = await compareNow(deps, { connectionId, period, onProgress }).catch((error: unknown) => {
      if (!(error instanceof ComparisonError)) throw error
      const hint = `What was compared before it is kept; \`supplier test ${connectionId}\` says more`
      throw new UsageError(`${connectionId}: ${error.message}. ${hint}`)
    })
    return [{ connectionId, ...counts }]
  },
}

export const SUPPLIER_BOOKS_COMMANDS: readonly Command[] = [reconcile]
