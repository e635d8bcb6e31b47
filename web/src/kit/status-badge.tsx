import { readable, type Tone, toneOf } from './tone.ts'

type StatusBadgeProps = {
  readonly status: string | null | undefined
  /** In place of the tone that the status has everywhere. */
  readonly tone?: Tone
  /** In place of the status in plain words. */
  readonly label?: string
  /** Told on hover. */
  readonly hint?: string
}

/** A status: a dot of its tone, and the words, so that nobody has to tell colours apart. */
export function StatusBadge({ status, tone, label, hint }: StatusBadgeProps) {
  if (status === null || status === undefined) return <span className="quiet">unknown</span>
  return (
    <span className="status" data-tone={tone ?? toneOf(status)} title={hint}>
      {label ?? readable(status)}
    </span>
  )
}
