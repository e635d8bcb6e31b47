import type { Action, ActionDone, Values } from '../../kit/action.ts'
import { download } from '../../kit/download.ts'
import { query } from '../../kit/graphql.ts'
import { type BookingFilters, EXPORT, type ExportedPage } from './documents.ts'

/** So many rows at most: a larger export belongs to the command line, which writes as it reads. */
const MOST_ROWS = 50_000
/** A page may be empty although others follow; so many are asked for at most. */
const MOST_PAGES = 500

/** Saves what the filters leave, page after page. */
export function exportOf(filters: BookingFilters): Action {
  return {
    label: 'Export',
    title: 'Export these bookings',
    mutation: 'exportBookings',
    roles: ['finance'],
    fields: [
      {
        name: 'format',
        label: 'Format',
        kind: 'choice',
        isRequired: true,
        byDefault: 'CSV',
        options: [
          ['CSV', 'CSV, for a table'],
          ['NDJSON', 'NDJSON, a line of JSON for each'],
        ],
      },
    ],
    says: `Saves every booking that the filters leave, the newest first, up to ${MOST_ROWS.toLocaleString('en-GB')}; no guest is in the file. Who saved what, by which filters, is in the audit log.`,
    send: (values) => save(filters, values),
  }
}

async function save(filters: BookingFilters, { format, reason }: Values): Promise<ActionDone> {
  async function pageAfter(last: string | null): Promise<ExportedPage> {
    const asked = { ...filters, after: last, format: String(format), reason: String(reason) }
    return (await query(EXPORT, asked)).exportBookings
  }
  const parts: string[] = []
  let rows = 0
  let after: string | null = null
  let pages = 0
  do {
    const page = await pageAfter(after)
    parts.push(page.text)
    rows += page.rows
    after = page.next
    pages += 1
  } while (after !== null && rows < MOST_ROWS && pages < MOST_PAGES)
  const file = `bookings-${new Date().toISOString().slice(0, 10)}.${String(format).toLowerCase()}`
  download(file, parts.join(''))
  const whole = after === null ? 'yes' : 'no: narrow the filters, or use booking export of the command line'
  return { rows: [{ file, rows, whole }], proposal: null }
}
