import { useMemo } from 'react'
import { Figure, Figures } from '../../kit/figure.tsx'
import { Panel } from '../../kit/panel.tsx'
import { Part } from '../../kit/part.tsx'
import { SeriesChart } from '../../kit/series-chart.tsx'
import { Time } from '../../kit/time.tsx'
import { readable } from '../../kit/tone.ts'
import { useRead } from '../../kit/use-read.ts'
import { TRAFFIC, type Traffic } from './documents.ts'
import { linesOf, sumOf, timesOf } from './traffic-shape.ts'

const EVERY_MS = 20_000
/** The hour a week before changes by what happens to its bookings only. */
const SELDOM_MS = 60_000
const A_WEEK = 7

/** Bookings per minute by what became of them, beside the same hour a week before. */
export function BookingTraffic() {
  const read = useRead(TRAFFIC, { daysBefore: 0 }, { everyMs: EVERY_MS })
  const before = useRead(TRAFFIC, { daysBefore: A_WEEK }, { everyMs: SELDOM_MS })
  return (
    <Part what="The bookings of the last hour" read={read}>
      {({ bookingTraffic }) => <Hour now={bookingTraffic} before={before.data?.bookingTraffic} />}
    </Part>
  )
}

type HourProps = { readonly now: Traffic; readonly before: Traffic | undefined }

function Hour({ now, before }: HourProps) {
  const times = useMemo(() => timesOf(now), [now])
  const series = useMemo(() => linesOf(now, before), [now, before])
  return (
    <Panel
      title="Bookings per minute"
      aside={
        <span className="quiet">
          made from <Time at={now.from} as="clock" /> until <Time at={now.until} as="clock" />
        </span>
      }
      isFlush
    >
      <div className="panel-body">
        <SeriesChart what="Bookings made per minute" times={times} series={series} />
        {now.countedFrom !== null && (
          <p className="quiet" role="status">
            More were made than are counted: what was made before <Time at={now.countedFrom} as="clock" /> is not known.
          </p>
        )}
      </div>
      <Sums now={now} before={before} />
    </Panel>
  )
}

const STATUSES = [
  ['CONFIRMED', 'good'],
  ['ON_HOLD', 'busy'],
  ['AWAITING_REVIEW', 'warn'],
  ['PROCESSING', 'busy'],
  ['CANCELLATION_PENDING', 'busy'],
  ['FAILED', 'bad'],
  ['CANCELLED', 'quiet'],
] as const

function Sums({ now, before }: HourProps) {
  return (
    <Figures>
      {STATUSES.map(([status, tone]) => {
        const sum = sumOf(now, [status])
        const once = before ? sumOf(before, [status]) : null
        return (
          <Figure
            key={status}
            label={readable(status)}
            value={sum?.toLocaleString('en-GB') ?? null}
            definition={`Bookings that were made in this hour and are ${status} now; below, those of the same hour a week before.`}
            to={`/bookings?status=${status}&madeFrom=${now.from}&madeUntil=${now.until}`}
            tone={sum ? tone : 'quiet'}
            hint={`${once === null ? 'unknown' : once.toLocaleString('en-GB')} a week before`}
          />
        )
      })}
    </Figures>
  )
}
