import { generateKeyPairSync, sign } from 'node:crypto'
import { afterAll, beforeAll, describe, expect, expectTypeOf, it } from 'vitest'
import {
  type BookingStatusData,
  type HotelGateway,
  verifyWebhook,
  WebhookVerificationError,
} from '../../packages/client/src/index.ts'
import { type ReceivedWebhook, type Receiver, startReceiver } from '../support/receiver.ts'
import { bookingOf, offerOf, useClients } from './use-client.ts'

const { connect } = useClients()

let client: HotelGateway
let receiver: Receiver
let secret: string
let publicKey: string
let endpoint_id: string
/** A booking's confirmation as the gateway sent it. */
let sent: ReceivedWebhook

beforeAll(async () => {
  client = connect().client
  receiver = await startReceiver()
  const endpoint = await client.createWebhookEndpoint({ url: receiver.url, asymmetric: true })
  ;({ endpoint_id } = endpoint)
  secret = endpoint.signing_secret ?? ''
  publicKey = endpoint.public_key ?? ''
  await client.createBooking(bookingOf(await offerOf(client, 'confirm'), 'INSTANT'))
  sent = await receiver.waitFor(({ event }) => event.type === 'booking.confirmed')
})

afterAll(async () => {
  await receiver?.close()
})

async function faultOf(verified: Promise<unknown>): Promise<string> {
  const error = await verified.then(
    () => null,
    (fault: unknown) => fault,
  )
  if (!(error instanceof WebhookVerificationError)) throw new Error(`no fault: ${String(error)}`)
  return error.reason
}

/** The signatures of a webhook, with others in their place. */
function signedWith(signatures: string) {
  return { ...sent.headers, 'webhook-signature': signatures }
}

function signaturesOf({ headers }: ReceivedWebhook): string[] {
  return String(headers['webhook-signature']).split(' ')
}

describe('a webhook of the gateway', () => {
  it('is verified by its secret, and typed', async () => {
    const event = await verifyWebhook({ secret, headers: sent.headers, body: sent.body })
    if (event.type !== 'booking.confirmed') throw new Error(event.type)
    expectTypeOf(event.data.booking).toEqualTypeOf<BookingStatusData>()
    expect(event.data.booking.status).toBe('CONFIRMED')
  })

  it('is verified as bytes, and with the headers of fetch', async () => {
    const headers = new Headers(Object.entries(sent.headers).map(([name, value]) => [name, String(value)]))
    const body = new TextEncoder().encode(sent.body)
    expect(await verifyWebhook({ secret, headers, body })).toMatchObject({ type: 'booking.confirmed' })
    const upper = Object.fromEntries([...headers].map(([name, value]) => [name.toUpperCase(), value]))
    expect(await verifyWebhook({ secret, headers: upper, body })).toMatchObject({ type: 'booking.confirmed' })
  })

  it('is verified by its public key alone', async () => {
    expect(await verifyWebhook({ publicKey, headers: sent.headers, body: sent.body })).toMatchObject({
      type: 'booking.confirmed',
    })
    const { publicKey: other } = generateKeyPairSync('ed25519')
    const raw = other.export({ format: 'der', type: 'spki' }).subarray(-32).toString('base64')
    const verified = verifyWebhook({ publicKey: `whpk_${raw}`, headers: sent.headers, body: sent.body })
    expect(await faultOf(verified)).toBe('WRONG_SIGNATURE')
  })

  it('is verified by the older and by the newer secret while they rotate', async () => {
    const rotated = await client.rotateWebhookSecret({ endpoint_id, grace_period_seconds: 600 })
    await client.testWebhookEndpoint({ endpoint_id })
    const { headers, body } = await receiver.waitFor(({ event }) => event.type === 'webhook.test')
    const newer = rotated.signing_secret ?? ''
    for (const keys of [{ secret }, { secret: newer }, { secrets: [newer, secret] }])
      expect(await verifyWebhook({ ...keys, headers, body })).toMatchObject({ data: { endpoint_id } })
    expect(await verifyWebhook({ publicKey: rotated.public_key ?? '', headers, body })).toMatchObject({
      type: 'webhook.test',
    })
    const old = verifyWebhook({ secret: newer, headers: sent.headers, body: sent.body })
    expect(await faultOf(old)).toBe('WRONG_SIGNATURE')
  })
})

