import type { Sent } from './documents.ts'

/** A word of a shell, whatever is in it. */
function quoted(text: string): string {
  return `'${text.replaceAll("'", String.raw`'\''`)}'`
}

/** The call as a command for a shell. What was masked when it was kept is masked here: whoever runs it has to fill it in. */
export function curlText({ method, url, headers, body }: Sent): string {
  const sent = headers.map(({ name, value }) => `-H ${quoted(`${name}: ${value}`)}`)
  const data = body === null || body === undefined ? [] : [`--data ${quoted(JSON.stringify(body))}`]
  return [`curl -X ${method} ${quoted(url)}`, ...sent, ...data].join(' \\\n  ')
}
