/** The text of an HTTP request with a valid API key, to be sent on a raw socket. */
export type RequestText = (line: string, headers?: readonly string[], body?: string) => string

export function requestTextOf(apiKey: string): RequestText {
  return (line, headers = [], body = '') =>
    [`${line} HTTP/1.1`, 'host: gateway', `x-api-key: ${apiKey}`, ...headers, '', body].join('\r\n')
}
