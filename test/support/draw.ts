import { createHash } from 'node:crypto'

/**
 * A share of some cases: `DRAW=0.1 SEED=7` plays a tenth of them, always the same for a seed. Without `DRAW` all are played. The order is kept,
 * and at least one is drawn.
 */
export function drawn<T>(cases: readonly T[], nameOf: (one: T) => string): readonly T[] {
  const share = Number(process.env['DRAW'] ?? 1)
  if (share >= 1) return cases
  const seed = process.env['SEED'] ?? '1'
  const lots = new Map(cases.map((one) => [one, createHash('sha1').update(`${seed} ${nameOf(one)}`).digest('hex')]))
  const count = Math.max(1, Math.round(cases.length * share))
  const kept = new Set([...lots].sort(([, a], [, b]) => (a < b ? -1 : 1)).slice(0, count).map(([one]) => one))
  return cases.filter((one) => kept.has(one))
}
