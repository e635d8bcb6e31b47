import { createServer, type IncomingMessage, type ServerResponse } from 'node:http'
import type { AddressInfo } from 'node:net'
import type { Json } from './http-client.ts'

/** Who books, and what they pay with: words that the output of processes is searched for as well. */
export const GIVEN = 'Ada-Zulu'
export const FAMILY = 'Lovelace'
export const EMAIL = 'ada@example.com'
export const PHONE = '+442071234567'
export const CARD = '4111 1111 1111 1111'
export const SECRET = 'canary-supplier-secret'
const STRANGER = 'Canaryguest'
const ALL = [
  GIVEN,
  'ada%2dzulu',
  FAMILY,
  EMAIL,
  PHONE,
  PHONE.slice(1),
  CARD,
  SECRET,
  STRANGER,
  'Zebedee',
  '203.0.113.9',
  'session-9f',
]
const ENCODED = [FAMILY, SECRET].map((word) => Buffer.from(word).toString('base64'))

/** Everything that it was sent, and more, wherever a supplier may put it. */
function hostile(request: IncomingMessage, body: string): Json {
  const heard = JSON.stringify(request.headers)
  return {
    status: 'ok',
    order_id: 123_456_789,
    partner_order_id: '0F3ZK7Q2M9X4C8B1D6TA',
    reference: `${STRANGER}77`,
    booking_id: `${FAMILY}-1`,
    phone_of: PHONE,
    confirmation_id: PHONE,
    checkin: '2027-03-01',
    note_to_all: `booked by ${GIVEN} ${FAMILY} <${EMAIL}>`,
    message: `The booking of ${GIVEN} ${STRANGER} was not found, key ${SECRET}`,
    html: `<html><h1>${FAMILY}</h1><script>${SECRET}</script></html>`,
    echo: body,
    heard,
    [FAMILY]: true,
    [STRANGER]: { [EMAIL]: 1 },
    guests: [{ first_name: GIVEN, last_name: STRANGER, age: 36, birth: '1815-12-10' }],
    rooms: [{ name: `${FAMILY} suite`, paxes: [{ name: STRANGER }], amount: '120.50', currency: 'EUR' }],
    remarks: ['Late arrival of Mme Zebedee'],
    payment: { card_number: CARD, cvv: '123' },
    debug: { deep: [{ deeper: [[`${CARD} ${PHONE} ${Buffer.from(FAMILY).toString('base64')}`]] }] },
    telephone_as_number: 442_071_234_567,
    links: { retrieve: { href: `/v3/itineraries/1?email=${EMAIL}&token=${SECRET}` } },
  }
}

function answer(request: IncomingMessage, response: ServerResponse, body: string): void {
  const path = request.url ?? ''
  if (path.includes('/html')) {
    response.writeHead(502, { 'content-type': 'text/html', 'x-debug': `${FAMILY} ${SECRET}`, 'retry-after': FAMILY })
    response.end(`<html>${FAMILY} ${EMAIL} ${SECRET} ${body}</html>`)
  } else if (path.includes('/large')) {
    response.writeHead(200, { 'content-type': 'application/json' })
    const hotel = { hotelId: 4711, name: 'A house by the river', rates: [{ amount: '99.10', currency: 'EUR' }] }
    response.end(JSON.stringify({ hotels: Array.from({ length: 5_000 }, () => hotel) }))
  } else {
    response.writeHead(path.includes('/refuse') ? 400 : 200, { 'content-type': 'application/json', [FAMILY]: SECRET })
    response.end(JSON.stringify(hostile(request, body)))
  }
}

/** Every word that a text has, in any case, and also encoded. */
export function wordsIn(text: string): string[] {
  const plain = text.toLowerCase()
  return [...ALL, ...ENCODED].filter((word) => plain.includes(word.toLowerCase()))
}

/** A supplier that answers with all that it was sent, and more: by its path as a page (`/html`), a refusal, at length, or as if well. */
export async function startHostileSupplier(): Promise<{ readonly origin: string; readonly close: () => void }> {
  const server = createServer((request, response) => {
    let body = ''
    request.on('data', (chunk) => {
      body += String(chunk)
    })
    request.on('end', () => answer(request, response, body))
  })
  await new Promise<void>((resolve) => {
    server.listen(0, '127.0.0.1', resolve)
  })
  return { origin: `http://127.0.0.1:${(server.address() as AddressInfo).port}`, close: () => server.close() }
}
