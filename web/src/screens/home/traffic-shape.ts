import type { Series } from '../../kit/series-chart.tsx'
import type { Traffic } from './documents.ts'

const MINUTE_MS = 60_000
const MINUTES = 60

/** What became of bookings, as the chart draws it and the figures count it. */
export const OUTCOMES = [
  { label: 'Confirmed', statuses: ['CONFIRMED'], tone: 'good' },
  { label: 'On hold or in review', statuses: ['ON_HOLD', 'AWAITING_REVIEW'], tone: 'warn' },
  { label: 'Waiting', statuses: ['PROCESSING', 'CANCELLATION_PENDING'], tone: 'busy' },
  { label: 'Failed', statuses: ['FAILED'], tone: 'bad' },
  { label: 'Cancelled', statuses: ['CANCELLED'], tone: 'accent' },
] as const

/** How many were made in each minute; null where that is not known. Null statuses: of all. */
export function byMinute(traffic: Traffic, statuses: readonly string[] | null): readonly (number | null)[] {
  const from = Date.parse(traffic.from)
  const knownFrom = traffic.countedFrom === null ? from : Date.parse(traffic.countedFrom)
  const counts = Array.from({ length: MINUTES }, (_, minute): number | null =>
    from + minute * MINUTE_MS >= knownFrom ? 0 : null,
  )
  for (const { at, status, count } of traffic.minutes) {
    const minute = (Date.parse(at) - from) / MINUTE_MS
    const known = counts[minute]
    if (known != null && (statuses === null || statuses.includes(status))) counts[minute] = known + count
  }
  return counts
}

/** The sum of an hour; null where a part of it is not known. */
export function sumOf(traffic: Traffic, statuses: readonly string[]): number | null {
  if (traffic.countedFrom !== null) return null
  return traffic.minutes.reduce((sum, { status, count }) => sum + (statuses.includes(status) ? count : 0), 0)
}

/** The lines of the chart: this hour by outcome, and all of the hour a week before, as far as that was read. */
export function linesOf(now: Traffic, before: Traffic | undefined): readonly Series[] {
  const lines = OUTCOMES.map(({ label, statuses, tone }) => ({ label, tone, values: byMinute(now, statuses) }))
  if (!before) return lines
  return [...lines, { label: 'All, a week before', tone: 'quiet', values: byMinute(before, null), isDashed: true }]
}

/** The beginnings of the minutes. */
export function timesOf({ from }: Traffic): readonly number[] {
  return Array.from({ length: MINUTES }, (_, minute) => Date.parse(from) + minute * MINUTE_MS)
}
