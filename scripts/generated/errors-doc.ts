import { ERRORS } from '../../src/domain/errors.ts'

/** docs/errors.md: the one catalogue of codes. */
export function errorsDoc(): string {
  return [
    '# Errors',
    '',
    'Made from `src/domain/errors.ts` by `npm run generate`. Over HTTP an error is',
    '`{code, message, details, retryable, request_id}` with the status below (RFC 9457 with `Accept: application/problem+json`);',
    'in GraphQL the same code is in a `Problem` member of the field’s union, or in `errors[].extensions`.',
    '`message` is for logs: branch on `code`, and never parse it.',
    '',
    '| status | code | meaning | what to do | retryable |',
    '|---|---|---|---|---|',
    ...Object.entries(ERRORS)
      .sort(([, a], [, b]) => a.status - b.status)
      .map(([code, { status, title, advice, retryable }]) =>
        `| ${status} | \`${code}\` | ${title} | ${advice} | ${retryable ? 'yes' : 'no'} |`,
      ),
    '',
    '`VALIDATION_ERROR` is 409 where a booking’s state, not the request, forbids an operation.',
    '',
  ].join('\n')
}
