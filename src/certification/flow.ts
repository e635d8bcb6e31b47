import type { Evidence, Exchange } from './evidence.ts'

/** The step whose exchanges are drawn: the plainest whole life of a booking. */
const DRAWN = 'book-couple'

const ASKED: Readonly<Record<string, string>> = {
  createRoomSearch: 'rooms of a hotel',
  prebook: 'prebook',
  createBooking: 'book',
  getBookingDetails: 'booking and voucher',
  quoteCancellation: 'what would cancelling cost',
  cancelBooking: 'cancel',
}

function pathOf({ request }: Exchange): string {
  if (!URL.canParse(request.url)) return request.url
  const path = new URL(request.url).pathname
  // Ids and tokens of one run say nothing; a semicolon would end the line of a diagram.
  return path.replaceAll(/\/[\w-]*\d[\w-]*(?=\/|$)/g, '/…').replaceAll(';', ' ')
}

/** A sequence diagram, in the language of Mermaid, made of what was exchanged; polls that repeat themselves are drawn once. */
export function flowOf({ exchanges, told }: Evidence): string {
  const calls = exchanges
    .filter(({ step }) => step === DRAWN)
    .map((exchange) => ({ number: exchange.number, line: `${exchange.request.method} ${pathOf(exchange)}`, exchange }))
  const asks = told
    .filter(({ step, operation }) => step === DRAWN && ASKED[operation] !== undefined)
    .map(({ number, operation }) => ({ number, line: ASKED[operation] ?? operation, exchange: null }))
  const lines: string[] = []
  for (const { line, exchange } of [...calls, ...asks].sort((a, b) => a.number - b.number)) {
    const drawn = exchange
      ? [`  Gateway->>Supplier: ${line}`, `  Supplier-->>Gateway: ${exchange.answer?.status ?? exchange.failure ?? ''}`]
      : [`  Gateway-->>Partner: ${line}`]
    if (!lines.join('\n').endsWith(drawn.join('\n'))) lines.push(...drawn)
  }
  return ['sequenceDiagram', '  participant Partner', '  participant Gateway', '  participant Supplier', ...lines].join(
    '\n',
  )
}
