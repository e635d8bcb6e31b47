import { type IncomingHttpHeaders, request } from 'node:http'
import { text } from 'node:stream/consumers'

export type Answer = { readonly status: number; readonly headers: IncomingHttpHeaders; readonly body: string }

/** A request with a `Host` of its own, which `fetch` does not allow, and an answer as it is on the wire, not unpacked. */
export function askAs(
  { url }: { readonly url: string },
  path: string,
  { method = 'GET', ...headers }: Readonly<Record<string, string>> = {},
): Promise<Answer> {
  return new Promise((resolve, reject) => {
    const sent = request(`${url}${path}`, { method, headers: { accept: 'text/html', ...headers } }, (response) => {
      text(response).then(
        (body) => resolve({ status: response.statusCode ?? 0, headers: response.headers, body }),
        reject,
      )
    })
    sent.on('error', reject)
    sent.end()
  })
}
