import { z } from 'zod'
import { isStorable, parseRfc3339 } from '../../domain/time.ts'

/**
 * An RFC 3339 timestamp that Temporal can parse and Postgres can store: years 1 to 9999 in UTC, at most nine digits of a
 * fraction.
 */
export const instant = z.iso.datetime({ offset: true }).refine(
  (text) => {
    const at = parseRfc3339(text)
    return at !== null && isStorable(at)
  },
  {
    message: 'must be in the years 1 to 9999, to a nanosecond at most',
    params: { code: 'OUT_OF_RANGE' },
    when: ({ issues }) => issues.length === 0,
  },
)
