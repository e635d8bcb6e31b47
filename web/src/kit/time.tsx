import {
  type At,
  calendarDate,
  clockTime,
  duration,
  fullTime,
  relative,
  shortTime,
  toldTime,
  toMs,
} from './time-format.ts'
import { useNow } from './use-now.ts'

type TimeProps = {
  /** RFC 3339, or milliseconds. */
  readonly at: At | null | undefined
  /** `short` by default; `clock` is the time alone, `ago` is relative and grows. */
  readonly as?: 'short' | 'full' | 'clock' | 'ago'
  /** The hotel's zone, told besides on hover. */
  readonly zone?: string | undefined
  /** What is shown for null. */
  readonly none?: string
}

/** An instant in the viewer's zone; UTC, and the hotel's zone, on hover. */
export function Time({ at, as = 'short', zone, none = '–' }: TimeProps) {
  const now = useNow(as === 'ago' ? 1 : 60)
  if (at === null || at === undefined) return <span className="quiet">{none}</span>
  return (
    <time dateTime={new Date(toMs(at)).toISOString()} title={toldTime(at, now, zone)} className="num nowrap">
      {toldAs(as, at, now)}
    </time>
  )
}

function toldAs(as: 'short' | 'full' | 'clock' | 'ago', at: At, now: number): string {
  if (as === 'ago') return relative(at, now)
  if (as === 'clock') return clockTime(at)
  return as === 'full' ? fullTime(at) : shortTime(at, now)
}

/** A calendar date, which is the hotel's own and in no zone. */
export function CalendarDate({ date }: { readonly date: string }) {
  return (
    <time dateTime={date} className="num nowrap">
      {calendarDate(date)}
    </time>
  )
}

/** How long something has lasted. */
export function Age({ since }: { readonly since: At }) {
  const now = useNow()
  return (
    <span className="num nowrap" title={`since ${fullTime(since)}`}>
      {duration(Math.max(0, now - toMs(since)))}
    </span>
  )
}

type DeadlineProps = {
  readonly at: At | null | undefined
  readonly zone?: string | undefined
  readonly soonMs?: number
}

const HOUR_MS = 3_600_000

/** A deadline that runs down, in the viewer's zone and in the hotel's. */
export function Deadline({ at, zone, soonMs = HOUR_MS }: DeadlineProps) {
  const now = useNow()
  if (at === null || at === undefined) return <span className="quiet">none</span>
  const left = toMs(at) - now
  const tone = left <= 0 ? 'bad' : left <= soonMs ? 'warn' : 'plain'
  return (
    <span className="deadline" data-tone={tone} title={toldTime(at, now, zone)}>
      <span className="num nowrap deadline-left">{left <= 0 ? `${duration(left)} over` : relative(at, now)}</span>
      <span className="num nowrap quiet">{shortTime(at, now)}</span>
      {zone !== undefined && <span className="num nowrap quiet">{shortTime(at, now, zone)} at the hotel</span>}
    </span>
  )
}
