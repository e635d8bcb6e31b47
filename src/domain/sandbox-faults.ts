/**
 * The faults that can be injected into an exchange.
 * - `timeout`: no answer is ever sent; a booking write HAS taken effect.
 * - `reset`: the connection is cut before the supplier reads the request; a write has NOT taken effect.
 * - `500`, `429`: the supplier's own error body, without effect.
 * - `401`: the supplier's own answer to a call without credentials, without effect.
 * - `slow`: the right answer, 3 s late.
 * - `garbage`: status 200 with random bytes; a write HAS taken effect.
 * - `truncated`: half of the right answer, then the connection is cut; a write HAS taken effect.
 * - `cut_gzip`: the right answer, whole by its length, whose gzip ends in the middle of a block; a write HAS taken effect.
 * - `oversized`: the right answer, followed by more blanks than a client should read; a write HAS taken effect.
 * - `repeated_fields`: the right answer, in which every field stands twice, first as null; a write HAS taken effect.
 * - `html`: status 200 with a page for people, from something in front of the supplier; without effect.
 * - `over_quota`: the supplier's own answer when the calls of the day are used up, without effect.
 */
export const SANDBOX_FAULTS = [
  'timeout',
  'reset',
  '500',
  '429',
  '401',
  'slow',
  'garbage',
  'truncated',
  'cut_gzip',
  'oversized',
  'repeated_fields',
  'html',
  'over_quota',
] as const
export type Fault = (typeof SANDBOX_FAULTS)[number]

/**
 * What can happen to static content beside the faults of any call (operation `content`):
 * - `dump_not_ready`: RateHawk has no dump yet.
 * - `link_expired`: the link of a file is refused as one that has expired.
 * - `cut`: half of the file, then the connection is cut.
 * - `wrong_length`: the answer promises more bytes than the file has.
 * - `second_gzip_member`: the file is two packed files, one behind the other; unpacked it is the same.
 * - `bad_line`: one row in the middle of the file is no JSON.
 * - `shrunk`: a well-formed file with four of ten rows.
 * - `shifted_pages`: on the next page the rows have moved by one, so that one row is missed or comes twice.
 * - `page_token_gone`: Rapid does not know the page any more (410).
 * - `slow_drip`: the file comes at 10 kB a second.
 */
export const SANDBOX_CONTENT_FAULTS = [
  'dump_not_ready',
  'link_expired',
  'cut',
  'wrong_length',
  'second_gzip_member',
  'bad_line',
  'shrunk',
  'shifted_pages',
  'page_token_gone',
  'slow_drip',
] as const
export type ContentFault = (typeof SANDBOX_CONTENT_FAULTS)[number]
