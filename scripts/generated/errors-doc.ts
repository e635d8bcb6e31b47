import { ERRORS, type ErrorCode } from '../../src/domain/errors.ts'
import { ERROR_EXAMPLES } from '../../src/http/examples/errors.ts'

const INTRODUCTION = `# Errors

Every error has a code that never changes its meaning: branch on it, log the rest, and follow the link in it to this page.

<!-- Made from src/domain/errors.ts by \`npm run generate\`. -->

## What an error looks like

Over HTTP an error has the status of its code and this body; with \`Accept: application/problem+json\` the same as RFC 9457:

\`\`\`json
${JSON.stringify(ERROR_EXAMPLES.VALIDATION_ERROR, null, 2)}
\`\`\`

| field | what it is |
|---|---|
| \`code\` | what went wrong, from the list below. It never contains an id, and it never changes its meaning |
| \`message\` | a sentence for your logs. It may change at any time: never parse it |
| \`details\` | facts of the code: the issues of an input, prices, ids. Empty for codes that have none |
| \`retryable\` | true when the same request may succeed later |
| \`request_id\` | the \`X-Request-Id\` of the answer: tell it to support |
| \`documentation_url\` | the code’s place on this page |

In GraphQL the same code is in a \`Problem\` member of the field’s union (see [GraphQL](graphql.md)), or in \`errors[].extensions\` for what
concerns the whole document: authentication, scopes, limits, syntax.

An invalid input is refused with all of its faults at once, in \`details.issues\`: each has the \`path\` of the field, a \`code\`
(\`REQUIRED\`, \`INVALID_TYPE\`, \`OUT_OF_RANGE\`, \`UNKNOWN_KEY\` …) and a \`message\` that often says what was probably meant.

## When to try again

Try again with growing delays when \`retryable\` is true, and not before \`Retry-After\` where the answer has it. After a network failure
or a timeout, send the same request again; \`POST /hotels/book\` and \`cancel\` with the **same** \`Idempotency-Key\` and body, since a new key
is a new attempt. A 4xx that is not retryable will not get better: change the request, or look at the booking.
`

function table(): string[] {
  return [
    '## All codes',
    '',
    '| status | code | meaning | retryable |',
    '|---|---|---|---|',
    ...codes().map((code) => {
      const { status, title, retryable } = ERRORS[code]
      return `| ${status} | [\`${code}\`](#${code.toLowerCase()}) | ${title} | ${retryable ? 'yes' : 'no'} |`
    }),
    '',
    '`VALIDATION_ERROR` is 409 where the state of a booking or of an endpoint, not the request, forbids an operation.',
    '',
  ]
}

function codes(): ErrorCode[] {
  return (Object.keys(ERRORS) as ErrorCode[]).sort((a, b) => ERRORS[a].status - ERRORS[b].status)
}

/** A code under its own heading, whose id is what \`documentation_url\` names. */
function section(code: ErrorCode): string[] {
  const { status, title, advice, retryable } = ERRORS[code]
  const { details } = ERROR_EXAMPLES[code] as { readonly details: object }
  return [
    `## ${code}`,
    '',
    `${status}, ${retryable ? 'retryable' : 'not retryable'}. **${title}.** ${advice}`,
    '',
    ...(Object.keys(details).length > 0 ? ['```json', JSON.stringify({ details }, null, 2), '```', ''] : []),
  ]
}

/** docs/guides/errors.md: the one catalogue of codes. */
export function errorsDoc(): string {
  return [INTRODUCTION, ...table(), ...codes().flatMap(section)].join('\n')
}
