import { ORGANIZATION_RECORDS } from '../../../store/organization-records.ts'
import { openParty } from '../../bookings/machinery/guests.ts'
import type { Deps } from '../../deps.ts'

/** Read at once. */
const BATCH = 500

/** Everything of an organization, a JSON object a line, `{"table": …, "record": {…}}`; guests are opened, secrets left out. */
export async function* exportOrganization(
  { store, guestSeal }: Pick<Deps, 'store' | 'guestSeal'>,
  organizationId: string,
): AsyncGenerator<string> {
  for (const kind of ORGANIZATION_RECORDS) {
    let after: string | null = null
    for (;;) {
      const page = await store.organizationRecords.page(kind, organizationId, { after, limit: BATCH })
      for (const { record } of page)
        yield `${JSON.stringify({ table: kind.table, record: withGuests(guestSeal, record) })}\n`
      after = page.at(-1)?.key ?? after
      if (page.length < BATCH) break
    }
  }
}

/** Sealed guests as what they hold. Postgres writes bytes as `\x` and hexadecimal digits. */
function withGuests(guestSeal: Deps['guestSeal'], record: Readonly<Record<string, unknown>>): unknown {
  const { guests_sealed: sealed, id, ...rest } = record
  if (sealed === undefined) return record
  const guestsSealed = typeof sealed === 'string' ? Buffer.from(sealed.slice(2), 'hex') : null
  return { id, ...rest, party: openParty(guestSeal, { bookingId: String(id), guestsSealed }) }
}
