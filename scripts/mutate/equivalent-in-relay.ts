/** Faults of the relay that make no difference. */
import type { Equivalent } from './equivalent-fault.ts'

const A_MILLISECOND = 'a millisecond of a time that nobody keeps to the millisecond'
const ROUNDING = 'half a millisecond of a duration that is shown'

export const EQUIVALENT_IN_RELAY: readonly Equivalent[] = [
  {
    file: 'src/relay/addresses.ts',
    before: "return address.match(base, bits ?? (base.kind() === 'ipv4' ? 32 : 128))",
    after: [
      "return address.match(base, bits ?? (base.kind() === 'ipv4' ? 33 : 128))",
      "return address.match(base, bits ?? (base.kind() === 'ipv4' ? 32 : 129))",
      "return address.match(base, bits ?? (base.kind() === '' ? 32 : 128))",
      'return address.match(base, bits ?? (false ? 32 : 128))',
    ],
    why: 'beyond the last bit of an address there is nothing to compare',
  },
  {
    file: 'src/relay/addresses.ts',
    before: 'const [first = 1, ...rest] = bytes.slice(8, 12)',
    after: ['const [first = 1, ...rest] = bytes.slice(8, 13)', 'const [first = 2, ...rest] = bytes.slice(8, 12)'],
    why: 'the byte more is not looked at, and there always is a first',
  },
  {
    file: 'src/relay/deliver.ts',
    before: 'if (answer === null) return failed(`no answer within ${TOTAL_TIMEOUT_MS} ms`, { ...NO_TIMINGS, dnsMs })',
    after: ['if (false) return failed(`no answer within ${TOTAL_TIMEOUT_MS} ms`, { ...NO_TIMINGS, dnsMs })'],
    why: 'what it then throws is told in the same words, because the time is over',
  },
  {
    file: 'src/relay/deliver.ts',
    before: 'if (deadline.aborted) return failed(`no answer within ${TOTAL_TIMEOUT_MS} ms`, timings)',
    after: ['if (false) return failed(`no answer within ${TOTAL_TIMEOUT_MS} ms`, timings)'],
    why: 'the end of the time is known before what it makes undici throw, and is told there in the same words',
  },
  {
    file: 'src/relay/deliver.ts',
    before: 'if (size < EXCERPT_BYTES) chunks.push(chunk.subarray(0, EXCERPT_BYTES - size))',
    after: ['if (size <= EXCERPT_BYTES) chunks.push(chunk.subarray(0, EXCERPT_BYTES - size))'],
    why: 'it keeps nothing more',
  },
  {
    file: 'src/relay/deliver.ts',
    before: 'const CONNECT_TIMEOUT_MS = 5_000',
    after: ['const CONNECT_TIMEOUT_MS = 5001'],
    why: A_MILLISECOND,
  },
  {
    file: 'src/relay/deliver.ts',
    before: 'const BODY_WITHIN_MS = 2_000',
    after: ['const BODY_WITHIN_MS = 2001'],
    why: A_MILLISECOND,
  },
  {
    file: 'src/relay/deliver.ts',
    before: 'return { ...outcome, durationMs: Math.round(performance.now() - startedAt) }',
    after: ['return { ...outcome, durationMs: Math.floor(performance.now() - startedAt) }'],
    why: ROUNDING,
  },
  {
    file: 'src/relay/deliver.ts',
    before: 'const dnsMs = isLiteral(url) ? null : Math.round(performance.now() - since)',
    after: ['const dnsMs = isLiteral(url) ? null : Math.floor(performance.now() - since)'],
    why: ROUNDING,
  },
  {
    file: 'src/relay/deliver.ts',
    before: 'firstByteMs: Math.max(0, Math.round(waitedMs)),',
    after: ['firstByteMs: Math.max(0, Math.floor(waitedMs)),', 'firstByteMs: Math.max(1, Math.round(waitedMs)),'],
    why: ROUNDING,
  },
  {
    file: 'src/relay/deliver.ts',
    before: 'const waitedMs = performance.now() - sentAt - (connected?.connectMs ?? 0) - (connected?.tlsMs ?? 0)',
    after: [
      'const waitedMs = performance.now() - sentAt - (connected?.connectMs ?? 1) - (connected?.tlsMs ?? 0)',
      'const waitedMs = performance.now() - sentAt - (connected?.connectMs ?? 0) - (connected?.tlsMs ?? 1)',
    ],
    why: A_MILLISECOND,
  },
  {
    file: 'src/relay/deliver.ts',
    before:
      "const reason = error instanceof Error ? ((error as NodeJS.ErrnoException).code ?? error.message) : 'network error'",
    after: ["const reason = true ? ((error as NodeJS.ErrnoException).code ?? error.message) : 'network error'"],
    why: 'undici throws nothing but errors',
  },
  {
    file: 'src/relay/relay.ts',
    before: 'if (left === 0) leases.delete(leaseId)',
    after: ['if (true) leases.delete(leaseId)'],
    why: 'a relay that stops gives leases back after everything under way has ended: then this one has nothing left',
  },
  {
    file: 'src/relay/relay.ts',
    before: 'if (!stopped) timer = setTimeout(wake, Math.min(BACKSTOP_MS, Math.max(20, ms ?? BACKSTOP_MS)))',
    after: ['if (!stopped) timer = setTimeout(wake, Math.min(BACKSTOP_MS, Math.max(21, ms ?? BACKSTOP_MS)))'],
    why: A_MILLISECOND,
  },
  {
    file: 'src/relay/relay.ts',
    before: 'if (stopped) return',
    after: ['if (false) return'],
    why: 'the look asks again before it does anything',
  },
  {
    file: 'src/relay/relay.ts',
    before: 'if (failingMs < GIVE_UP.afterMs || occasions < GIVE_UP.occasions) return',
    after: ['if (failingMs <= GIVE_UP.afterMs || occasions < GIVE_UP.occasions) return'],
    why: 'nothing has failed for five days to the microsecond',
  },
  {
    file: 'src/relay/schedule.ts',
    before: 'const wait = step - (STEPS_MS[attempt - 1] ?? 0)',
    after: ['const wait = step - (STEPS_MS[attempt - 1] ?? 1)'],
    why: 'attempts are counted from 1, so that there always is a step before',
  },
  {
    file: 'src/relay/wire.ts',
    before: 'const MAX_NOTED = 200',
    after: ['const MAX_NOTED = 201'],
    why: 'one more of the timings for which nobody asks',
  },
  {
    file: 'src/relay/wire.ts',
    before: "if (!first) done(new Error('no address'), '')",
    after: ["if (!first) done(new Error('no address'), 'x')"],
    why: 'of an error nobody reads the address',
  },
  {
    file: 'src/relay/wire.ts',
    before: 'else if (all) done(null, [first, ...others])',
    after: ['else if (true) done(null, [first, ...others])'],
    why: 'Node asks for all addresses, because it tries one after another',
  },
  {
    file: 'src/relay/wire.ts',
    before: 'else done(null, first.address, first.family)',
    after: ['else ;'],
    why: 'Node asks for all addresses, because it tries one after another',
  },
  {
    file: 'src/relay/wire.ts',
    before: 'keepAliveTimeout: 10_000,',
    after: ['keepAliveTimeout: 10001,'],
    why: A_MILLISECOND,
  },
  {
    file: 'src/relay/wire.ts',
    before: 'const wholeMs = Math.round(performance.now() - begunAt)',
    after: ['const wholeMs = Math.floor(performance.now() - begunAt)'],
    why: ROUNDING,
  },
  {
    file: 'src/relay/wire.ts',
    before: 'connectMs = Math.round(performance.now() - begunAt)',
    after: ['connectMs = Math.floor(performance.now() - begunAt)'],
    why: ROUNDING,
  },
  {
    file: 'src/relay/wire.ts',
    before: 'const index = noted.findIndex(({ begunAt }) => begunAt >= at)',
    after: ['const index = noted.findIndex(({ begunAt }) => begunAt > at)'],
    why: 'no connection is begun in the very microsecond in which its request is made',
  },
  {
    file: 'src/relay/wire.ts',
    before: 'let dials = 0',
    after: ['let dials = 1'],
    why: 'with which address it begins is nobody’s business',
  },
  {
    file: 'src/relay/wire.ts',
    before: 'const from = dials % Math.max(1, own.length)',
    after: ['const from = dials % Math.max(2, own.length)'],
    why: 'a list of one is the same from its end on',
  },
]
