import type { Json } from '../support/http-client.ts'
import type { PrintedOperation } from '../support/printed-operations.ts'
import type { Random } from '../support/random.ts'
import { hostileText, spoiled, valueOf } from './json-bodies.ts'
import type { Live } from './live.ts'
import { goodStay, NASTY_TEXT } from './values.ts'
import type { WireRequest } from './wire.ts'

export type Kind = 'valid' | 'almost' | 'hostile'

export type MadeRequest = WireRequest & {
  readonly kind: Kind
  /** The body's value, when it is JSON; undefined for none. */
  readonly value?: Json
  /** False when the path or the method no longer surely names the operation. */
  readonly isAtOperation: boolean
}

/** A header's value as Node lets it out. */
function headerText(text: string): string {
  return text.replace(/[^\t\x20-\x7e\x80-\xff]/g, '?').slice(0, 4_000)
}

/** As it stands in a URL; lone surrogates cannot. */
function urlText(value: Json): string {
  const plain = Array.isArray(value) && value.every((item) => typeof item !== 'object') ? value.join() : value
  return encodeURIComponent((typeof plain === 'object' ? JSON.stringify(plain) : String(plain)).toWellFormed())
}

function nastyHeader(random: Random): Record<string, string | string[]> {
  return random.pick<() => Record<string, string | string[]>>([
    () => ({
      'content-type': random.pick(['text/plain', 'application/xml', 'multipart/form-data; boundary=x', 'x', '']),
    }),
    () => ({
      'content-type': random.pick(['application/JSON', 'application/json;charset=utf-16', 'application/json;;=']),
    }),
    () => ({ 'content-encoding': random.pick(['gzip', 'br', 'identity', 'x']) }),
    () => ({ accept: random.pick(['application/problem+json', 'text/html', '*/*;q=0', 'x'.repeat(3_000)]) }),
    () => ({ 'x-service-contract-version': random.pick(['0', '3', '1.0', '1, 2', '', headerText('é')]) }),
    () => ({ 'idempotency-key': headerText(random.pick(NASTY_TEXT)) }),
    () => ({ 'last-event-id': random.pick(['-1', '1.5', 'x', '9'.repeat(40), '0', '999', '0x10']) }),
    () => ({ 'x-request-id': headerText(random.pick(NASTY_TEXT)) }),
    () => ({ language: headerText(random.pick(NASTY_TEXT)), 'accept-language': 'x;q=1,'.repeat(400) }),
    () => ({ 'if-none-match': random.pick(['*', '"', 'W/"x"', ','.repeat(2_000)]) }),
    () => ({ 'x-api-key': random.pick(['', 'hdg_test_', 'x'.repeat(3_000), headerText('é')]) }),
    () => ({ 'x-api-key': ['one', 'two'] }),
    () => ({ 'x-http-method-override': 'DELETE', 'x-forwarded-for': headerText('é'), host: 'evil.example' }),
    () => ({ cookie: 'a=b;'.repeat(500), origin: 'null', range: 'bytes=0-1' }),
    () => ({ expect: '100-continue' }),
  ])()
}

function nastySegment(random: Random): string {
  return random.pick([
    '%00',
    '%zz',
    '%',
    '..',
    '%2e%2e',
    '%2f',
    'x'.repeat(300),
    '%F0%9F%A6%84',
    '%ED%A0%80',
    "'",
    '*',
    '-1',
    'null',
  ])
}

function targetOf(
  random: Random,
  live: Live,
  { path }: PrintedOperation,
  parameters: readonly Json[],
  given: Json,
  isSpoiled: boolean,
): { readonly target: string; readonly isAtOperation: boolean } {
  let isAtOperation = true
  const filled = path.replace(/\{(\w+)\}/g, (_, name: string) => {
    const { schema } = parameters.find((one) => one.name === name && one.in === 'path') ?? { schema: {} }
    const value = given?.[name] ?? valueOf(random, live, name, schema)
    if (!isSpoiled || random.chance(0.5)) return urlText(value) || 'x'
    isAtOperation = false
    return nastySegment(random)
  })
  const query: string[] = parameters
    .filter((one) => one.in === 'query' && (one.required || random.chance(0.4)))
    .map(({ name, schema }) => `${name}=${urlText(valueOf(random, live, name, schema))}`)
  if (isSpoiled)
    query.push(
      random.pick([
        'surprise=1',
        'limit=1&limit=2',
        'limit=1e3',
        'limit[]=1',
        '__proto__=1',
        'constructor[prototype]=1',
        'q=%zz',
        'q=%00',
        '&&==',
        `q=${'x'.repeat(5_000)}`,
        `status=${urlText(random.pick(NASTY_TEXT))}`.slice(0, 5_000),
        `after=${'9'.repeat(30)}`,
        `cursor=${urlText(random.pick(NASTY_TEXT))}`.slice(0, 5_000),
        'x-api-key=stolen',
      ]),
    )
  return { target: query.length > 0 ? `${filled}?${query.join('&')}` : filled, isAtOperation }
}

