import fc from 'fast-check'
import { describe, expect, it } from 'vitest'
import { redactExchange } from '../../src/operations/traffic/exchange.ts'
import { MOST_CHARACTERS, redactJson } from '../../src/operations/traffic/redact.ts'
import type { SupplierOperation, SupplierResponse, TappedExchange } from '../../src/suppliers/supplier-call.ts'
import { curlText } from '../../web/src/screens/traffic/curl-text.ts'

/** Nobody has told us of them. */
const STRANGER = 'Zebedeeson'
/** The booking has her. */
const GUEST = 'Zoë Vandermeer'
const SECRET = 'canary-secret-9'

function exchange(
  operation: SupplierOperation,
  json: unknown,
  changes: Partial<SupplierResponse> = {},
): TappedExchange {
  return {
    call: {
      connection: {
        connectionId: 'conn_1',
        supplierCode: 'liteapi',
        baseUrl: '',
        credentials: { apiKey: SECRET, keyId: '481516' },
        settings: {},
      },
      requestId: 'req_1',
      bookingId: 'ubk_1',
      people: () => GUEST.split(' '),
      customerIp: null,
      sessionId: null,
      userAgent: null,
    },
    request: {
      operation,
      method: 'POST',
      url: 'https://api.example.com/v3.0/rates/book?timeout=6',
      headers: { 'x-api-key': SECRET, 'content-type': 'application/json' },
      body: '{"prebookId":"p-0a1b2c"}',
      timeoutMs: 1_000,
      signal: null,
    },
    answered: { ok: true, value: { status: 200, headers: {}, json, ...changes } },
    times: { connectedMs: 1, firstByteMs: 2, totalMs: 3, packedBytes: 10, bytes: 10 },
    number: 1,
  }
}

const NAMES = [
  'id',
  'order_id',
  'reference',
  'code',
  'status',
  'message',
  'name',
  'hotelId',
  'checkin',
  'amount',
  'currency',
  'href',
  'x',
]
const AROUND = fc.constantFrom('', ' ', '1', '-', '<b>', '"', '/', 'Mr. ', '77', '_', 'é', ', ', '@example.com')

/** A text with a word somewhere in it. */
function textWith(word: string): fc.Arbitrary<string> {
  const spelt = fc.constantFrom(word, word.toLowerCase(), encodeURIComponent(word), word.replace('ë', 'e'))
  return fc.tuple(AROUND, spelt, AROUND).map((parts) => parts.join(''))
}

/** Any JSON with the word in values, and in names of fields. */
function jsonWith(word: string): fc.Arbitrary<unknown> {
  const text = textWith(word)
  return fc.letrec<{ any: unknown }>((tie) => ({
    any: fc.oneof(
      { maxDepth: 4 },
      text,
      fc.constantFrom(true, null, 7, 'ok'),
      fc.array(tie('any'), { maxLength: 3 }),
      fc.dictionary(fc.oneof(fc.constantFrom(...NAMES), text), tie('any'), { maxKeys: 4 }),
    ),
  })).any
}

function bare(text: string): string {
  return text.normalize('NFD').replaceAll(/\p{M}/gu, '').toLowerCase()
}

