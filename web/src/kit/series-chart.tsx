import { Skeleton } from '@mantine/core'
import { lazy, Suspense } from 'react'

export type Series = {
  readonly label: string
  /** A value for each instant; null: unknown, which leaves a gap. */
  readonly values: readonly (number | null)[]
  readonly tone?: 'accent' | 'good' | 'busy' | 'warn' | 'bad' | 'quiet'
  /** Drawn in dashes, for what is compared with, for example the week before. */
  readonly isDashed?: boolean
}

export type SeriesChartProps = {
  /** As it is read to those who do not see it: `Bookings per minute`. */
  readonly what: string
  /** Instants in milliseconds, rising. */
  readonly times: readonly number[]
  readonly series: readonly Series[]
  readonly height?: number
  /** How a value is written, for example with its unit. */
  readonly print?: (value: number) => string
}

const Plot = lazy(() => import('./series-plot.tsx').then(({ SeriesPlot }) => ({ default: SeriesPlot })))

/** Values over time. The library that draws it is loaded with the first chart. */
export function SeriesChart(props: SeriesChartProps) {
  const { height = 160, what, times, series, print = String } = props
  if (times.length === 0) return <p className="quiet">Nothing was counted in this time.</p>
  return (
    <div
      role="img"
      aria-label={`${what}. ${series.map((each) => summaryOf(each, print)).join('. ')}`}
      style={{ minHeight: height }}
    >
      <Suspense fallback={<Skeleton h={height} />}>
        <Plot {...props} />
      </Suspense>
    </div>
  )
}

function summaryOf({ label, values }: Series, print: (value: number) => string): string {
  const known = values.filter((value) => value !== null)
  const last = known.at(-1)
  if (last === undefined) return `${label}: unknown`
  return `${label}: ${print(Math.min(...known))} to ${print(Math.max(...known))}, last ${print(last)}`
}
