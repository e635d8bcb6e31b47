/**
 * Whether a text can be an id, a reference or a number, and not a person: it has a digit or an underscore, and neither a space nor an `@`.
 * Only such a text may stand in the address of the page.
 */
export function looksLikeId(text: string): boolean {
  const asked = text.trim()
  return /[\d_]/.test(asked) && !/[\s@]/.test(asked)
}