describe('[22] what is kept of an exchange', () => {
  it.each(['book', 'retrieve', 'cancel', 'list_bookings'] as const)(
    'names nobody, known or not, wherever it stands: %s',
    (operation) => {
      fc.assert(
        fc.property(jsonWith(STRANGER), jsonWith(GUEST), fc.constantFrom(200, 404, 500), (one, other, status) => {
          const kept = bare(JSON.stringify(redactExchange(exchange(operation, { one, other }, { status }))))
          expect(kept).not.toContain('zebedee')
          expect(kept).not.toContain('vandermeer')
        }),
        { numRuns: 300 },
      )
    },
  )

  it('has no credential, whatever a search answers', () => {
    fc.assert(
      fc.property(jsonWith(SECRET), fc.constantFrom(200, 401), (json, status) => {
        expect(JSON.stringify(redactExchange(exchange('search', json, { status })))).not.toContain('canary')
      }),
      { numRuns: 300 },
    )
  })

  it('is as deep and as long as its bound, however much came', () => {
    let deep: unknown = 'ok'
    for (let depth = 0; depth < 2_000; depth++) deep = { rooms: [deep] }
    const long = { rates: Array.from({ length: 50_000 }, (_, id) => ({ id, amount: '1.00' })) }
    expect(JSON.stringify(redactExchange(exchange('search', deep)).answer).length).toBeLessThan(2_000)
    const { answer } = redactExchange(exchange('search', long))
    expect(answer?.isCut).toBe(true)
    expect(JSON.stringify(answer).length).toBeLessThan(100_000)
  })

  it.each([
    ['6,500 texts of 2,000 letters', { errors: Array.from({ length: 6_500 }, () => ({ message: 'é'.repeat(2_000) })) }],
    ['a million fields', Object.fromEntries(Array.from({ length: 1_000_000 }, (_, index) => [`f${index}`, 'no']))],
    ['a name of a field as long as an answer', { [`${'email'.repeat(1_000_000)}!`]: 'no' }],
  ])('is looked at up to its bound, whatever is masked of it: %s', (_what, json) => {
    let read = 0
    function maskKnown(text: string): string {
      read += text.length
      return text
    }
    const place = { isOfBooking: false, isRefusal: true, maskKnown }
    const { value, isCut } = redactJson(json, place)
    expect(read).toBeLessThan(4 * MOST_CHARACTERS)
    expect(isCut || JSON.stringify(value).length < 100).toBe(true)
  })

  it('has a word that is too long for a protocol masked, and the words beside it', () => {
    const { answer } = redactExchange(exchange('book', { message: `invalid ${'x'.repeat(80)} date` }, { status: 400 }))
    expect(answer?.body).toEqual({ message: 'invalid ‹masked› date' })
  })

  it('has no credential that is a number, as a value or as the name of a field', () => {
    const { answer } = redactExchange(
      exchange('search', { debug: { key_id: 481_516, 481516: true, page_id: 481_517 } }),
    )
    expect(answer?.body).toEqual({ debug: { key_id: '‹masked›', 'field 1': true, page_id: 481_517 } })
  })

  it('has no half of a character where a text is cut', () => {
    const { answer } = redactExchange(exchange('search', { description: `${'a'.repeat(499)}😀 and more` }))
    const text = JSON.stringify(answer?.body)
    expect(text).toContain(`"${'a'.repeat(499)}`)
    // JSON writes half a character as an escape.
    expect(text).not.toContain(String.raw`\ud`)
  })

  it('is found, however long a text without spaces is: a search that is quadratic would not end', () => {
    const long = 'a'.repeat(1024 * 1024)
    const kept = redactExchange(exchange('search', { description: long, name: `${long}@`, error: long }))
    redactExchange(exchange('book', { description: long, error: long }, { status: 400 }))
    expect(JSON.stringify(kept).length).toBeLessThan(3_000)
  })

  it.each([
    ['06 12 34 56 78'],
    ['06.12.34.56.78'],
    ['0033 6 12 34 56 78'],
    ['(0) 20 71 23 45 67'],
    ['192.168.100.200'],
    ['10.0.0.1'],
    ['12/05/85'],
    ['12.05.1985'],
    ['1985-05-12'],
  ])('has no telephone, address of a network or birthday in words: %s', (number) => {
    const json = { error: `invalid: ${number} for the room`, description: `room 12, ask ${number} before 10:00` }
    for (const operation of ['search', 'book'] as const) {
      const text = JSON.stringify(redactExchange(exchange(operation, json, { status: 400 })).answer)
      expect(text).not.toContain(number)
      expect(text).not.toMatch(/\d\d[ ./-]\d\d/)
    }
    expect(JSON.stringify(redactExchange(exchange('search', json)).answer)).not.toContain(number)
  })

  it('has the days and prices of descriptions', () => {
    const description = 'Free until 2027-01-05 2027-01-09 10:00, then 1234.50 for 3 nights; 2 beds of 120 x 200'
    expect(redactExchange(exchange('search', { description })).answer?.body).toEqual({ description })
  })

  it('is copied as a command that no text breaks out of', () => {
    const { request } = redactExchange(exchange('book', {}))
    const shown = { ...request, headers: [{ name: 'x-api-key', value: "it's" }], body: { text: "'; rm -rf /; echo '" } }
    expect(curlText(shown)).toBe(
      [
        "curl -X POST 'https://api.example.com/v3.0/rates/book?timeout=6'",
        String.raw`-H 'x-api-key: it'\''s'`,
        String.raw`--data '{"text":"'\''; rm -rf /; echo '\''"}'`,
      ].join(' \\\n  '),
    )
  })
})
