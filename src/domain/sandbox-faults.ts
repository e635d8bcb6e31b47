/**
 * The faults that can be injected into an exchange.
 * - `timeout`: no answer is ever sent; a booking write HAS taken effect.
 * - `reset`: the connection is cut before the supplier reads the request; a write has NOT taken effect.
 * - `500`, `429`: the supplier's own error body, without effect.
 * - `401`: the supplier's own answer to a call without credentials, without effect.
 * - `slow`: the right answer, 3 s late.
 * - `garbage`: status 200 with random bytes; a write HAS taken effect.
 * - `truncated`: half of the right answer, then the connection is cut; a write HAS taken effect.
 * - `cut_gzip`: the right answer, whole by its length, whose gzip ends in the middle of a block; a write HAS taken effect.
 * - `oversized`: the right answer, followed by more blanks than a client should read; a write HAS taken effect.
 * - `repeated_fields`: the right answer, in which every field stands twice, first as null; a write HAS taken effect.
 * - `html`: status 200 with a page for people, from something in front of the supplier; without effect.
 * - `over_quota`: the supplier's own answer when the calls of the day are used up, without effect.
 */
export const SANDBOX_FAULTS = [
  'timeout',
  'reset',
  '500',
  '429',
  '401',
  'slow',
  'garbage',
  'truncated',
  'cut_gzip',
  'oversized',
  'repeated_fields',
  'html',
  'over_quota',
] as const
export type Fault = (typeof SANDBOX_FAULTS)[number]