/** A body that would succeed, when one is known; else one that is made from the printed schema. */
function bodyOf(random: Random, live: Live, operation: Json, schema: Json): { body: Json; params: Json } {
  const known = random.chance(0.7) ? live.body(random, operation.operationId) : undefined
  if (!known && schema?.properties?.check_in && random.chance(0.8)) {
    // What a client may leave out; a cursor or a search of another stay would only be refused.
    const { cursor: _, search_id: __, ...made } = valueOf(random, live, '', schema)
    const required = Object.fromEntries(Object.entries(made).filter(([name]) => schema.required.includes(name)))
    return { body: { ...(random.chance(0.5) ? made : required), ...goodStay(random) }, params: {} }
  }
  if (!known) return { body: schema && valueOf(random, live, '', schema), params: {} }
  const own = Object.entries<Json>(known)
  function isBody(name: string): boolean {
    return schema?.properties?.[name] !== undefined
  }
  return {
    body: schema ? Object.fromEntries(own.filter(([name]) => isBody(name))) : undefined,
    params: Object.fromEntries(own.filter(([name]) => !isBody(name))),
  }
}

/** One request to an operation: as it should be, with one thing wrong, or meant to hurt. */
export function makeRequest(random: Random, live: Live, printed: PrintedOperation, apiKey: string): MadeRequest {
  const { operation, parameters, schema } = printed
  const kind = random.pick<Kind>(['valid', 'valid', 'almost', 'almost', 'hostile'])
  const { body, params } = bodyOf(random, live, operation, schema)
  const wrong =
    kind === 'valid'
      ? null
      : random.pick(schema ? ['body', 'body', 'body', 'target', 'headers'] : ['target', 'headers', 'body'])
  const isKeyed = parameters.some(({ name }) => name === 'Idempotency-Key')
  const { target, isAtOperation } = targetOf(random, live, printed, parameters, params, wrong === 'target')
  const value = wrong === 'body' && kind === 'almost' && body !== undefined ? spoiled(random, body) : body
  const text =
    wrong === 'body' && kind === 'hostile'
      ? hostileText(random, body)
      : value === undefined
        ? null
        : JSON.stringify(value)
  const isBodiless = printed.method === 'get' && !(kind === 'hostile' && random.chance(0.1))
  return {
    kind,
    method:
      wrong === 'headers' && random.chance(0.1)
        ? random.pick(['PUT', 'PATCH', 'HEAD', 'OPTIONS', 'DELETE'])
        : printed.method.toUpperCase(),
    target,
    headers: {
      'x-api-key': apiKey,
      ...(text === null || isBodiless ? {} : { 'content-type': 'application/json' }),
      ...(isKeyed ? { 'idempotency-key': `key-${random.int(0, kind === 'valid' ? 1e9 : 20)}` } : {}),
      ...(wrong === 'headers' ? nastyHeader(random) : {}),
    },
    body: isBodiless ? null : text,
    ...(value === undefined || isBodiless || (wrong === 'body' && kind === 'hostile') ? {} : { value }),
    isAtOperation,
  }
}

/** Bytes that are not quite a request. */
export function rawRequest(random: Random, apiKey: string): string {
  const key = `Host: x\r\nx-api-key: ${apiKey}\r\n`
  return random.pick([
    'GET\r\n\r\n',
    'GET / HTTP/9.9\r\n\r\n',
    `GET /hotels/filters HTTP/1.0\r\n${key}\r\n`,
    `BREW /hotels/filters HTTP/1.1\r\n${key}\r\n`,
    `TRACE /hotels/filters HTTP/1.1\r\n${key}\r\n`,
    `CONNECT x:443 HTTP/1.1\r\n${key}\r\n`,
    `GET /hotels/filters HTTP/1.1\r\n${key}X-Big: ${'x'.repeat(40_000)}\r\n\r\n`,
    `GET /hotels/filters HTTP/1.1\r\n${key}${'X-Many: 1\r\n'.repeat(3_000)}\r\n`,
    `GET /hotels/filters HTTP/1.1\r\n${key}X-Bad: a\u0001b\r\n\r\n`,
    `GET /hotels/filters HTTP/1.1\r\n${key}Bad Name: 1\r\n\r\n`,
    `GET /${'x'.repeat(30_000)} HTTP/1.1\r\n${key}\r\n`,
    `GET http://evil.example/hotels/filters HTTP/1.1\r\n${key}\r\n`,
    `GET /hotels/filters HTTP/1.1\r\nx-api-key: ${apiKey}\r\n\r\n`,
    `GET /hotels/\u00e9\u0000 HTTP/1.1\r\n${key}\r\n`,
    `POST /hotels/search HTTP/1.1\r\n${key}Content-Type: application/json\r\nContent-Length: abc\r\n\r\n{}`,
    `POST /hotels/search HTTP/1.1\r\n${key}Content-Type: application/json\r\nContent-Length: -1\r\n\r\n{}`,
    `POST /hotels/search HTTP/1.1\r\n${key}Content-Type: application/json\r\nContent-Length: 2\r\nContent-Length: 3\r\n\r\n{}`,
    `POST /hotels/search HTTP/1.1\r\n${key}Content-Type: application/json\r\nTransfer-Encoding: chunked\r\n\r\nzz\r\n{}\r\n0\r\n\r\n`,
    `POST /hotels/search HTTP/1.1\r\n${key}Content-Type: application/json\r\nTransfer-Encoding: chunked\r\nContent-Length: 2\r\n\r\n0\r\n\r\n`,
    `POST /graphql HTTP/1.1\r\n${key}Content-Type: application/json\r\nTransfer-Encoding: gzip\r\n\r\n`,
    `GET /graphql HTTP/1.1\r\n${key}Upgrade: websocket\r\nConnection: Upgrade\r\n\r\n`,
    `POST /hotels/search HTTP/1.1\r\n${key}Expect: 200-maybe\r\nContent-Length: 0\r\n\r\n`,
    '\u0016\u0003\u0001\u0002\u0000\u0001',
    '\r\n'.repeat(1_000),
  ])
}
