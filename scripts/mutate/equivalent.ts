/** Faults that make no difference, each with the reason: they are neither tried nor counted. */
import type { Equivalent } from './equivalent-fault.ts'
import { EQUIVALENT_IN_DOMAIN } from './equivalent-in-domain.ts'
import { type FileMutant, linesOf } from './jury.ts'

export const EQUIVALENT: readonly Equivalent[] = [
  ...EQUIVALENT_IN_DOMAIN,
  {
    file: 'src/store/booking-looks.ts',
    before: "if (!row) throw new Error('Postgres told no time')",
    after: ["if (false) throw new Error('Postgres told no time')"],
    why: 'a SELECT without FROM has one row',
  },
  {
    file: 'src/store/webhook-queue.ts',
    before: 'WHERE e.id = c.endpoint_id AND e.max_per_second IS NOT NULL',
    after: ['WHERE e.id = c.endpoint_id AND true'],
    why: 'without a rate the new slot is null, as it was',
  },
  {
    file: 'src/store/webhook-queue.ts',
    before: "case_id: status === 'FAILED' ? newTimelessId('case', randomBytes) : null,",
    after: ["case_id: true ? newTimelessId('case', randomBytes) : null,"],
    why: 'the id is used for failed deliveries alone; for others it costs random bytes and nothing else',
  },
  {
    file: 'src/relay/addresses.ts',
    before: "return address.match(base, bits ?? (base.kind() === 'ipv4' ? 32 : 128))",
    after: [
      "return address.match(base, bits ?? (base.kind() === 'ipv4' ? 33 : 128))",
      "return address.match(base, bits ?? (base.kind() === '' ? 32 : 128))",
    ],
    why: 'beyond the last bit of an address there is nothing to compare',
  },
  {
    file: 'src/relay/addresses.ts',
    before: 'const [first = 1, ...rest] = bytes.slice(8, 12)',
    after: ['const [first = 1, ...rest] = bytes.slice(8, 13)'],
    why: 'the byte more is not looked at',
  },
  {
    file: 'src/relay/deliver.ts',
    before: 'if (answer === null) return failed(`no answer within ${TOTAL_TIMEOUT_MS} ms`, { ...NO_TIMINGS, dnsMs })',
    after: ['if (false) return failed(`no answer within ${TOTAL_TIMEOUT_MS} ms`, { ...NO_TIMINGS, dnsMs })'],
    why: 'what it then throws is told in the same words, because the time is over',
  },
  {
    file: 'src/relay/deliver.ts',
    before: 'if (size < EXCERPT_BYTES) chunks.push(chunk.subarray(0, EXCERPT_BYTES - size))',
    after: ['if (size <= EXCERPT_BYTES) chunks.push(chunk.subarray(0, EXCERPT_BYTES - size))'],
    why: 'it keeps nothing more',
  },
]

export function isEquivalent(mutant: FileMutant, code: string): boolean {
  const lines = linesOf(mutant, code)
  return EQUIVALENT.some(
    ({ file, before, after }) => file === mutant.file && before === lines.before && after.includes(lines.after),
  )
}
