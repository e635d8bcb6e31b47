const TAG_BEGINS = /<\/?[a-z]/i

/** What a browser would run or load. One class for what may stand before the name: two in a row would try each way to divide it. */
const ACTIVE_MARKUP = /<[\s/]*(?:script|iframe|object|embed|style|form|link|meta)\b|\son\w+\s*=|javascript:/i

/** Whether a text has a tag, in a time that grows with its length alone. */
export function hasMarkup(text: string): boolean {
  const begins = text.search(TAG_BEGINS)
  return begins >= 0 && text.includes('>', begins)
}

/** The beginning of what a browser would run or load; null: there is nothing of the kind. */
export function activeMarkupIn(html: string): string | null {
  return ACTIVE_MARKUP.exec(html)?.[0] ?? null
}
