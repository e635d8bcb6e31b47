import { readable } from '../../kit/tone.ts'
import type { Evidence } from './documents.ts'

/** `+1.2`, `−0.8`, `never`, `review` */
export function effectText({ rule, weight }: Pick<Evidence, 'rule' | 'weight'>): string {
  if (rule !== null) return rule.toLowerCase()
  const told = weight ?? 0
  return `${told < 0 ? '−' : '+'}${Math.abs(told).toFixed(1)}`
}

/** Rules first, then what speaks against it most: that is what a person decides by. */
export function rankOf({ rule, weight }: Pick<Evidence, 'rule' | 'weight'>): number {
  if (rule === 'NEVER') return -1_000
  return rule === null ? (weight ?? 0) : -500
}

export function toneOfEvidence({ rule, weight }: Pick<Evidence, 'rule' | 'weight'>): 'good' | 'bad' | 'warn' | 'quiet' {
  if (rule !== null) return rule === 'NEVER' ? 'bad' : 'warn'
  if (weight === null || weight === 0) return 'quiet'
  return weight > 0 ? 'good' : 'bad'
}

/** What was compared, as it is told on hover. */
function comparedText({ kind, a, b, meters, precisionMeters, likeness }: Evidence): string {
  const parts = [
    a === null && b === null ? null : `${a ?? '–'} / ${b ?? '–'}`,
    meters === null
      ? null
      : `${Math.round(meters)} m apart${precisionMeters === null ? '' : `, exact to ${Math.round(precisionMeters)} m`}`,
    likeness === null ? null : `likeness ${likeness.toFixed(2)}`,
  ].filter((part) => part !== null)
  return `${readable(kind)}${parts.length === 0 ? '' : `: ${parts.join('; ')}`}`
}

/** The engine's word about one line. */
export function EvidenceMark({ one }: { readonly one: Evidence }) {
  return (
    <span
      className="status nowrap"
      data-tone={toneOfEvidence(one)}
      title={comparedText(one)}
      style={{ marginRight: 6 }}
    >
      {effectText(one)}
    </span>
  )
}
