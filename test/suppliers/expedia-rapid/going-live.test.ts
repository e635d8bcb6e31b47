import { beforeEach, describe, expect, it } from 'vitest'
import type { RoomRate } from '../../../src/domain/rate.ts'
import { SCENARIOS } from '../../../src/sandbox/scenarios.ts'
import { SANDBOX_CREDENTIALS } from '../../../src/sandbox/suppliers/credentials.ts'
import { checkConnection } from '../../../src/suppliers/expedia-rapid/connection.ts'
import { expediaRapid } from '../../../src/suppliers/expedia-rapid/index.ts'
import { confirmHold } from '../../../src/suppliers/expedia-rapid/itinerary.ts'
import { useRapidSandbox } from '../../support/rapid-sandbox.ts'

/** What Expedia demands of an integration before it goes live, by the ids of its list. */
const sandbox = useRapidSandbox()
const { sent, question } = sandbox

function scenario(slug: string): string {
  return SCENARIOS.find((one) => one.slug === slug)?.supplierHotelId ?? ''
}

const PROFILE = {
  partnerPointOfSale: 'SANDBOX_B2B_DIR',
  billingTerms: 'EAC',
  paymentTerms: 'NET_30',
  platformName: 'SANDBOX',
}

const PAYOR = {
  given_name: 'Zoë',
  family_name: 'Payer',
  address: { line_1: '1 Strand', city: 'London', postal_code: 'WC2N 5HX', country_code: 'GB' },
}

beforeEach(() => {
  sent.length = 0
})

function faultsOf(settings: Record<string, unknown>, baseUrl?: string): readonly string[] {
  const connection = { credentials: SANDBOX_CREDENTIALS.expedia_rapid, settings }
  return checkConnection(baseUrl === undefined ? connection : { ...connection, baseUrl })
}

describe('the profile of the contract', () => {
  const hotel = scenario('cancel-free')

  it('[R-01] goes with availability and content, and is carried by the links that follow', async () => {
    const account = { account: 'profile', settings: PROFILE }
    const found = await expediaRapid.search(sandbox.call(account), { ...question, supplierHotelIds: [hotel] })
    expect(found.ok && found.value.quotes).toHaveLength(1)
    const described = await expediaRapid.describeHotel?.(sandbox.call(account), hotel)
    expect(described?.ok).toBe(true)
    const [rate] = await sandbox.rooms(hotel, account)
    const { outcome } = await sandbox.book(rate as RoomRate, account)
    expect(outcome.outcome).toBe('ACCEPTED')
    const named = sent.filter(({ url }) => new URL(url).searchParams.has('partner_point_of_sale'))
    expect(named.map(({ operation }) => operation)).toEqual(['search', 'describe_hotel', 'rooms'])
  })

  it.each([
    ['lacks', {}],
    ['is another', { ...PROFILE, billingTerms: 'OTHER' }],
  ])('[R-01] refuses the call where it %s', async (_what, settings) => {
    const call = sandbox.call({ account: 'profile', settings })
    const found = await expediaRapid.search(call, { ...question, supplierHotelIds: [hotel] })
    expect(found).toMatchObject({ ok: false, error: { httpStatus: 403, supplierErrorCode: 'request_unauthorized' } })
  })
})

