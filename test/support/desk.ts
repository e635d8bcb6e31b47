import { createServer, type IncomingMessage, type ServerResponse } from 'node:http'
import type { AddressInfo } from 'node:net'
import { err, ok, type Result } from '../../src/domain/result.ts'
import { SECOND_MS } from '../../src/domain/time.ts'
import { failureOfStatus } from '../../src/suppliers/fetch.ts'
import { unknownOutcome } from '../../src/suppliers/outcomes.ts'
import type { Supplier, SupplierBooking } from '../../src/suppliers/supplier.ts'
import type {
  RefusalReason,
  SupplierCall,
  SupplierFailure,
  SupplierOperation,
  WriteOutcome,
} from '../../src/suppliers/supplier-call.ts'

/**
 * A supplier that has no stock and no rules: a test gives each answer of its server, and its adapter passes on what the server
 * says. Bookings meet it over HTTP like any other, through a line, deadlines and the fence.
 */
export type Desk = {
  readonly url: string
  /** What it answers to an operation from now on. */
  readonly says: (operation: SupplierOperation, answer: DeskAnswer) => void
  /** What it was asked, first to last. */
  readonly asked: Asked[]
  /** Forgets what it was asked and what it should say: it is silent. */
  readonly forget: () => void
  readonly close: () => Promise<void>
}

// biome-ignore lint/suspicious/noExplicitAny: the test knows what the adapter sent
type Body = any // oxlint-disable-line typescript/no-explicit-any

type Asked = { readonly operation: string; readonly code: string; readonly world: string | null; readonly body: Body }

/** `SILENT`: the connection is closed without an answer. A function may take its time, or do something first. */
export type DeskAnswer = Said | ((body: Body) => Said | Promise<Said>)
type Said = 'SILENT' | { readonly status: number; readonly json: unknown }

/** A refusal in the desk's words. */
export function refuses(reason: RefusalReason, retryable = false, status = 409): Said {
  return { status, json: { reason, retryable } }
}

/** With 200. A room search and a price check have rates as the core knows them. */
export function says(json: unknown): Said {
  return { status: 200, json }
}

/** A supplier's record; what it does not say is null. */
export function recordOf(changes: Partial<SupplierBooking> = {}): SupplierBooking {
  return {
    status: 'CONFIRMED',
    supplierBookingId: 'theirs-1',
    supplierBookingCode: null,
    hotelConfirmationNumber: null,
    holdDeadlineAt: null,
    charged: null,
    checkInDate: null,
    checkOutDate: null,
    rooms: null,
    guests: null,
    chargedPenalty: null,
    supplierCancellationReference: null,
    cancellable: true,
    failureReason: null,
    supplierPayload: { link: 'of the record' },
    ...changes,
  }
}

export async function openDesk(): Promise<Desk> {
  const answers = new Map<string, DeskAnswer>()
  const asked: Asked[] = []
  async function reply(request: IncomingMessage, response: ServerResponse, body: Body): Promise<void> {
    const [, code = '', operation = ''] = (request.url ?? '').split('/')
    asked.push({ operation, code, world: request.headers['x-sandbox-organization']?.toString() ?? null, body })
    const given = answers.get(operation) ?? 'SILENT'
    const said = typeof given === 'function' ? await given(body) : given
    if (said === 'SILENT') return void request.socket.destroy()
    response.writeHead(said.status, { 'content-type': 'application/json' }).end(JSON.stringify(said.json))
  }
  const server = createServer((request, response) => {
    let text = ''
    request.setEncoding('utf8').on('data', (chunk: string) => {
      text += chunk
    })
    request.on('end', () => void reply(request, response, JSON.parse(text)))
  })
  await new Promise<void>((resolve) => server.listen(0, '127.0.0.1', resolve))
  return {
    url: `http://127.0.0.1:${(server.address() as AddressInfo).port}`,
    says: (operation, answer) => void answers.set(operation, answer),
    asked,
    forget: () => {
      answers.clear()
      asked.splice(0)
    },
    close: async () => {
      server.closeAllConnections()
      await new Promise((resolve) => server.close(resolve))
    },
  }
}

const TIMEOUTS_MS: Supplier['capabilities']['timeoutsMs'] = {
  search: 10 * SECOND_MS,
  rooms: 10 * SECOND_MS,
  price_check: 10 * SECOND_MS,
  book_form: 10 * SECOND_MS,
  book: 30 * SECOND_MS,
  find: 10 * SECOND_MS,
  retrieve: 10 * SECOND_MS,
  confirm_hold: 10 * SECOND_MS,
  cancel: 90 * SECOND_MS,
  cancellation_quote: 10 * SECOND_MS,
  describe_hotel: 10 * SECOND_MS,
}

