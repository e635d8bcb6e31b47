import { open } from 'node:fs/promises'
import type { Core } from '../core.ts'
import { BOOKING_STATUSES } from '../domain/booking.ts'
import { BOOKING_VIEWS } from '../domain/booking-views.ts'
import { DAY_MS, isCalendarDate } from '../domain/time.ts'
import { EXPORT_FORMATS, exportBookings } from '../operations/operator/export-bookings.ts'
import type { BookingPlace, BookingQuery } from '../store/booking-search.ts'
import { type Command, optionalText, text, UsageError, type Values } from './command.ts'

const DATES = [
  'created-from',
  'created-until',
  'check-in-from',
  'check-in-until',
  'cancelled-from',
  'cancelled-until',
] as const
const FILTERS = ['organization', 'view', 'status', 'supplier', 'connection', 'hotel', ...DATES] as const

/** Every fault of the options at once. */
function faultsOf(values: Values): readonly string[] {
  const views: readonly string[] = BOOKING_VIEWS
  const statuses: readonly string[] = BOOKING_STATUSES
  const [to, view, status, hotel] = ['to', 'view', 'status', 'hotel'].map((name) => optionalText(values, name))
  return [
    ...(EXPORT_FORMATS.some((format) => to?.endsWith(`.${format}`)) ? [] : ['--to ends with .csv or .ndjson']),
    ...(view && !views.includes(view) ? [`--view is one of ${views.join(', ')}`] : []),
    ...(status && !statuses.includes(status) ? [`--status is one of ${statuses.join(', ')}`] : []),
    ...(hotel && !/^\d{1,9}$/.test(hotel) ? ['--hotel is a number'] : []),
    ...DATES.flatMap((name) => {
      const given = optionalText(values, name)
      return given === null || isCalendarDate(given) ? [] : [`--${name} is a date, for example 2026-12-24`]
    }),
  ]
}

/** The filters as they were given, days in UTC, the last ones included. Throws a UsageError with all faults. */
function queryOf({ config, clock }: Core, values: Values): Omit<BookingQuery, 'after' | 'limit'> {
  const faults = faultsOf(values)
  if (faults.length > 0) throw new UsageError(faults.join('; '))
  function given(name: (typeof FILTERS)[number]): string | null {
    return optionalText(values, name)
  }
  function day(name: (typeof DATES)[number], more = 0): number | null {
    const date = given(name)
    return date === null ? null : Date.parse(date) + more
  }
  const view = BOOKING_VIEWS.find((one) => one === given('view')) ?? null
  const hotel = given('hotel')
  return {
    organizationId: given('organization'),
    environment: config.environment,
    view,
    statuses: BOOKING_STATUSES.filter((one) => one === given('status')),
    supplierCode: given('supplier'),
    connectionId: given('connection'),
    hotelId: hotel === null ? null : Number(hotel),
    createdFrom: day('created-from') ?? (view === 'FAILED_TODAY' ? clock.real() - DAY_MS : null),
    createdUntil: day('created-until', DAY_MS),
    checkInFrom: given('check-in-from'),
    checkInUntil: given('check-in-until'),
    cancelledFrom: day('cancelled-from'),
    cancelledUntil: day('cancelled-until', DAY_MS),
  }
}

export const exportCommand: Command = {
  noun: 'booking',
  verb: 'export',
  summary:
    'writes the bookings of some filters to a new file, the newest first: .csv with a line of names, or .ndjson; no guest is in it. Days are in UTC, the last one included',
  usage: `--to cancelled.csv|cancelled.ndjson [--organization org_acme] [--status CANCELLED] [--view CANCELLED_LATE] [--supplier hotelbeds] [--connection conn_acme] [--hotel 551] [--created-from 2026-11-01] [--created-until …] [--check-in-from …] [--check-in-until …] [--cancelled-from …] [--cancelled-until 2026-11-30]`,
  options: Object.fromEntries(['to', ...FILTERS].map((name) => [name, { type: 'string' as const }])),
  required: ['to'],
  run: async (core, values, actor) => {
    const query = queryOf(core, values)
    const path = text(values, 'to')
    const format = path.endsWith('.csv') ? 'csv' : 'ndjson'
    // `wx` refuses an existing file; 0600 lets only the owner read the new one.
    const file = await open(path, 'wx', 0o600).catch((error: NodeJS.ErrnoException) => {
      throw new UsageError(error.code === 'EEXIST' ? `${path} already exists` : `${path}: ${error.message}`)
    })
    let rows = 0
    let after: BookingPlace | null = null
    try {
      do {
        const page = await exportBookings(core.deps, { query, after, format, actor, why: { to: path } })
        await file.write(page.text)
        rows += page.rows
        after = page.next
      } while (after !== null)
    } finally {
      await file.close()
    }
    return [{ file: path, rows }]
  },
}
