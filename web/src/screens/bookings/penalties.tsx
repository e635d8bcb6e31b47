import { Text } from '@mantine/core'
import { exponentOf } from '../../kit/money-format.ts'
import { StepChart } from '../../kit/step-chart.tsx'
import { Time } from '../../kit/time.tsx'
import { readable } from '../../kit/tone.ts'
import type { Booking } from './documents.ts'

const DAY_MS = 86_400_000

/** What cancelling costs over time, as it was agreed; what nobody knows is hatched. */
export function Penalties({ booking }: { readonly booking: Booking }) {
  const { penalties, createdAt, checkIn, total, freeUntil, refundability, hotelZone } = booking
  const from = Date.parse(createdAt)
  const to = Math.max(Date.parse(checkIn) + DAY_MS, from + DAY_MS)
  return (
    <>
      <StepChart
        what="What cancelling costs"
        currency={total.currency}
        exponent={exponentOf(total)}
        from={from}
        to={to}
        freeUntil={freeUntil === null ? null : Date.parse(freeUntil)}
        steps={penalties.map(({ from: since, until, amount }) => ({
          from: Date.parse(since),
          to: until === null ? to : Date.parse(until),
          amountMinor: amount === null ? null : Number(amount.amountMinor),
        }))}
      />
      <Text size="sm">
        {readable(refundability)}.{' '}
        {freeUntil === null ? (
          'Nothing of a free period is left.'
        ) : (
          <>
            Free until <Time at={freeUntil} zone={hotelZone ?? undefined} as="full" />.
          </>
        )}
      </Text>
    </>
  )
}
