import { StatusBadge } from '../../kit/status-badge.tsx'
import type { Tone } from '../../kit/tone.ts'
import type { Endpoint } from './documents.ts'

const TONES: Readonly<Record<string, Tone>> = {
  DISABLED: 'bad',
  FAILING: 'bad',
  PAUSED: 'warn',
  WORKING: 'good',
  NO_TRAFFIC: 'quiet',
}

type HealthProps = Pick<Endpoint, 'health' | 'disabledRule'>

/** How an endpoint is; by which rule it was disabled on hover. */
export function Health({ health, disabledRule }: HealthProps) {
  return (
    <StatusBadge
      status={health}
      tone={TONES[health] ?? 'quiet'}
      {...(disabledRule === null ? {} : { hint: disabledRule })}
    />
  )
}