describe('the traveller', () => {
  const strict = { account: 'strict-traveller', sessionId: 'sess_1' } as const

  it('[R-02] is told by the own address, the same from the price check to the booking', async () => {
    const [rate] = await sandbox.rooms(scenario('hold'), { ...strict, customerIp: '81.2.69.142' })
    const { outcome } = await sandbox.book(rate as RoomRate, { ...strict, customerIp: '81.2.69.142' })
    expect(outcome.outcome).toBe('ACCEPTED')
    const rates = expediaRapid.rooms(sandbox.call({ ...strict, customerIp: '192.0.2.1' }), {
      ...question,
      supplierHotelId: scenario('hold'),
    })
    expect(await rates).toMatchObject({ ok: false, error: { httpStatus: 400 } })
  })

  it('[R-03] has one session from the first rooms to the cancellation', async () => {
    const session = { sessionId: 'sess_of_ada' }
    const [rate] = await sandbox.rooms(scenario('cancel-free'), session)
    const { reference } = await sandbox.book(rate as RoomRate, session)
    await expediaRapid.retrieve(sandbox.call(session), reference)
    await expediaRapid.cancel(sandbox.call(session), reference)
    const stored = await sandbox.state.get('itinerary', reference.supplierBookingId ?? '')
    expect(stored).toMatchObject({ sessions: ['sess_of_ada'] })
  })

  it('[R-02] is named by the agent of the device, where the partner tells it', async () => {
    const [told, none] = [{ userAgent: 'Mozilla/5.0 (Ada)' }, { userAgent: 'a\nb' }]
    await sandbox.rooms(scenario('hold'), told)
    await sandbox.rooms(scenario('hold'), none)
    const agents = sent.map(({ headers }) => headers['user-agent'])
    expect(agents).toEqual(['Mozilla/5.0 (Ada)', 'hotel-distribution-gateway/1'])
  })
})

describe('the outcomes of the review', () => {
  async function outcomeOf(operation: string, value: string) {
    const forced = { settings: { testHeader: { [operation]: value } } }
    const call = sandbox.call(forced)
    const hotel = scenario('hold')
    const shop = { ...question, supplierHotelId: hotel }
    if (operation === 'search') return expediaRapid.search(call, { ...question, supplierHotelIds: [hotel] })
    if (operation === 'rooms') return expediaRapid.rooms(call, shop)
    const rate = (await sandbox.rooms(hotel))[0] as RoomRate
    if (operation === 'price_check') return expediaRapid.checkPrice(call, { ...shop, rate })
    if (operation === 'book') return (await sandbox.book(rate, forced)).outcome
    const { reference } = await sandbox.book(rate)
    if (operation === 'find') return expediaRapid.find(call, reference)
    if (operation === 'retrieve') return expediaRapid.retrieve(call, reference)
    if (operation === 'cancel') return expediaRapid.cancel(call, reference)
    const supplierPayload = { ...reference.supplierPayload, resumeHref: '/v3/itineraries/1?token=a' }
    return confirmHold(call, { ...reference, supplierPayload })
  }

  const SERVER = { ok: false, error: { kind: 'SERVER_ERROR' } }
  const UNKNOWN = { outcome: 'UNKNOWN' }

  it.each([
    ['search', 'standard', { ok: true }],
    ['search', 'service_unavailable', SERVER],
    ['rooms', 'unknown_internal_error', SERVER],
    ['price_check', 'available', { ok: true, value: { available: true } }],
    ['price_check', 'price_changed', { ok: true, value: { available: true } }],
    ['price_check', 'sold_out', { ok: true, value: { available: false } }],
    ['price_check', 'service_unavailable', SERVER],
    ['price_check', 'unknown_internal_error', SERVER],
    ['book', 'standard', { outcome: 'ACCEPTED' }],
    ['book', 'complete_payment_session', UNKNOWN],
    ['book', 'service_unavailable', UNKNOWN],
    ['book', 'internal_server_error', UNKNOWN],
    ['book', 'price_mismatch', { outcome: 'REFUSED', refusal: { reason: 'PRICE_CHANGED' } }],
    ['book', 'cc_declined', { outcome: 'REFUSED', refusal: { reason: 'PAYMENT_DECLINED' } }],
    ['book', 'rooms_unavailable', { outcome: 'REFUSED', refusal: { reason: 'SOLD_OUT' } }],
    ['find', 'internal_server_error', SERVER],
    ['retrieve', 'service_unavailable', SERVER],
    ['confirm_hold', 'service_unavailable', UNKNOWN],
    ['confirm_hold', 'internal_server_error', UNKNOWN],
    ['cancel', 'standard', { outcome: 'ACCEPTED' }],
    ['cancel', 'service_unavailable', UNKNOWN],
    ['cancel', 'unknown_internal_error', UNKNOWN],
    ['cancel', 'post_stay_cancel', UNKNOWN],
  ])('[R-04] %s plays %s', async (operation, value, expected) => {
    expect(await outcomeOf(operation, value)).toMatchObject(expected)
  })

  it('[R-04] are asked of the test host only', async () => {
    const settings = { testHeader: { book: 'cc_declined' }, billingContact: PAYOR }
    expect(faultsOf(settings, 'https://test.ean.com')).toEqual([])
    expect(faultsOf(settings, 'https://api.ean.com')).toEqual(['testHeader: is for the test host only'])
    expect(faultsOf({ testHeader: { search: 'sold_out' } })).toHaveLength(1)
  })
})

