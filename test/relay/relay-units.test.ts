import fc from 'fast-check'
import { Webhook } from 'standardwebhooks'
import { describe, expect, it } from 'vitest'
import { addressFault, checkAddress } from '../../src/relay/guard.ts'
import { nextDelayMs, parseRetryAfter } from '../../src/relay/schedule.ts'
import { publicKeyOf, signAsymmetric, signatureHeaders } from '../../src/relay/sign.ts'

const SECRET = 'whsec_MfKQ9r8GKYqrTwjUPD8ILPZIo2LaLaSw'
const ID = 'msg_p5jXN8AQM9LWM0D4loKWxJek'
const BODY = '{"test": 2432232314}'

describe('a signature', () => {
  it('[C-106] is the specification’s own for its vector', () => {
    const headers = signatureHeaders(ID, 1_614_265_330, BODY, [{ secret: SECRET, asymmetric: null }])
    expect(headers['webhook-signature']).toBe('v1,g0hM9SsE+OTPJTGt/tmIKtSyZlE3uFJELVlNIOLJ1OE=')
  })

  it('is the specification’s own with ed25519', () => {
    const key = 'whsk_6Xb/dCcHpPea21PS1N9VY/NZW723CEc77N4rJCubMbfVKIDij2HKpMKkioLlX0dRqSKJp4AJ6p9lMicMFs6Kvg=='
    expect(signAsymmetric(key, `${ID}.1614265330.${BODY}`)).toBe(
      'v1a,hnO3f9T8Ytu9HwrXslvumlUpqtNVqkhqw/enGzPCXe5BdqzCInXqYXFymVJaA7AZdpXwVLPo3mNl8EM+m7TBAg==',
    )
    const raw = Buffer.from(key.slice(5), 'base64')
    expect(publicKeyOf(raw.subarray(0, 32)).equals(raw.subarray(32))).toBe(true)
  })

  it('[C-103] is verified with either secret while both are valid', () => {
    const other = `whsec_${Buffer.alloc(32, 7).toString('base64')}`
    const now = Math.floor(Date.now() / 1_000)
    const keys = [SECRET, other].map((secret) => ({ secret, asymmetric: null }))
    const headers = signatureHeaders(ID, now, BODY, keys)
    for (const secret of [SECRET, other])
      expect(new Webhook(secret).verify(BODY, headers)).toEqual({ test: 2432232314 })
  })
})

describe('the schedule', () => {
  const STEPS_S = [5, 300, 1_800, 7_200, 18_000, 36_000, 50_400, 72_000, 86_400]

  it('[C-107] is the documented one, each wait ±20 %', () => {
    fc.assert(
      fc.property(
        fc.integer({ min: 1, max: 9 }),
        fc.double({ min: 0, max: 1, maxExcluded: true, noNaN: true }),
        (attempt, random) => {
          const step = ((STEPS_S[attempt - 1] ?? 0) - (STEPS_S[attempt - 2] ?? 0)) * 1_000
          const delay = nextDelayMs(attempt, null, random) ?? 0
          expect(delay).toBeGreaterThanOrEqual(step * 0.8 - 1)
          expect(delay).toBeLessThanOrEqual(step * 1.2 + 1)
        },
      ),
    )
  })

  it('ends after the tenth attempt', () => {
    expect(nextDelayMs(10, null, 0.5)).toBeNull()
  })

  it('[C-107] waits as long as the receiver asks, between its own step and a day', () => {
    fc.assert(
      fc.property(fc.integer({ min: 0, max: 1e12 }), fc.integer({ min: 1, max: 9 }), (retryAfterMs, attempt) => {
        const own = nextDelayMs(attempt, null, 0.5) ?? 0
        const asked = nextDelayMs(attempt, retryAfterMs, 0.5) ?? 0
        expect(asked).toBeGreaterThanOrEqual(own)
        expect(asked).toBeLessThanOrEqual(Math.max(own, 86_400_000))
      }),
    )
  })

  it.each([
    ['120', 120_000],
    ['0', 0],
    ['-5', null],
    ['soon', null],
    ['Wed, 21 Oct 2015 07:28:00 GMT', null],
    ['', null],
    [undefined, null],
  ])('reads Retry-After %s', (text, ms) => {
    expect(parseRetryAfter(text, Date.now())).toBe(ms)
  })
})

describe('the guard', () => {
  it.each([
    '127.0.0.1',
    '10.1.2.3',
    '172.16.0.1',
    '192.168.1.1',
    '169.254.1.1',
    '100.64.0.1',
    '0.0.0.0',
    '224.0.0.1',
    '::1',
    'fe80::1',
    'fd12::1',
    '::ffff:127.0.0.1',
    '64:ff9b::7f00:1',
    '2002:7f00:1::',
  ])('[C-110] refuses %s', (address) => {
    expect(addressFault(address, false)).not.toBeNull()
  })

  it.each(['169.254.169.254', '::ffff:169.254.169.254', 'fd00:ec2::254'])(
    '[C-110] refuses the metadata address %s even where private networks are allowed',
    (address) => {
      expect(addressFault(address, true)).not.toBeNull()
    },
  )

  it.each(['93.184.216.34', '2606:4700::1111'])('lets %s through', (address) => {
    expect(addressFault(address, false)).toBeNull()
  })

  it.each(['http://2130706433/', 'http://0x7f.1/', 'http://017700000001/', 'http://[::ffff:7f00:1]/', 'http://127.1/'])(
    '[C-110] sees through the spelling %s',
    async (url) => {
      const checked = await checkAddress(new URL(url), { allowPrivateNetworks: false })
      expect(checked.ok).toBe(false)
    },
  )

  it('[C-110] refuses a name with any private address, and dials the address that it checked', async () => {
    const at = (addresses: string[]) =>
      checkAddress(new URL('https://partner.example/'), { allowPrivateNetworks: false, resolve: async () => addresses })
    expect((await at(['93.184.216.34', '10.0.0.1'])).ok).toBe(false)
    expect(await at(['93.184.216.34'])).toEqual({ ok: true, value: { address: '93.184.216.34', family: 4 } })
  })
})
