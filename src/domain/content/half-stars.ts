/** Stars in halves from 0.5 to 5, rounded to the nearest; null for none and for what is out of range. */
export function toHalfStars(raw: number | null): number | null {
  if (raw === null || !Number.isFinite(raw) || raw <= 0 || raw > 5) return null
  return Math.max(1, Math.round(raw * 2)) / 2
}
