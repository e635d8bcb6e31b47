import type { LiveState } from './live.ts'

const TOLD: Readonly<Record<LiveState, string>> = { off: '', connecting: 'connecting', live: 'live', paused: 'paused' }
const HINT: Readonly<Record<LiveState, string>> = {
  off: '',
  connecting: 'What happens is shown as soon as the stream is there.',
  live: 'What happens is shown as it happens.',
  paused: 'The stream was lost: the next try is on its way, and what happened meanwhile is shown then.',
}
const TONE = { off: 'quiet', connecting: 'quiet', live: 'good', paused: 'warn' } as const

/** Says whether a list follows what happens. */
export function LiveMark({ state }: { readonly state: LiveState }) {
  if (state === 'off') return null
  return (
    <span className="status" data-tone={TONE[state]} role="status" title={HINT[state]}>
      {TOLD[state]}
    </span>
  )
}
