import { editDistance } from '../../domain/text.ts'

const ONE_SLIP_FROM = 5
const TWO_SLIPS_FROM = 9

/** True when one word is the other with a typing slip or two; short words are never, because they differ by what a slip would be. */
export function isSlip(a: string, b: string): boolean {
  const shorter = Math.min(a.length, b.length)
  if (shorter < ONE_SLIP_FROM || Math.abs(a.length - b.length) > 2) return false
  if (a[0] !== b[0]) return false
  return editDistance(a, b) <= (shorter >= TWO_SLIPS_FROM ? 2 : 1)
}
