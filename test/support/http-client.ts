import { type StartedGateway } from './gateway.ts'

/** Answers are JSON that tests look into; what they expect is what they assert. */
// oxlint-disable-next-line typescript/no-explicit-any -- see above
export type Json = any

export type HttpAnswer = { readonly status: number; readonly headers: Headers; readonly body: Json }

export type HttpClient = {
  readonly get: (path: string, headers?: Readonly<Record<string, string>>) => Promise<HttpAnswer>
  readonly post: (path: string, body?: unknown, headers?: Readonly<Record<string, string>>) => Promise<HttpAnswer>
  readonly call: (
    method: string,
    path: string,
    body?: unknown,
    headers?: Readonly<Record<string, string>>,
  ) => Promise<HttpAnswer>
}

export function httpClient({ url, apiKey }: Pick<StartedGateway, 'url' | 'apiKey'>): HttpClient {
  const call: HttpClient['call'] = async (method, path, body, headers = {}) => {
    const answer = await fetch(url + path, {
      method,
      headers: {
        'x-api-key': apiKey,
        ...(body === undefined ? {} : { 'content-type': 'application/json' }),
        ...headers,
      },
      ...(body === undefined ? {} : { body: typeof body === 'string' ? body : JSON.stringify(body) }),
    })
    const text = await answer.text()
    const json = /json/.test(answer.headers.get('content-type') ?? '') && text !== ''
    return { status: answer.status, headers: answer.headers, body: json ? JSON.parse(text) : text }
  }
  return {
    call,
    get: (path, headers) => call('GET', path, undefined, headers),
    post: (path, body, headers) => call('POST', path, body, headers),
  }
}

/** The fields that a VALIDATION_ERROR names. */
export function faultyPaths({ body }: { readonly body: Json }): string[] {
  return body.details.issues.map(({ path }: Json) => path)
}
