import { z } from 'zod'
import { cleanLine, cleanText } from '../../domain/content/clean-text.ts'
import { webUrl } from '../../domain/content/images.ts'

const EMPTY = 'must have something to show in it'
const NO_ADDRESS = 'must be an address on the web: http or https, without a password, at most 2000 characters'

/** A text of one line, which is stored plain: without mark-up and control characters. */
export function oneLine(maxLength: number) {
  return z
    .string()
    .min(1)
    .max(maxLength)
    .transform((raw) => plainLine(raw, maxLength))
    .refine((shown) => shown !== '', { message: EMPTY })
}

/** The same, and it may be empty. */
export function optionalLine(maxLength: number) {
  return z
    .string()
    .max(maxLength)
    .transform((raw) => plainLine(raw, maxLength))
}

function plainLine(raw: string, maxLength: number): string {
  return isPlain(raw) ? raw : cleanLine(raw, maxLength)
}

/** A text of several paragraphs, HTML or not, which is stored plain. */
export function paragraphs(maxLength: number) {
  return z
    .string()
    .min(1)
    .max(maxLength)
    .transform((raw) => (isPlain(raw) ? raw : cleanText(raw, maxLength)))
    .refine((told) => told !== '', { message: EMPTY })
}

/** Most lines of a million are plain ASCII with single spaces: cleaning them would leave them as they are. */
function isPlain(raw: string): boolean {
  return /^[!-%'-;=?-~]+(?: [!-%'-;=?-~]+)*$/.test(raw)
}

/** The address of a picture: nothing that a browser would run. */
export const webAddress = z
  .string()
  .refine((raw) => webUrl(raw) !== null, { message: NO_ADDRESS, abort: true })
  .transform((raw) => webUrl(raw) ?? '')
