import { decodeEntities } from './entities.ts'
import { withoutTags } from './without-tags.ts'

/**
 * Raised whenever the same raw text would be cleaned to another one: what was merged by an older version can be merged again from
 * what is staged.
 */
export const CLEANING_VERSION = 1

/** The most that is read of a text: a longer one is cut before it is looked at. */
const MAX_RAW = 100_000

/** Control characters but line end and tab; marks that turn the direction of what follows; characters without a width or a meaning. */
const UNWANTED = /[^\P{Cc}\n\t]|[\u200B\u202A-\u202E\u2060\u2066-\u2069\uFEFF\uFFF9-\uFFFD]/gu

/**
 * The text of what a supplier or an operator wrote, HTML or not: plain, NFC, with paragraphs. It has no `<` and no `>`, so that it is
 * no mark-up wherever it is shown; a comparison sign that is text becomes the angle quotation mark that looks like it.
 */
export function cleanText(raw: string, maxLength: number): string {
  let text = withoutControls(raw.slice(0, MAX_RAW).toWellFormed().normalize('NFC'))
  // Texts are encoded twice at the most; tags may come to light each time.
  for (let pass = 0; pass < 2; pass++) text = decodeEntities(withoutTags(text))
  const lines = withoutControls(withoutTags(text).replaceAll('<', '‹').replaceAll('>', '›'))
    .normalize('NFC')
    .split('\n')
    .map((line) => line.replaceAll(/\s+/g, ' ').trim())
    .filter((line) => line !== '•')
  return cut(
    lines
      .join('\n')
      .replaceAll(/\n{3,}/g, '\n\n')
      .trim(),
    maxLength,
  )
}

function withoutControls(text: string): string {
  return text.replaceAll(/\r\n?|[\f\v]/g, '\n').replaceAll(UNWANTED, '')
}

/** The same in one line: for names, captions and lines of an address. */
export function cleanLine(raw: string, maxLength: number): string {
  return cut(cleanText(raw, MAX_RAW).replaceAll(/\s+/g, ' '), maxLength)
}

/** Cuts behind a whole word, and says that something is missing. */
function cut(text: string, maxLength: number): string {
  if (text.length <= maxLength) return text
  const part = text
    .slice(0, maxLength - 1)
    .toWellFormed()
    .replace(/\uFFFD$/u, '')
  const space = part.lastIndexOf(' ')
  return `${(space > maxLength * 0.7 ? part.slice(0, space) : part).trimEnd()}…`
}
