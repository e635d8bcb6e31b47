const WORDS: Readonly<Record<string, string>> = { noon: '12:00', midday: '12:00', midnight: '00:00' }
const TIME = /^(\d{1,2})(?:[:.h](\d{2}))?(?:[:.]\d{2})?\s*([ap])?\.?m?\.?$/i

/**
 * A time of day as `HH:MM` in 24 hours, of what suppliers write: `3:00 PM`, `15:00:00`, `12:00 AM` (midnight), `noon`. Null for what is
 * no time, such as `anytime`.
 */
export function toWallTime(raw: string | null): string | null {
  const text = (raw ?? '').trim().toLowerCase()
  if (Object.hasOwn(WORDS, text)) return WORDS[text] ?? null
  const [, hours = '', minutes, half] = TIME.exec(text) ?? []
  // "3" alone is no time, "3 pm" is one.
  if (hours === '' || (minutes === undefined && half === undefined)) return null
  const hour = hourOf(Number(hours), half)
  return hour > 23 || Number(minutes ?? 0) > 59 ? null : `${String(hour).padStart(2, '0')}:${minutes ?? '00'}`
}

/** The hour of 24; 24 for one that there is not. */
function hourOf(hours: number, half: string | undefined): number {
  if (half === undefined) return hours
  if (hours > 12) return 24
  return (hours % 12) + (half === 'p' ? 12 : 0)
}
