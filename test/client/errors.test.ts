import { readFileSync } from 'node:fs'
import { join } from 'node:path'
import { describe, expect, expectTypeOf, it } from 'vitest'
import {
  AuthenticationError,
  type CancellationQuote,
  ConflictError,
  type ErrorCode,
  GatewayError,
  InvalidRequestError,
  isProblem,
  type Money,
  NotFoundError,
  ProblemError,
} from '../../packages/client/src/index.ts'
import type { ERRORS } from '../../src/domain/errors.ts'
import { refusalsOf } from '../../src/http/answers/refusals.ts'
import { ROUTES } from '../../src/http/routes.ts'
import { bookingOf, offerOf, useClients } from './use-client.ts'

let url: string
const { connect } = useClients(({ gateway }) => {
  ;({ url } = gateway)
})

async function failureOf(call: Promise<unknown>): Promise<unknown> {
  return call.then(
    () => null,
    (error: unknown) => error,
  )
}

describe('a refusal', () => {
  it('has its code, details, request id and page', async () => {
    const error = await failureOf(connect().client.getBooking({ booking_id: 'ubk_none' }))
    expect(error).toBeInstanceOf(NotFoundError)
    expect(error).toBeInstanceOf(ProblemError)
    expect(error).toBeInstanceOf(GatewayError)
    expect(error).toMatchObject({
      name: 'NotFoundError',
      status: 404,
      code: 'BOOKING_NOT_FOUND',
      details: {},
      retryable: false,
      requestId: expect.stringMatching(/^req_/),
      documentationUrl: `${url}/docs/errors#booking_not_found`,
      operation: 'getBooking',
      idempotencyKey: null,
    })
    expect(String(error)).toContain('getBooking: BOOKING_NOT_FOUND: ')
  })

  it('is of a class that says what to do', async () => {
    expect(await failureOf(connect({ apiKey: 'wrong' }).client.getMe())).toBeInstanceOf(AuthenticationError)
    expect(await failureOf(connect().client.findDestinations({ q: '' }))).toBeInstanceOf(InvalidRequestError)
  })

  it('tells every fault of an input', async () => {
    const faulty = { booking_mode: 'LATER' } as unknown as Parameters<typeof bookingOf>[2]
    const offer = await offerOf(connect().client, 'confirm')
    const error = await failureOf(
      connect().client.createBooking(bookingOf(offer, 'INSTANT', { ...faulty, guests: [] })),
    )
    if (!isProblem(error, 'VALIDATION_ERROR')) throw new Error(`no refusal: ${String(error)}`)
    expect(error.details.issues.map(({ path }) => path).sort()).toEqual(['booking_mode', 'guests'])
    expect(error.idempotencyKey).toMatch(/^[0-9a-f-]{36}$/)
  })

  it('narrows to the details of its code', async () => {
    const { client } = connect()
    const offer = await offerOf(client, 'confirm')
    const { total } = offer.price
    const accepted_price = { ...total, amount_minor: total.amount_minor - 1 }
    const error = await failureOf(client.createBooking(bookingOf(offer, 'INSTANT', { accepted_price })))
    expect(error).toBeInstanceOf(ConflictError)
    if (!isProblem(error, 'PRICE_MISMATCH')) throw new Error(`no refusal: ${String(error)}`)
    expectTypeOf(error.code).toEqualTypeOf<'PRICE_MISMATCH'>()
    expectTypeOf(error.details.offer_price).toEqualTypeOf<Money>()
    expect(error.details.offer_price).toEqual(total)
  })

  it('of several codes narrows by the code', () => {
    const error: unknown = new GatewayError()
    if (isProblem(error, 'CANCELLATION_QUOTE_INVALID', 'OFFER_ALREADY_BOOKED')) {
      if (error.code === 'CANCELLATION_QUOTE_INVALID')
        expectTypeOf(error.details.replacement_quote).toEqualTypeOf<CancellationQuote | null>()
      else expectTypeOf(error.details.booking_id).toEqualTypeOf<string>()
    }
    expect(isProblem(error)).toBe(false)
    expect(isProblem(new Error('other'), 'PRICE_MISMATCH')).toBe(false)
  })

  it('can have every code that a route refuses with, and none that is not in the catalogue', () => {
    expectTypeOf<ErrorCode>().toExtend<keyof typeof ERRORS>()
    const types = readFileSync(join(import.meta.dirname, '../../packages/client/src/generated/types.ts'), 'utf8')
    const [, details = ''] = types.split('export interface ProblemDetails {')
    const refused = new Set(ROUTES.flatMap((route) => refusalsOf(route).map(({ code }) => code)))
    expect([...refused].filter((code) => !details.includes(`\n  ${code}: `))).toEqual([])
  })
})
