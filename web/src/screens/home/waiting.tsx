import { Figure, Figures } from '../../kit/figure.tsx'
import { Panel } from '../../kit/panel.tsx'
import { Part } from '../../kit/part.tsx'
import { Age, Time } from '../../kit/time.tsx'
import { duration } from '../../kit/time-format.ts'
import type { Tone } from '../../kit/tone.ts'
import { useRead } from '../../kit/use-read.ts'
import { type Oldest, WAITING, type Waiting } from './documents.ts'

const EVERY_MS = 15_000
const MINUTE_MS = 60_000
/** As the view `Stuck > 10 min` of the bookings. */
const STUCK_MS = 10 * MINUTE_MS
const DAY_MS = 86_400_000

/** What has waited longest for somebody else, and how old the exchange rates are. */
export function WaitingLongest() {
  const read = useRead(WAITING, {}, { isLive: true, everyMs: EVERY_MS })
  return (
    <Panel title="Waits longest" isFlush>
      <Part what="What waits longest" read={read}>
        {({ home }) => (
          <Figures>
            <Longest
              label="Processing"
              of={home.oldestProcessing}
              definition="For how long the supplier call of the booking in PROCESSING has been open that waits longest."
              to={(id) => `/bookings/${id}`}
              list="/bookings?status=PROCESSING"
            />
            <Longest
              label="Cancellation pending"
              of={home.oldestCancellation}
              definition="The same of bookings in CANCELLATION_PENDING."
              to={(id) => `/bookings/${id}`}
              list="/bookings?status=CANCELLATION_PENDING"
            />
            <Longest
              label="Undelivered webhook"
              of={home.oldestDelivery}
              definition="How long ago the event came about that is still to be delivered and has waited longest."
              to={(id) => `/webhooks/deliveries/${id}`}
              list="/webhooks"
            />
            <Rates rates={home.rates} />
          </Figures>
        )}
      </Part>
    </Panel>
  )
}

type LongestProps = {
  readonly label: string
  readonly of: Oldest | null
  readonly definition: string
  readonly to: (id: string) => string
  /** Where nothing waits. */
  readonly list: string
}

function Longest({ label, of, definition, to, list }: LongestProps) {
  if (of === null) return <Figure label={label} value="none" definition={definition} to={list} tone="quiet" />
  return (
    <Figure
      label={label}
      value={duration(of.ageMs)}
      definition={definition}
      to={to(of.id)}
      tone={of.ageMs > STUCK_MS ? 'warn' : 'good'}
      hint={
        <>
          since <Time at={of.since} />
        </>
      }
    />
  )
}

function Rates({ rates: { currency, oldestAt, missing } }: Pick<Waiting, 'rates'>) {
  const isOld = oldestAt !== null && Date.now() - Date.parse(oldestAt) > DAY_MS
  const tone: Tone = isOld ? 'warn' : 'good'
  return (
    <>
      <Figure
        label="Oldest exchange rate"
        value={oldestAt === null ? 'none' : <Age since={oldestAt} />}
        definition="Since when the rate has been stored that was stored longest ago, of those in force."
        to={currency === null ? '/rates' : `/rates?currency=${currency}`}
        tone={oldestAt === null ? 'quiet' : tone}
        hint={currency ?? 'no rate is in force'}
      />
      <Figure
        label="Currencies without a rate"
        value={missing.length}
        definition="Currencies that an organization or a connection uses and for which no rate is in force: prices in them cannot be converted."
        to="/rates"
        tone={missing.length > 0 ? 'bad' : 'quiet'}
        hint={missing.slice(0, 5).join(', ')}
      />
    </>
  )
}
