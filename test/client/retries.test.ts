import { createServer } from 'node:http'
import type { AddressInfo } from 'node:net'
import { describe, expect, it } from 'vitest'
import {
  ConnectionError,
  type GatewayOptions,
  type HotelGateway,
  ProblemError,
  RateLimitError,
  TimeoutError,
  UnavailableError,
} from '../../packages/client/src/index.ts'
import { party, stay } from '../support/journey.ts'
import { answerText, type Fate, refusalText } from './unsteady-proxy.ts'
import { bookingOf, hotelOf, inTurn, offerOf, optionOf, useClients } from './use-client.ts'

const { connect, connectOver } = useClients()

async function failureOf(call: Promise<unknown>): Promise<unknown> {
  return call.then(
    () => null,
    (error: unknown) => error,
  )
}

describe('waiting', () => {
  it('is at least as long as Retry-After says in seconds', async () => {
    const { client, attempts } = await connectOver(inTurn(refusalText('429 X', 'RATE_LIMITED', { 'retry-after': '1' })))
    const beganAt = performance.now()
    await client.getMe()
    expect(performance.now() - beganAt).toBeGreaterThanOrEqual(1_000)
    expect(attempts.map(({ status }) => status)).toEqual([429, 200])
    expect(attempts[0]?.retryInMs).toBeGreaterThanOrEqual(1_000)
    expect(attempts[0]?.error).toBeInstanceOf(RateLimitError)
  })

  it('is until the date that Retry-After names', async () => {
    const date = new Date(Date.now() + 2_500).toUTCString()
    const { client, attempts } = await connectOver(
      inTurn(refusalText('503 X', 'SERVICE_UNAVAILABLE', { 'retry-after': date })),
    )
    await client.getMe()
    expect(attempts).toHaveLength(2)
    expect(Date.now()).toBeGreaterThanOrEqual(Date.parse(date))
  })

  it('beyond the call’s time is not begun: the refusal stands at once', async () => {
    const { client, attempts, proxy } = await connectOver(
      inTurn(refusalText('429 X', 'RATE_LIMITED', { 'retry-after': '60' })),
    )
    const error = await failureOf(client.getMe({}, { timeoutMs: 5_000 }))
    expect(error).toBeInstanceOf(RateLimitError)
    expect(error).toMatchObject({ retryAfterMs: 60_000, code: 'RATE_LIMITED' })
    expect(attempts.map(({ retryInMs }) => retryInMs)).toEqual([null])
    expect(proxy.requests).toHaveLength(1)
  })
})

describe('what is sent again', () => {
  async function attemptsOf(
    fates: readonly Fate[],
    act: (client: HotelGateway) => Promise<unknown>,
    options: Partial<GatewayOptions> = {},
  ) {
    const { client, proxy } = await connectOver(inTurn(...fates), options)
    const error = await failureOf(act(client))
    return { error, sent: proxy.requests.length }
  }
  const gateway502 = answerText('502 Bad Gateway', { 'content-type': 'text/html' }, '<h1>502</h1>')

  it.each([408, 429, 500, 502, 503, 504])('a read, after %i', async (status) => {
    const refused = refusalText(`${status} X`, 'INTERNAL_ERROR', { 'retry-after': '0' })
    expect(await attemptsOf([refused], (client) => client.getMe())).toEqual({ error: null, sent: 2 })
  })

  it.each<[string, Fate]>([
    ['a request that was lost', 'LOST'],
    ['an answer that was lost', 'UNHEARD'],
    ['half an answer', 'TORN'],
    ['a proxy’s 502', gateway502],
  ])('a search, rooms and a quote, after %s', async (_, fate) => {
    const place = { destination: { type: 'place', id: 1842 }, limit: 1 } as const
    const search = await attemptsOf([fate], (client) => client.searchHotels({ ...place, ...stay(), ...party }))
    expect(search).toEqual({ error: null, sent: 2 })
    const hotel_id = await hotelOf(connect().client, 'confirm')
    const rooms = await attemptsOf([fate], (client) => client.createRoomSearch({ hotel_id, ...stay(), ...party }))
    expect(rooms).toEqual({ error: null, sent: 2 })
    const { client } = connect()
    const booked = await client.createBooking(bookingOf(await offerOf(client, 'cancel-free'), 'INSTANT'))
    const { booking_id } = await client.settled(booked)
    const quote = await attemptsOf([fate], (own) => own.quoteCancellation({ booking_id }))
    expect(quote).toEqual({ error: null, sent: 2 })
  })

  it('no prebook whose outcome is unknown; but one for which there was no room', async () => {
    const { booking_token } = await optionOf(connect().client, 'confirm')
    const unheard = await attemptsOf(['UNHEARD'], (client) => client.prebook({ booking_token }))
    expect(unheard).toEqual({ error: expect.any(ConnectionError), sent: 1 })
    const failed = await attemptsOf([refusalText('500 X', 'INTERNAL_ERROR')], (client) =>
      client.prebook({ booking_token }),
    )
    expect(failed).toEqual({ error: expect.any(UnavailableError), sent: 1 })
    const full = refusalText('429 X', 'RATE_LIMITED', { 'retry-after': '0' })
    expect(await attemptsOf([full, full], (client) => client.prebook({ booking_token }))).toEqual({
      error: null,
      sent: 3,
    })
    // Postgres may have gone away in the middle of the work.
    const away = refusalText('503 X', 'SERVICE_UNAVAILABLE', { 'retry-after': '0' })
    expect((await attemptsOf([away], (client) => client.prebook({ booking_token }))).sent).toBe(1)
    const unexplained = await attemptsOf([answerText('503 X')], (client) => client.prebook({ booking_token }))
    expect(unexplained).toEqual({ error: expect.any(UnavailableError), sent: 1 })
  })

  it('no webhook endpoint whose creation had no answer', async () => {
    const url = 'http://127.0.0.1:9/hooks'
    const torn = await attemptsOf(['TORN'], (client) => client.createWebhookEndpoint({ url }))
    expect(torn).toEqual({ error: expect.any(ConnectionError), sent: 1 })
    const { endpoints } = await connect().client.listWebhookEndpoints()
    expect(endpoints).toHaveLength(1)
    for (const { endpoint_id } of endpoints) await connect().client.deleteWebhookEndpoint({ endpoint_id })
  })

  it('no conflict, even one that passes', async () => {
    const refused = refusalText('409 X', 'HOTEL_MAPPING_CHECK_PENDING')
    const asked = { booking_id: 'ubk_1', accepted_offer_id: 'off_1' }
    const { error, sent } = await attemptsOf([refused], (client) => client.confirmHold(asked))
    expect(sent).toBe(1)
    expect(error).toMatchObject({ name: 'ConflictError', retryable: true })
  })

  it('at most maxAttempts times', async () => {
    const fates: readonly Fate[] = Array.from({ length: 9 }, () => 'LOST')
    const { error, sent } = await attemptsOf(fates, (client) => client.getMe(), { maxAttempts: 3 })
    expect(sent).toBe(3)
    expect(error).toBeInstanceOf(ConnectionError)
    expect((error as Error).cause).toBeInstanceOf(TypeError)
  })

  it('nothing that a proxy before the gateway refuses, which says so', async () => {
    const { error, sent } = await attemptsOf([answerText('403 X', {}, 'blocked')], (client) => client.getMe())
    expect(sent).toBe(1)
    expect(error).toMatchObject({ name: 'AuthenticationError', code: 'UNKNOWN', details: {} })
  })

  it('a read whose answer is not the gateway’s', async () => {
    const page = answerText('200 OK', { 'content-type': 'text/html' }, '<h1>hello</h1>')
    expect(await attemptsOf([page], (client) => client.getMe())).toEqual({ error: null, sent: 2 })
  })
})

