import { ORGANIZATION_RECORDS } from '../../../store/organization-records.ts'
import { openParty } from '../../bookings/machinery/guests.ts'
import type { Deps } from '../../deps.ts'

/** The number of records per read. */
const BATCH = 500

/**
 * All data of an organization, one JSON object per line, `{"table": …, "record": {…}}`; guests are decrypted, secrets are left
 * out.
 */
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

/** Decrypts the guests of a record. Postgres writes bytes as `\x` and hexadecimal digits. */
function withGuests(guestSeal: Deps['guestSeal'], record: Readonly<Record<string, unknown>>): unknown {
  const { guests_sealed: sealed, id, ...rest } = record
  if (sealed === undefined) return record
  const guestsSealed = typeof sealed === 'string' ? Buffer.from(sealed.slice(2), 'hex') : null
  return { id, ...rest, party: openParty(guestSeal, { bookingId: String(id), guestsSealed }) }
}
