import { expect } from 'vitest'
import type { RawAnswer } from './raw-socket.ts'

/** Expects that a request was refused with the contract’s error body, and that the connection was closed. */
export function expectRefused(answer: RawAnswer, status: number, code: string): void {
  expect(answer.status).toBe(status)
  expect(answer.headers).toMatchObject({
    connection: 'close',
    'x-content-type-options': 'nosniff',
    'cache-control': 'no-store',
    'referrer-policy': 'no-referrer',
  })
  const body = JSON.parse(answer.body)
  expect(Object.keys(body).sort()).toEqual([
    'code',
    'details',
    'documentation_url',
    'message',
    'request_id',
    'retryable',
  ])
  expect(body.code).toBe(code)
  expect(answer.headers['x-request-id']).toBe(body.request_id)
}
