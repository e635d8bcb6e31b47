import fc from 'fast-check'
import { Webhook } from 'standardwebhooks'
import { describe, expect, it } from 'vitest'
import { ok } from '../../src/domain/result.ts'
import { createNames } from '../../src/platform/names/names.ts'
import { addressFault } from '../../src/relay/addresses.ts'
import { TOTAL_TIMEOUT_MS } from '../../src/relay/deliver.ts'
import { checkAddress } from '../../src/relay/guard.ts'
import { GIVE_UP, MAX_RETRY_AFTER_MS, nextDelayMs, parseRetryAfter } from '../../src/relay/schedule.ts'
import { publicKeyOf, signAsymmetric, signatureHeaders } from '../../src/relay/sign.ts'

const SECRET = 'whsec_MfKQ9r8GKYqrTwjUPD8ILPZIo2LaLaSw'
const ID = 'msg_p5jXN8AQM9LWM0D4loKWxJek'
const BODY = '{"test": 2432232314}'

describe('a signature', () => {
  it('[C-106] is the specification’s own for its vector', () => {
    const headers = signatureHeaders({
      eventId: ID,
      attemptedAtS: 1_614_265_330,
      body: BODY,
      keys: [{ secret: SECRET, asymmetric: null }],
    })
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
    const headers = signatureHeaders({ eventId: ID, attemptedAtS: now, body: BODY, keys })
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

  it('[C-107] disables what has failed for five days on six occasions, half a day apart', () => {
    expect(GIVE_UP).toEqual({ afterMs: 432_000_000, occasions: 6, apartMs: 43_200_000 })
    expect(MAX_RETRY_AFTER_MS).toBe(86_400_000)
    expect(TOTAL_TIMEOUT_MS).toBe(15_000)
  })

  it('[C-107] is exactly its steps in the middle of the jitter, 80 % at its least and 120 % at its most', () => {
    const waits = STEPS_S.map((step, index) => (step - (STEPS_S[index - 1] ?? 0)) * 1_000)
    for (const [index, wait] of waits.entries()) {
      expect(nextDelayMs(index + 1, null, 0.5)).toBe(wait)
      expect(nextDelayMs(index + 1, null, 0)).toBe(Math.round(wait * 0.8))
      expect(nextDelayMs(index + 1, null, 1)).toBe(Math.round(wait * 1.2))
      expect(nextDelayMs(index + 1, 86_399_999, 0.5)).toBe(86_399_999)
      expect(nextDelayMs(index + 1, 86_400_001, 0.5)).toBe(86_400_000)
      expect(nextDelayMs(index + 1, 1, 0.5)).toBe(wait)
    }
  })

  it('reads a date as the time until then, and none that is now or was', () => {
    const now = Date.parse('2027-03-01T00:00:00Z')
    expect(parseRetryAfter('Mon, 01 Mar 2027 00:00:07 GMT', now)).toBe(7_000)
    expect(parseRetryAfter('Mon, 01 Mar 2027 00:00:00 GMT', now)).toBeNull()
    expect(parseRetryAfter(' 7 ', now)).toBe(7_000)
    expect(parseRetryAfter('1'.repeat(13), now)).toBeNull()
    expect(parseRetryAfter('2027', now - 1)).toBe(2_027_000)
    expect(parseRetryAfter('2027-04', now)).toBeNull()
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
    '::7f00:1',
    '::5efe:7f00:1',
    '2606:4700::5efe:a00:1',
    '2606:4700::200:5efe:a00:1',
    '2001:0:53aa:64c:0:7bff:80ff:fffe',
    '::ffff:0:7f00:1',
    '64:ff9b:1::7f00:1',
    '4000::1',
    'fec0::1',
    '192.0.2.1',
    '198.18.0.1',
    '240.0.0.1',
    '255.255.255.255',
  ])('[C-110] refuses %s', (address) => {
    expect(addressFault(address, { allowPrivateNetworks: false })).not.toBeNull()
  })

  it.each([
    '169.254.169.254',
    '::ffff:169.254.169.254',
    '64:ff9b::a9fe:a9fe',
    'fd00:ec2::254',
    'fd20:ce::254',
    '168.63.129.16',
    '::ffff:168.63.129.16',
    '2002:a83f:8110::',
    '2606:4700::5efe:a83f:8110',
    '100.100.100.200',
  ])('[C-110] refuses the metadata address %s even where private networks are allowed', (address) => {
    expect(addressFault(address, { allowPrivateNetworks: true })).not.toBeNull()
  })

  it('[C-110] refuses what the operator has denied, whatever carries it, and lets through what it allows of the private', () => {
    const policy = {
      allowPrivateNetworks: false,
      deniedNetworks: ['93.184.216.0/24', '10.8.9.9', '2606:4700::/32'],
      allowedNetworks: ['10.8.0.0/16', '169.254.0.0/16', 'fd12::/16'],
    }
    function passes(address: string): boolean {
      return addressFault(address, policy) === null
    }
    for (const address of ['93.184.216.34', '::ffff:93.184.216.34', '2606:4700::1111', '10.8.9.9', '169.254.169.254'])
      expect([address, passes(address)]).toEqual([address, false])
    for (const address of ['93.184.217.34', '10.8.1.1', '::ffff:10.8.1.1', 'fd12::1'])
      expect([address, passes(address)]).toEqual([address, true])
    expect(passes('10.9.0.1')).toBe(false)
    // An IPv4 address inside of an IPv6 one is what it leads to.
    for (const address of ['::10.8.1.1', '::a08:101']) expect([address, passes(address)]).toEqual([address, true])
    for (const address of ['::10.9.1.1', '::a09:101']) expect([address, passes(address)]).toEqual([address, false])
  })

  it('[C-110] says why, also of what is no address', () => {
    const open = { allowPrivateNetworks: false }
    expect(addressFault('nonsense', open)).toBe('is not an address')
    expect(addressFault('169.254.169.254', open)).toBe('is a metadata address')
    expect(addressFault('10.1.2.3', open)).toBe('is a private address')
    expect(addressFault('4000::1', open)).toBe('is outside of the global unicast range')
    expect(addressFault('93.184.216.34', { ...open, deniedNetworks: ['93.184.216.34'] })).toBe(
      'is in a network that the operator has denied',
    )
    expect(addressFault('93.184.216.35', { ...open, deniedNetworks: ['93.184.216.34'] })).toBeNull()
    for (const address of ['127.0.0.1', '10.1.2.3', 'fd12::1', '100.64.0.1'])
      expect(addressFault(address, { allowPrivateNetworks: true })).toBeNull()
    for (const address of ['224.0.0.1', '0.0.0.0', '240.0.0.1', '169.254.1.1'])
      expect(addressFault(address, { allowPrivateNetworks: true })).not.toBeNull()
  })

  it('[C-110] refuses the ports of databases, brokers and machines’ own controls, outside of development', async () => {
    const names = createNames({ servers: [] })
    async function at(port: number, allowPrivateNetworks: boolean): Promise<boolean> {
      const url = new URL(`https://93.184.216.34:${port}/`)
      return (await checkAddress({ url, organizationId: 'org_1' }, { allowPrivateNetworks, names })).ok
    }
    const services = `1080 1433 1521 2049 2181 2375 2376 2379 2380 3128 3306 3389 4369 5432 5672 5900 5984 5985 5986 6000 6379
      6443 6667 8500 9042 9092 9200 9300 10250 11211 15672 27017`
    for (const port of [22, 25, 79, 81, 442, 444, 1_023, ...services.split(/\s+/).map(Number)]) {
      expect([port, await at(port, false)]).toEqual([port, false])
      expect([port, await at(port, true)]).toEqual([port, true])
    }
    const plain = new URL('http://93.184.216.34:443/')
    expect(
      (await checkAddress({ url: plain, organizationId: 'org_1' }, { allowPrivateNetworks: false, names })).ok,
    ).toBe(true)
    for (const port of [80, 443, 1_024, 3_000, 8_080, 8_443, 50_000])
      expect([port, await at(port, false)]).toEqual([port, true])
  })

  it.each(['93.184.216.34', '2606:4700::1111', '64:ff9b::5db8:d822', '2002:5db8:d822::'])(
    'lets the public address %s through',
    (address) => {
      expect(addressFault(address, { allowPrivateNetworks: false })).toBeNull()
    },
  )

  it.each(['http://2130706433/', 'http://0x7f.1/', 'http://017700000001/', 'http://[::ffff:7f00:1]/', 'http://127.1/'])(
    '[C-110] sees through the spelling %s',
    async (url) => {
      const checked = await checkAddress(
        { url: new URL(url), organizationId: 'org_1' },
        { allowPrivateNetworks: false, names: createNames({ servers: [] }) },
      )
      expect(checked.ok).toBe(false)
    },
  )

  it('[C-110] refuses a name with any private address, and dials the address that it checked', async () => {
    function at(addresses: string[]) {
      return checkAddress(
        { url: new URL('https://partner.example/'), organizationId: 'org_1' },
        { allowPrivateNetworks: false, names: { resolve: async () => ok(addresses) } },
      )
    }
    expect((await at(['93.184.216.34', '10.0.0.1'])).ok).toBe(false)
    expect(await at(['93.184.216.34'])).toEqual({ ok: true, value: [{ address: '93.184.216.34', family: 4 }] })
    expect(await at(['2606:4700::1111'])).toEqual({ ok: true, value: [{ address: '2606:4700::1111', family: 6 }] })
  })

  it('has a name resolved for its organization, for as long as the attempt has time; a proxy resolves it itself', async () => {
    const asked: unknown[] = []
    const names = {
      resolve: async (...question: readonly unknown[]) => {
        asked.push(question)
        return ok(['93.184.216.34'])
      },
    }
    const { signal } = new AbortController()
    const url = new URL('https://partner.example/')
    await checkAddress({ url, organizationId: 'org_1', signal }, { allowPrivateNetworks: false, names })
    await checkAddress({ url, organizationId: 'org_1' }, { allowPrivateNetworks: false, names })
    expect(asked).toEqual([
      ['partner.example', { asker: 'org_1', signal }],
      ['partner.example', { asker: 'org_1', signal: null }],
    ])
    const proxied = { allowPrivateNetworks: false, names, proxyUrl: 'http://proxy.example/' }
    expect(await checkAddress({ url, organizationId: 'org_1' }, proxied)).toEqual({ ok: true, value: [] })
    const literal = new URL('https://[::1]/')
    expect((await checkAddress({ url: literal, organizationId: 'org_1' }, proxied)).ok).toBe(false)
    expect(asked).toHaveLength(2)
  })
})