describe('the payor', () => {
  it('[R-05] is who holds the contract, never the guest', async () => {
    const [rate] = await sandbox.rooms(scenario('hold'))
    const { outcome } = await sandbox.book(rate as RoomRate, { settings: { billingContact: PAYOR } })
    expect(outcome.outcome).toBe('ACCEPTED')
    const { payments, rooms } = JSON.parse(sent.at(-1)?.body ?? '')
    expect(payments).toEqual([{ type: 'affiliate_collect', billing_contact: PAYOR }])
    expect(rooms[0]).toMatchObject({ given_name: 'Ada', family_name: 'Lovelace' })
  })

  it('[R-05] has a whole address, by its country, in letters that Rapid takes', () => {
    function named(address: object, given_name = 'Zoë'): readonly string[] {
      const billingContact = { given_name, family_name: 'Payer', address: { line_1: '1', city: 'X', ...address } }
      return faultsOf({ billingContact }).map((fault) => fault.split(':')[0] ?? '')
    }
    const at = 'billingContact.address'
    expect(named({ country_code: 'DE' })).toEqual([])
    expect(named({ country_code: 'GB' })).toEqual([`${at}.postal_code`])
    expect(named({ country_code: 'AU' })).toEqual([`${at}.state_province_code`])
    expect(named({ country_code: 'US' })).toEqual([`${at}.state_province_code`, `${at}.postal_code`])
    expect(named({ country_code: 'DE' }, '東京')).toEqual(['billingContact.given_name'])
  })

  it('[X-05] is refused with a name that nobody knows, at any depth', () => {
    const address = { ...PAYOR.address, zip: '1' }
    expect(faultsOf({ billingContact: { ...PAYOR, address } })).toHaveLength(1)
  })

  it('[R-05] is required for production, where nothing is booked without one', async () => {
    expect(faultsOf({}, 'https://api.ean.com')).toEqual(['billingContact: is required for production'])
    const [rate] = await sandbox.rooms(scenario('hold'))
    const checked = await sandbox.checked(rate as RoomRate)
    const call = sandbox.call()
    const production = { ...call, connection: { ...call.connection, baseUrl: 'https://api.ean.com' } }
    sent.length = 0
    const { request } = await sandbox.book(checked)
    const before = sent.length
    expect(await expediaRapid.book(production, request)).toMatchObject({ outcome: 'REFUSED' })
    expect(sent).toHaveLength(before)
  })

  it('[R-05] is refused by Rapid without a postal code', async () => {
    const [rate] = await sandbox.rooms(scenario('hold'))
    const checked = await sandbox.checked(rate as RoomRate)
    const { request } = await sandbox.book(checked)
    const call = sandbox.call()
    const spoilt = {
      ...call,
      fetch: (one: Parameters<typeof call.fetch>[0]) => {
        const body = JSON.parse(one.body ?? '{}')
        delete body.payments[0].billing_contact.address.postal_code
        return call.fetch({ ...one, body: JSON.stringify({ ...body, affiliate_reference_id: 'ANOTHER' }) })
      },
    }
    await expediaRapid.book(spoilt, request)
    expect(sandbox.answers.at(-1)).toMatchObject({
      type: 'invalid_input',
      errors: [{ fields: [{ name: 'payments.billing_contact.address.postal_code' }] }],
    })
  })
})
