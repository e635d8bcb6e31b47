import type { ExchangeTimes } from './supplier-call.ts'

/** When the parts of an exchange were done, as `performance.now()` has it, and how many bytes came; null: not yet. */
export type Stopwatch = {
  readonly askedAt: number
  connectedAt: number | null
  firstByteAt: number | null
  packedBytes: number | null
  bytes: number | null
}

export function startStopwatch(): Stopwatch {
  return { askedAt: performance.now(), connectedAt: null, firstByteAt: null, packedBytes: null, bytes: null }
}

/** `totalMs`: without the time that the answer waited for its organization's turn here. */
export function timesOf(watch: Stopwatch, totalMs: number): ExchangeTimes {
  const { askedAt, connectedAt, firstByteAt, packedBytes, bytes } = watch
  return {
    connectedMs: connectedAt === null ? null : connectedAt - askedAt,
    firstByteMs: firstByteAt === null ? null : firstByteAt - askedAt,
    totalMs,
    packedBytes,
    bytes,
  }
}
