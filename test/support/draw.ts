import { createHash } from 'node:crypto'

/** Of everything, or of what `DRAW` says. */
const SHARE = Number(process.env['DRAW'] ?? 1)

/** How many of `count` rounds are played: all, or the share that `DRAW` says; never less than three. */
export function drawnCount(count: number): number {
  return Math.max(3, Math.round(count * Math.min(1, SHARE)))
}

/**
 * A share of some cases: `DRAW=0.1 SEED=7` plays a tenth of them, always the same for a seed. Without `DRAW` all are played. The order is kept,
 * and at least one is drawn.
 */
export function drawn<T>(cases: readonly T[], nameOf: (one: T) => string): readonly T[] {
  if (SHARE >= 1) return cases
  const seed = process.env['SEED'] ?? '1'
  const lots = new Map(
    cases.map((one) => [
      one,
      createHash('sha1')
        .update(`${seed} ${nameOf(one)}`)
        .digest('hex'),
    ]),
  )
  const count = Math.max(1, Math.round(cases.length * SHARE))
  const kept = new Set(
    [...lots]
      .sort(([, a], [, b]) => (a < b ? -1 : 1))
      .slice(0, count)
      .map(([one]) => one),
  )
  return cases.filter((one) => kept.has(one))
}

/**
 * Cases that each of `hands` places plays: all of them, or, with a share, those that are dealt to `hand`, so that each case is played in
 * one place.
 */
export function dealt<T>(cases: readonly T[], hand: number, hands: number): readonly T[] {
  if (SHARE >= 1) return cases
  return cases.filter((_, index) => (index + Number(process.env['SEED'] ?? 1)) % hands === hand)
}
