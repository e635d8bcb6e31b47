import { NothingYet } from '../../kit/empty.tsx'
import { type Series, SeriesChart } from '../../kit/series-chart.tsx'
import { Time } from '../../kit/time.tsx'
import { PlainTable } from '../system/plain-table.tsx'
import { hoursOf } from './calls-shape.ts'
import type { CallHour, ConnectionWhole, OperationCalls } from './documents.ts'

const KINDS = [
  ['ok', 'Answered', 'good'],
  ['refused', 'They said no', 'quiet'],
  ['failed', 'Failed', 'bad'],
  ['credentials', 'Credentials refused', 'warn'],
  ['limited', 'Too many', 'busy'],
  ['notSent', 'Held back by us', 'accent'],
] as const

function seriesOf(hours: readonly CallHour[], times: readonly number[]): readonly Series[] {
  return KINDS.flatMap(([kind, label, tone]) => {
    const own = hours.filter((hour) => hour.kind === kind)
    if (own.length === 0) return []
    const sums = new Map<number, number>()
    for (const { hour, calls } of own) sums.set(Date.parse(hour), (sums.get(Date.parse(hour)) ?? 0) + calls)
    return [{ label, tone, values: times.map((time) => sums.get(time) ?? 0) }]
  })
}

type CallsProps = {
  readonly connection: ConnectionWhole
  /** How many hours are looked at. */
  readonly range: number
  readonly operation: string
  readonly onOperation: (operation: string) => void
}

/** The calls of a connection by hour, and by operation with how long they took. */
export function Calls({ connection, range, operation, onOperation }: CallsProps) {
  const { operations, callHours, lastCalls } = connection
  if (operations.length === 0)
    return (
      <NothingYet title="No traffic in this time">
        No call was counted in these hours, which says nothing about errors. Counts are stored every ten seconds and
        kept for 32 days.
      </NothingYet>
    )
  const times = hoursOf(
    callHours.map(({ hour }) => Date.parse(hour)),
    { now: Date.now(), range },
  )
  return (
    <>
      <SeriesChart
        what={`Calls by hour${operation === '' ? '' : `: ${operation}`}`}
        times={times}
        series={seriesOf(callHours, times)}
        print={(value) => value.toLocaleString('en-GB')}
      />
      <Operations operations={operations} lastCalls={lastCalls} operation={operation} onOperation={onOperation} />
      <Outcomes hours={callHours} />
    </>
  )
}

const WITHIN =
  'The smallest of 50, 100, 250, 500 ms, 1, 2, 5, 10 and 20 s within which this share of the calls ended (supplier_call_hours.within).'

const HEADS: readonly (readonly [head: string, definition: string])[] = [
  ['Sent', 'Calls that left, of all processes (supplier_call_hours).'],
  ['Answered', 'Status 200 to 299.'],
  ['Said no', 'Another status below 500, but for 401, 403 and 429.'],
  ['Failed', 'Status 500 and above, or no answer that can be read.'],
  ['401, 403', 'Status 401 or 403.'],
  ['429', 'Too many calls: status 429.'],
  ['Held back', 'Not sent: the breaker was open, a cap was used up, or too many were under way.'],
  ['Average', 'The time of all sent calls by their number.'],
  ['p50', WITHIN],
  ['p95', WITHIN],
  ['p99', WITHIN],
]

type OperationsProps = Pick<ConnectionWhole, 'operations' | 'lastCalls'> & Pick<CallsProps, 'operation' | 'onOperation'>

function Operations({ operations, lastCalls, operation, onOperation }: OperationsProps) {
  return (
    <PlainTable
      what="Calls by operation"
      heads={[['Operation'], ['Last good call', 'The last one with status 200 to 299, within 32 days'], ...HEADS]}
      openKey={operation}
      figures={HEADS.map((_, place) => place + 2)}
      rows={operations.map((row) => [
        row.operation,
        [
          <button
            key="operation"
            type="button"
            className="plain-link mono"
            aria-pressed={row.operation === operation}
            onClick={() => onOperation(row.operation)}
          >
            {row.operation}
          </button>,
          <Time
            key="good"
            at={lastCalls.find((last) => last.operation === row.operation)?.lastGoodAt}
            as="ago"
            none="none in 32 days"
          />,
          ...figures(row),
        ],
      ])}
    />
  )
}

function figures(row: OperationCalls): readonly string[] {
  const counts = [row.sent, row.ok, row.refused, row.failed, row.credentials, row.limited, row.notSent]
  const average = row.averageMs === null ? '–' : `${row.averageMs.toFixed(0)} ms`
  const bounds = [row.p50Ms, row.p95Ms, row.p99Ms].map((ms) => {
    if (row.sent === 0) return '–'
    return ms === null ? '> 20 s' : `≤ ${ms >= 1_000 ? `${ms / 1_000} s` : `${ms} ms`}`
  })
  return [...counts.map((count) => count.toLocaleString('en-GB')), average, ...bounds]
}

function Outcomes({ hours }: { readonly hours: readonly CallHour[] }) {
  const bad = hours.filter(({ kind }) => kind !== 'ok')
  if (bad.length === 0) return null
  const sums = new Map<string, { readonly operation: string; readonly outcome: string; calls: number; last: string }>()
  for (const { operation, outcome, calls, hour } of bad) {
    const key = `${operation} ${outcome}`
    const known = sums.get(key) ?? { operation, outcome, calls: 0, last: hour }
    known.calls += calls
    sums.set(key, known)
  }
  return (
    <PlainTable
      what="What was not answered"
      heads={[
        ['What was not answered'],
        ['Why', 'The HTTP status, why none came, or why we did not send it'],
        ['Calls'],
        ['Last in the hour of'],
      ]}
      figures={[2]}
      rows={[...sums.entries()]
        .sort(([, one], [, other]) => other.calls - one.calls)
        .map(([key, { operation, outcome, calls, last }]) => [
          key,
          [
            <span key="operation" className="mono">
              {operation}
            </span>,
            outcome,
            calls.toLocaleString('en-GB'),
            <Time key="last" at={last} />,
          ],
        ])}
    />
  )
}
