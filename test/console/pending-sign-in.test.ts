import { describe, expect, it } from 'vitest'
import { beginSignIn, openPending, PENDING_MS, returnPath, sealPending } from '../../src/console/oidc/pending.ts'
import { toMasterKeys } from '../../src/platform/master-key.ts'
import { createTokenSeal } from '../../src/platform/token-seal.ts'

/** What a browser holds while somebody is at the identity provider. */

const NOW = Date.parse('2026-11-26T10:00:00Z')

function sealOf(byte: number, purpose = 'console-sign-in') {
  return createTokenSeal(toMasterKeys(Buffer.alloc(32, byte), null), purpose, () => NOW)
}

const SEAL = sealOf(7)

describe('[22] a sign-in that is under way', () => {
  const begun = beginSignIn({ base: '/console', returnTo: '/console/', renews: null }, NOW)
  const cookie = sealPending(SEAL, begun)

  it('is opened by whom it was sealed, for what it was begun, within ten minutes', () => {
    expect(openPending(SEAL, cookie, { base: '/console', now: NOW + PENDING_MS - 1 })).toEqual(begun)
    expect(openPending(SEAL, cookie, { base: '/console', now: NOW + PENDING_MS })).toBeNull()
    expect(openPending(SEAL, cookie, { base: '/portal', now: NOW })).toBeNull()
    expect(openPending(sealOf(8), cookie, { base: '/console', now: NOW })).toBeNull()
    expect(openPending(sealOf(7, 'booking-tokens'), cookie, { base: '/console', now: NOW })).toBeNull()
    for (const other of [undefined, '', 'x', `${cookie}A`, Buffer.from('{}').toString('base64url')])
      expect(openPending(SEAL, other, { base: '/console', now: NOW })).toBeNull()
  })

  it('shows nothing of what is in it, fits into a cookie, and is never the same', () => {
    const returnTo = `/console/bookings?q=${'x'.repeat(980)}`
    const renews = { userId: 'usr_01234567890123456789012345', sessionId: 'ses_01234567890123456789012345' }
    const longest = sealPending(SEAL, beginSignIn({ base: '/console', returnTo, renews }, NOW))
    expect(longest.length).toBeLessThan(3_500)
    expect(Buffer.from(cookie, 'base64url').toString('latin1')).not.toContain(begun.state)
    const other = beginSignIn({ base: '/console', returnTo: '/console/', renews: null }, NOW)
    expect(new Set([begun.state, begun.nonce, begun.verifier, other.state, other.nonce, other.verifier]).size).toBe(6)
  })
})

describe('[22] where a sign-in leads to', () => {
  it.each(['/console/', '/console/bookings/ubk_1?show=calls#x'.replace('#x', ''), '/console/audit?actor=operator:*'])(
    'is %s, below what it was begun for',
    (asked) => {
      expect(returnPath('/console', asked)).toBe(asked)
    },
  )

  it.each([
    undefined,
    ['/console/audit', '/console/rates'],
    '',
    '/',
    '/console',
    '/portal/',
    '/consolex/',
    'https://evil.example.com/console/',
    '//evil.example.com/console/',
    '/console/..//evil.example.com',
    '/console/../portal/',
    '/console/\\evil.example.com',
    '/console/\t/evil.example.com',
    '/console/%2e%2e/portal',
    '/console/sign-in/oidc',
    '/console/sign-out',
    `/console/${'x'.repeat(1_000)}`,
  ])('is never %j', (asked) => {
    expect(returnPath('/console', asked)).toBe('/console/')
  })
})