type Capabilities = Partial<Supplier['capabilities']>

/** The desk's adapter under a code of its own, for each way in which suppliers differ. */
function deskAs(code: string, capabilities: Capabilities = {}): Supplier {
  return {
    code,
    name: 'The desk',
    baseUrls: { sandbox: 'https://desk.example', production: 'https://desk.example' },
    capabilities: {
      hotelsPerSearch: 100,
      maxRooms: 8,
      maxNights: 30,
      maxDaysAhead: 500,
      bookingModes: ['INSTANT', 'HOLD'],
      confirmsHolds: true,
      cancels: true,
      quotesCancellations: false,
      pendingPollMs: null,
      lookup: 'AUTHORITATIVE',
      guestRequirements: { allGuestsNamed: false, emailRequired: true, phoneRequired: true },
      timeoutsMs: TIMEOUTS_MS,
      ...capabilities,
    },
    checkConnection: () => [],
    search: () => Promise.reject(new Error('the desk sells nothing')),
    rooms: (call, request) => read(call, 'rooms', request),
    checkPrice: (call, request) => read(call, 'price_check', request),
    book: async (call, request) => {
      // Some suppliers want a form before the booking, which begins to change something.
      const form = request.rate.supplierPayload['form'] === true ? await exchange(call, 'book_form', request) : null
      return form?.ok === false ? unknownOutcome(form.error) : write(call, 'book', request)
    },
    find: (call, reference) => read(call, 'find', reference),
    retrieve: (call, reference) => read(call, 'retrieve', reference),
    confirmHold: (call, reference) => write(call, 'confirm_hold', reference),
    cancel: (call, reference) => write(call, 'cancel', reference),
    quoteCancellation: (call, reference) => read(call, 'cancellation_quote', reference),
    ...(code === 'shy' ? {} : { describeHotel: (call, id) => read(call, 'describe_hotel', { id }) }),
    readNotification: ({ credentials }, body, nowAt) => {
      const { token, reference, id } = JSON.parse(body) as Readonly<Record<string, string>>
      if (token !== credentials['token'] || reference === undefined || id === undefined) return null
      return { supplierReference: reference, messageId: id, goodUntil: nowAt + 60 * SECOND_MS }
    },
  }
}

/**
 * - desk: knows at once what it has, and does everything.
 * - lagging: its look-ups lag.
 * - polled: confirms later, and is asked every seven seconds until then.
 * - quoting: quotes cancellations.
 * - shy: neither cancels nor confirms holds, and describes no hotels.
 * - instant: has no holds.
 */
export const DESKS: readonly Supplier[] = [
  deskAs('desk'),
  deskAs('lagging', { lookup: 'LAGGING' }),
  deskAs('polled', { pendingPollMs: 7 * SECOND_MS }),
  deskAs('quoting', { quotesCancellations: true }),
  deskAs('shy', { cancels: false, confirmsHolds: false }),
  deskAs('instant', { bookingModes: ['INSTANT'] }),
]

async function exchange(call: SupplierCall, operation: SupplierOperation, body: object) {
  const { language, requestId, customerIp: ip, timeoutMs } = call
  return call.fetch({
    operation,
    method: 'POST',
    url: `${call.connection.baseUrl}/${call.connection.supplierCode}/${operation}`,
    headers: { 'content-type': 'application/json' },
    body: JSON.stringify({ ...body, language, requestId, ip, timeoutMs }),
    timeoutMs,
    signal: call.signal,
  })
}

async function read<T>(
  call: SupplierCall,
  operation: SupplierOperation,
  body: object,
): Promise<Result<T, SupplierFailure>> {
  const answer = await exchange(call, operation, body)
  if (!answer.ok) return answer
  return answer.value.status === 200 ? ok(answer.value.json as T) : err(failureOfStatus(answer.value, 'E7', 'words'))
}

async function write<T>(call: SupplierCall, operation: SupplierOperation, body: object): Promise<WriteOutcome<T>> {
  const answer = await exchange(call, operation, body)
  if (!answer.ok) return unknownOutcome(answer.error)
  const { status, json } = answer.value
  if (status === 200) return { outcome: 'ACCEPTED', value: json as T }
  const told = json as { readonly reason?: RefusalReason; readonly retryable?: boolean } | null
  if (!told?.reason) return unknownOutcome(failureOfStatus(answer.value, 'E7', 'words'))
  const { reason, retryable = false } = told
  return {
    outcome: 'REFUSED',
    refusal: { reason, retryable, httpStatus: status, supplierErrorCode: 'E7', detail: 'words' },
  }
}
