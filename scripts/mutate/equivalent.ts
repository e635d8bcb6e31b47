/** Faults that make no difference, each with the reason: they are neither tried nor counted. */
import type { Equivalent } from './equivalent-fault.ts'
import { EQUIVALENT_IN_BOOKINGS } from './equivalent-in-bookings.ts'
import { EQUIVALENT_IN_DOMAIN } from './equivalent-in-domain.ts'
import { EQUIVALENT_IN_RELAY } from './equivalent-in-relay.ts'
import { type FileMutant, linesOf } from './jury.ts'

export const EQUIVALENT: readonly Equivalent[] = [
  ...EQUIVALENT_IN_DOMAIN,
  ...EQUIVALENT_IN_RELAY,
  ...EQUIVALENT_IN_BOOKINGS,
  {
    file: 'src/store/booking-looks.ts',
    before: "if (!row) throw new Error('Postgres told no time')",
    after: ["if (false) throw new Error('Postgres told no time')"],
    why: 'a SELECT without FROM has one row',
  },
  {
    file: 'src/store/webhook-queue.ts',
    before:
      'WHERE e.id = c.endpoint_id AND e.id = ANY(ARRAY(SELECT endpoint_id FROM claimed)) AND e.max_per_second IS NOT NULL',
    after: ['WHERE e.id = c.endpoint_id AND e.id = ANY(ARRAY(SELECT endpoint_id FROM claimed)) AND true'],
    why: 'without a rate the new slot is null, as it was',
  },
  {
    file: 'src/store/webhook-queue.ts',
    before: "case_id: status === 'FAILED' ? newTimelessId('case', randomBytes) : null,",
    after: ["case_id: true ? newTimelessId('case', randomBytes) : null,"],
    why: 'the id is used for failed deliveries alone; for others it costs random bytes and nothing else',
  },
]

export function isEquivalent(mutant: FileMutant, code: string): boolean {
  const lines = linesOf(mutant, code)
  return EQUIVALENT.some(
    ({ file, before, after }) => file === mutant.file && before === lines.before && after.includes(lines.after),
  )
}
