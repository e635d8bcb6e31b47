import { Tooltip, VisuallyHidden } from '@mantine/core'
import type { ReactNode } from 'react'
import { ScreenLink } from './screen-link.tsx'
import type { Tone } from './tone.ts'

type FigureProps = {
  readonly label: string
  /** Null is unknown, which is never shown as zero. */
  readonly value: ReactNode
  /** What exactly is counted, over which time. */
  readonly definition: string
  /** The list of the rows behind it. */
  readonly to?: string
  readonly tone?: Tone
  /** A second line, for example the comparison with last week. */
  readonly hint?: ReactNode
}

/** A figure with its definition on hover, which leads to the rows that it counts. */
export function Figure({ label, value, definition, to, tone, hint }: FigureProps) {
  const isUnknown = value === null || value === undefined
  const shown = (
    <span className="figure-value num" data-tone={isUnknown ? 'quiet' : tone}>
      {isUnknown ? 'unknown' : value}
    </span>
  )
  return (
    <div className="figure">
      <Tooltip label={definition}>
        <span className="figure-label" tabIndex={0}>
          {label}
        </span>
      </Tooltip>
      {to === undefined ? (
        shown
      ) : (
        <ScreenLink to={to} underline="never" c="inherit">
          {shown}
          <VisuallyHidden>{label}, show the rows</VisuallyHidden>
        </ScreenLink>
      )}
      {hint && <span className="figure-hint quiet">{hint}</span>}
    </div>
  )
}

/** Figures beside each other; on a phone two in a row. */
export function Figures({ children }: { readonly children: ReactNode }) {
  return <div className="figures">{children}</div>
}