describe('what is not taken', () => {
  const OTHER = `whsec_${Buffer.alloc(32, 7).toString('base64')}`

  it('another secret, a changed body, id or time', async () => {
    const { headers, body } = sent
    expect(await faultOf(verifyWebhook({ secret: OTHER, headers, body }))).toBe('WRONG_SIGNATURE')
    const changed = body.replace('CONFIRMED', 'CANCELLED')
    expect(await faultOf(verifyWebhook({ secret, headers, body: changed }))).toBe('WRONG_SIGNATURE')
    expect(await faultOf(verifyWebhook({ secret, headers, body: `${body} ` }))).toBe('WRONG_SIGNATURE')
    const renamed = { ...headers, 'webhook-id': 'evt_other' }
    expect(await faultOf(verifyWebhook({ secret, headers: renamed, body }))).toBe('WRONG_SIGNATURE')
    const later = { ...headers, 'webhook-timestamp': String(Number(headers['webhook-timestamp']) + 1) }
    expect(await faultOf(verifyWebhook({ secret, headers: later, body }))).toBe('WRONG_SIGNATURE')
  })

  it('one that is too old, or from the future', async () => {
    const { headers, body } = sent
    const at = Number(headers['webhook-timestamp']) * 1_000
    const all = { secret, headers, body }
    expect(await verifyWebhook({ ...all, now: at + 300_000 })).toMatchObject({ type: 'booking.confirmed' })
    expect(await verifyWebhook({ ...all, now: at - 300_000 })).toMatchObject({ type: 'booking.confirmed' })
    expect(await faultOf(verifyWebhook({ ...all, now: at + 301_000 }))).toBe('TOO_OLD')
    expect(await faultOf(verifyWebhook({ ...all, now: at - 301_000 }))).toBe('FROM_THE_FUTURE')
    expect(await faultOf(verifyWebhook({ ...all, now: at + 61_000, toleranceSeconds: 60 }))).toBe('TOO_OLD')
    const undated = { ...headers, 'webhook-timestamp': 'now' }
    expect(await faultOf(verifyWebhook({ ...all, headers: undated }))).toBe('TOO_OLD')
  })

  it('one of any age, because the tolerance is no number', async () => {
    const { headers, body } = sent
    for (const wrong of [{ toleranceSeconds: Number.NaN }, { toleranceSeconds: Infinity }, { now: Number.NaN }])
      await expect(verifyWebhook({ secret, headers, body, ...wrong })).rejects.toThrow(TypeError)
  })

  it('the right signature behind ten others, each of which costs a pass over the body', async () => {
    const [right = ''] = signaturesOf(sent)
    const wrong = `v1,${Buffer.alloc(32).toString('base64')}`
    const { body } = sent
    function behind(others: number) {
      return verifyWebhook({ secret, headers: signedWith([...Array(others).fill(wrong), right].join(' ')), body })
    }
    expect(await behind(9)).toMatchObject({ type: 'booking.confirmed' })
    expect(await faultOf(behind(10))).toBe('WRONG_SIGNATURE')
  })

  it('one without a header', async () => {
    for (const name of ['webhook-id', 'webhook-timestamp', 'webhook-signature']) {
      const headers = { ...sent.headers, [name]: undefined }
      expect(await faultOf(verifyWebhook({ secret, headers, body: sent.body }))).toBe('HEADER_MISSING')
    }
  })

  it('signatures of another version, or of none, or cut short', async () => {
    const [hmac = '', ed25519 = ''] = signaturesOf(sent)
    expect(hmac).toMatch(/^v1,/)
    expect(ed25519).toMatch(/^v1a,/)
    const { body } = sent
    for (const wrong of [hmac.slice('v1,'.length), hmac.replace('v1,', 'v2,'), hmac.slice(0, -8), 'v1,', 'v1,*'])
      expect(await faultOf(verifyWebhook({ secret, headers: signedWith(wrong), body }))).toBe('WRONG_SIGNATURE')
    // A public key is known to everybody: what it verifies must never be an HMAC made with it.
    const relabelled = ed25519.replace('v1a,', 'v1,')
    expect(await faultOf(verifyWebhook({ secret, headers: signedWith(relabelled), body }))).toBe('WRONG_SIGNATURE')
    const right = signedWith(`v1,AAAA v9,x ${hmac}`)
    expect(await verifyWebhook({ secret, headers: right, body })).toMatchObject({ type: 'booking.confirmed' })
  })

  it('what is signed and no event', async () => {
    const { privateKey, publicKey: known } = generateKeyPairSync('ed25519')
    const raw = known.export({ format: 'der', type: 'spki' }).subarray(-32).toString('base64')
    const at = Math.floor(Date.now() / 1_000)
    for (const body of ['[]', 'null', 'hello', '{"type":7}']) {
      const signature = sign(null, Buffer.from(`evt_1.${at}.${body}`), privateKey).toString('base64')
      const headers = {
        'webhook-id': 'evt_1',
        'webhook-timestamp': String(at),
        'webhook-signature': `v1a,${signature}`,
      }
      expect(await faultOf(verifyWebhook({ publicKey: `whpk_${raw}`, headers, body }))).toBe('NOT_AN_EVENT')
    }
  })

  it('calls without a usable secret, or with a body that was parsed', async () => {
    const { headers, body } = sent
    await expect(verifyWebhook({ headers, body })).rejects.toThrow(TypeError)
    await expect(verifyWebhook({ secrets: [], headers, body })).rejects.toThrow(TypeError)
    for (const empty of ['', 'whsec_', 'whsec_*'])
      await expect(verifyWebhook({ secret: empty, headers, body })).rejects.toThrow(TypeError)
    const parsed = JSON.parse(body) as unknown as string
    await expect(verifyWebhook({ secret, headers, body: parsed })).rejects.toThrow(TypeError)
  })
})
