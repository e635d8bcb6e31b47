import { createHash } from 'node:crypto'
import { describe, expect, it } from 'vitest'
import { SANDBOX_CREDENTIALS } from '../../../src/sandbox/suppliers/credentials.ts'
import { phoneOf } from '../../../src/suppliers/expedia-rapid/book.ts'
import { authorization, checkConnection } from '../../../src/suppliers/expedia-rapid/connection.ts'
import { isFollowable } from '../../../src/suppliers/expedia-rapid/send.ts'
import { NOW, rapidCall } from '../../support/rapid.ts'

describe('the signature', () => {
  it('is the hex SHA-512 of key, secret and the seconds of now', () => {
    const { apiKey, sharedSecret } = SANDBOX_CREDENTIALS.expedia_rapid
    const seconds = NOW / 1_000
    const signature = createHash('sha512').update(`${apiKey}${sharedSecret}${seconds}`).digest('hex')
    expect(authorization(rapidCall('http://x'))).toBe(
      `EAN apikey=${apiKey},signature=${signature},timestamp=${seconds}`,
    )
  })
})

describe('a link out of a body', () => {
  it.each(['/v3/itineraries?token=abc', '/v3/properties/1/rooms/2/rates/3?token=a-b_c.d~e%2F..', '/v3/x/y-z.w'])(
    'is followed below /v3: %s',
    (href) => expect(isFollowable(href)).toBe(true),
  )

  it.each([
    'https://evil.example/v3/x',
    '//evil.example/v3/x',
    '/v3',
    '/v2/itineraries',
    '/v3/../admin',
    '/v3/%2e%2e/admin',
    '/v3/%2E./admin',
    '/v3/x\\y',
    '/v3/x#y',
    '/v3/x y',
    '/v3/x\r\nhost: evil',
    '@evil.example/v3/x',
    '',
  ])('is not followed anywhere else: %j', (href) => expect(isFollowable(href)).toBe(false))
})

describe('a connection', () => {
  it('needs its credentials alone: everything else has a careful default', () => {
    expect(checkConnection({ credentials: SANDBOX_CREDENTIALS.expedia_rapid, settings: {} })).toEqual([])
  })

  it('is told every fault at once, by name', () => {
    const faults = checkConnection({
      credentials: { apiKey: '' },
      settings: { currency: 'dollars', holdWindowMs: -1, salesChannel: 'fax' },
    })
    const named = ['apiKey', 'sharedSecret', 'currency', 'holdWindowMs', 'salesChannel']
    expect(faults.map((fault) => fault.split(':')[0])).toEqual(named)
  })
})

describe('a phone number', () => {
  it.each([
    ['+442071234567', '44', '2071234567'],
    ['+12125550123', '1', '2125550123'],
    ['+81312345678', '81', '312345678'],
    ['+971501234567', '971', '501234567'],
    ['+3545812345', '354', '5812345'],
  ])('%s is split after its country', (e164, country_code, number) => {
    expect(phoneOf(e164)).toEqual({ country_code, number })
  })
})
