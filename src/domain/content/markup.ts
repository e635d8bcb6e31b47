const TAG_BEGINS = /<\/?[a-z]/i

/** Elements and attributes that a browser would run or load. Two quantifiers in a row before the name would backtrack quadratically. */
const ACTIVE_MARKUP = /<[\s/]*(?:script|iframe|object|embed|style|form|link|meta)\b|\son\w+\s*=|javascript:/i

/** Reports whether `text` has a tag, in linear time. */
export function hasMarkup(text: string): boolean {
  const begins = text.search(TAG_BEGINS)
  return begins >= 0 && text.includes('>', begins)
}

/** Returns the first active mark-up of `html`, or null. */
export function activeMarkupIn(html: string): string | null {
  return ACTIVE_MARKUP.exec(html)?.[0] ?? null
}