describe('time', () => {
  it('an attempt without an answer is given up, and made again', async () => {
    const { client, attempts } = await connectOver(inTurn('SILENT'), { attemptTimeoutMs: 300 })
    await client.getMe()
    expect(attempts.map(({ error }) => error?.name ?? null)).toEqual(['TimeoutError', null])
  })

  it('a call ends when its time is over, whatever is left of attempts', async () => {
    const { client, attempts } = await connectOver(() => 'SILENT', {
      timeoutMs: 900,
      attemptTimeoutMs: 300,
      maxAttempts: 10_000,
    })
    const error = await failureOf(client.getMe())
    expect(error).toBeInstanceOf(TimeoutError)
    expect(error).toBeInstanceOf(ConnectionError)
    expect(error).not.toBeInstanceOf(ProblemError)
    expect(attempts.length).toBeGreaterThan(0)
  })

  it('a signal ends a call at once, in an attempt and between two', async () => {
    const reason = new Error('the customer has left')
    const silent = await connectOver(() => 'SILENT')
    const inside = failureOf(silent.client.getMe({}, { signal: AbortSignal.any([abortedIn(200, reason)]) }))
    expect(await inside).toBe(reason)
    const waiting = await connectOver(() => refusalText('429 X', 'RATE_LIMITED', { 'retry-after': '20' }))
    expect(await failureOf(waiting.client.getMe({}, { signal: abortedIn(200, reason) }))).toBe(reason)
    const before = await connectOver(inTurn())
    expect(await failureOf(before.client.getMe({}, { signal: AbortSignal.abort(reason) }))).toBe(reason)
    expect(before.proxy.requests).toEqual([])
  })

  function abortedIn(ms: number, reason: Error): AbortSignal {
    const controller = new AbortController()
    setTimeout(() => controller.abort(reason), ms)
    return controller.signal
  }
})

describe('what else may come back', () => {
  it('a redirect is not followed: the key goes nowhere else', async () => {
    let visits = 0
    const elsewhere = createServer((_, response) => {
      visits += 1
      response.end()
    })
    await new Promise<void>((resolve) => elsewhere.listen(0, '127.0.0.1', resolve))
    const location = `http://127.0.0.1:${(elsewhere.address() as AddressInfo).port}/me`
    const { client, proxy } = await connectOver(() => answerText('307 X', { location }))
    expect(await failureOf(client.getMe())).toMatchObject({ name: 'InvalidRequestError', status: 307, code: 'UNKNOWN' })
    expect(proxy.requests).toHaveLength(1)
    expect(visits).toBe(0)
    await new Promise((resolve) => elsewhere.close(resolve))
  })

  it('a listener that throws does not lose the answer', async () => {
    const { client } = connect({
      onAttempt: () => {
        throw new Error('the log is full')
      },
    })
    expect(await client.getMe()).toMatchObject({ environment: 'sandbox' })
  })

  it('a fetch of one’s own is used', async () => {
    const asked: string[] = []
    const { client } = connect({
      fetch: (input, init) => {
        if (input instanceof URL) asked.push(input.pathname)
        return fetch(input, init)
      },
    })
    await client.getMe()
    expect(asked).toEqual(['/me'])
  })
})
