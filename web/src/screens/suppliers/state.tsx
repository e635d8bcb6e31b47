import { StatusBadge } from '../../kit/status-badge.tsx'
import type { Tone } from '../../kit/tone.ts'

const STATES: Readonly<Record<string, readonly [label: string, tone: Tone]>> = {
  WORKING: ['Working', 'good'],
  SLOW: ['Slow', 'warn'],
  DOWN: ['Down', 'bad'],
  CREDENTIALS_REFUSED: ['Credentials refused', 'bad'],
  WRONG_ENVIRONMENT: ['Answered by a sandbox', 'bad'],
  PAUSED: ['Paused', 'quiet'],
  NEVER_TESTED: ['Never tested', 'warn'],
  NO_TRAFFIC: ['No traffic', 'quiet'],
}

/** The state of a connection; by what it is judged on hover. */
export function ConnectionState({ state, why }: { readonly state: string; readonly why: string }) {
  const [label, tone] = STATES[state] ?? [state, 'quiet']
  return <StatusBadge status={state} label={label} tone={tone} hint={why} />
}
