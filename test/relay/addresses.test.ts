import { describe, expect, it } from 'vitest'
import { ok } from '../../src/domain/result.ts'
import { addressFault } from '../../src/relay/addresses.ts'
import { createUrlCheck } from '../../src/relay/guard.ts'
import { publicKeyOf, signAsymmetric, signatureHeaders } from '../../src/relay/sign.ts'

const OPEN = { allowPrivateNetworks: true }
const CLOSED = { allowPrivateNetworks: false }

describe('[C-110] an address', () => {
  it.each([
    ['169.254.169.254', '169.254.170.2', '169.254.170.23', '169.254.42.42', '168.63.129.16', '100.100.100.200'],
    ['192.0.0.192', 'fd00:ec2::254', 'fd00:ec2::23', 'fd20:ce::254', 'fd00:42::42', 'fd00:c1::a9fe:a9fe'],
  ])('at which a cloud serves credentials is never one to dial: %s and so on', (...addresses) => {
    for (const address of addresses)
      for (const policy of [OPEN, CLOSED, { ...CLOSED, allowedNetworks: [address] }])
        expect([address, addressFault(address, policy)]).toEqual([address, 'is a metadata address'])
  })

  it.each([
    ['127.0.0.1', 'loopback'],
    ['::1', 'loopback'],
    ['10.1.2.3', 'private'],
    ['fd12::1', 'uniqueLocal'],
    ['100.64.0.1', 'carrierGradeNat'],
  ])('such as %s is told to be %s, and may be dialled in development', (address, range) => {
    expect(addressFault(address, CLOSED)).toBe(`is a ${range} address`)
    expect(addressFault(address, OPEN)).toBeNull()
  })

  it.each(['169.254.1.1', 'fe80::1', '224.0.0.1', 'ff02::1', '0.0.0.0', '::', '255.255.255.255', '240.0.0.1'])(
    'such as %s may not be dialled even there',
    (address) => {
      expect(addressFault(address, OPEN)).toMatch(/^is a \w+ address$/)
    },
  )

  it('is taken for one of ISATAP only with the whole of its mark', () => {
    for (const address of ['2606:4700::5efe:7f00:1', '2606:4700::200:5efe:7f00:1'])
      expect([address, addressFault(address, CLOSED)]).toEqual([address, 'is a loopback address'])
    for (const marks of ['100:5efe', '400:5efe', '1:5efe', '201:5efe', '0:5ffe', '0:5eff', '0:fe', '0:5e00', '1:fe'])
      expect([marks, addressFault(`2606:4700:0:0:${marks}:7f00:1`, CLOSED)]).toEqual([marks, null])
  })

  it('that is denied by itself is the only one of its kind', () => {
    const policy = { ...CLOSED, deniedNetworks: ['2606:4700::1111', '93.184.216.34'] }
    for (const address of ['2606:4700::1111', '93.184.216.34'])
      expect(addressFault(address, policy)).toBe('is in a network that the operator has denied')
    for (const address of ['2606:4700::1112', '2606:4700:1::1111', '93.184.216.35'])
      expect(addressFault(address, policy)).toBeNull()
  })
})

describe('[C-110] the check before a URL is stored', () => {
  const check = createUrlCheck({ ...CLOSED, names: { resolve: async () => ok(['93.184.216.34', '10.0.0.1']) } })

  it('says what is wrong, and nothing else when nothing is', async () => {
    expect(await check('https://93.184.216.34/', 'org_1')).toEqual({ ok: true, value: undefined })
    expect(await check('https://10.0.0.1/', 'org_1')).toEqual({ ok: false, error: '10.0.0.1 is a private address' })
    expect(await check('https://partner.example/', 'org_1')).toEqual({
      ok: false,
      error: 'partner.example is a private address',
    })
    expect(await check('https://partner.example:25/', 'org_1')).toEqual({
      ok: false,
      error: "port 25 is no receiver's",
    })
  })
})

describe('[C-103] the signatures of an endpoint with two kinds of keys', () => {
  const secret = `whsec_${Buffer.alloc(32, 7).toString('base64')}`
  const seed = Buffer.alloc(32, 9)
  const asymmetric = `whsk_${Buffer.concat([seed, publicKeyOf(seed)]).toString('base64')}`

  it('are of both kinds, key by key', () => {
    const asked = { eventId: 'evt_1', attemptedAtS: 1_999_999_999, body: '{"a":1}' }
    const own = signAsymmetric(asymmetric, 'evt_1.1999999999.{"a":1}')
    const both = signatureHeaders({ ...asked, keys: [{ secret, asymmetric }] })['webhook-signature']
    const plain = signatureHeaders({ ...asked, keys: [{ secret, asymmetric: null }] })
    expect(plain['webhook-signature']).toMatch(/^v1,\S+$/)
    expect(both).toBe(`${plain['webhook-signature']} ${own}`)
    expect(plain).toMatchObject({ 'webhook-id': 'evt_1', 'webhook-timestamp': '1999999999' })
  })
})
