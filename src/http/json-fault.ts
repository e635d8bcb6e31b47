import { type ParseError, parse, printParseErrorCode } from 'jsonc-parser'

/** Where a body stops being JSON, for its author; lines and columns count from 1. */
type JsonFault = { readonly line: number; readonly column: number; readonly what: string }

/** A body that is longer is not read again for a message. */
const MAX_LENGTH = 65_536

const OPTIONS = { disallowComments: true, allowTrailingComma: false, allowEmptyContent: false }

/**
 * Finds the first fault of a text that `JSON.parse` refuses; null when it is too long to look, or only forbidden, not wrong, or nested
 * too deeply to be looked at.
 */
export function jsonFault(text: string): JsonFault | null {
  if (text.length > MAX_LENGTH) return null
  const first = firstError(text)
  if (!first) return null
  const before = text.slice(0, first.offset).split('\n')
  return {
    line: before.length,
    column: (before.at(-1)?.length ?? 0) + 1,
    what: wordsOf(printParseErrorCode(first.error)),
  }
}

/**
 * This parser goes on after a fault, so that brackets behind a string without an end, which `excessOf` takes for text, are nested
 * here, one call for each.
 */
function firstError(text: string): ParseError | undefined {
  const errors: ParseError[] = []
  try {
    parse(text, errors, OPTIONS)
  } catch (error) {
    if (!(error instanceof RangeError)) throw error
  }
  return errors[0]
}

/** `PropertyNameExpected` as `property name expected`. */
function wordsOf(code: string): string {
  return code
    .replace(/([A-Z])/g, ' $1')
    .trim()
    .toLowerCase()
}
