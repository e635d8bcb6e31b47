import { beforeEach, describe, expect, it } from 'vitest'
import { contractTerms, withContractTerms } from '../../../src/domain/supplier-terms.ts'
import { says } from '../../support/desk.ts'
import { connectDesk, deskRate, prebookFirst } from '../../support/desk-sells.ts'
import type { Json } from '../../support/http-client.ts'
import { bookingInput, caller, OURS } from '../../support/partner.ts'
import { type Booker, useOneBooker } from '../../support/use-one-booker.ts'

let booker: Booker

useOneBooker(
  (started) => {
    booker = started
  },
  { connected: ['desk'] },
)

const TERMS = {
  version: '2026-01',
  supplierTermsUrl: 'https://desk.example/terms/{language}',
  agentAgreementUrl: 'https://desk.example/agents/{language}',
}

/** Connects the desk with terms; what is remembered of a connection's settings lasts two seconds. */
async function termsOf(terms: object): Promise<void> {
  await connectDesk(booker, 'desk', { supplierTerms: terms })
  await expect.poll(async () => (await listed())[0], { timeout: 60_000 }).toMatchObject({ demanded: false, ...terms })
}

async function listed(): Promise<Json[]> {
  const answer: Json = await booker.gateway.listSupplierTerms(caller(), {})
  // Links are in the caller's language, and compared with what was stored.
  return answer.value.terms.map((one: Json) => ({
    ...one,
    supplierTermsUrl: one.supplierTermsUrl?.replace(/\/de$/, '/{language}'),
    agentAgreementUrl: one.agentAgreementUrl?.replace(/\/de$/, '/{language}'),
  }))
}

function accept(version: string, as: object = {}): Promise<Json> {
  return booker.gateway.acceptSupplierTerms(caller(as), { supplierCode: 'desk', version })
}

beforeEach(async () => {
  await booker.query('DELETE FROM terms_acceptances')
  booker.desk.says('book', says({}))
})

describe('[R-21] terms that a supplier demands to be accepted', () => {
  it('keep bookings away until the organization has accepted them, and say where', async () => {
    await termsOf({ ...TERMS, demanded: true })
    const offerId = await booker.offer()
    const refused = await booker.create(offerId)
    expect(refused).toMatchObject({
      ok: false,
      error: {
        code: 'SUPPLIER_TERMS_NOT_ACCEPTED',
        status: 403,
        retryable: false,
        details: {
          supplierCode: 'desk',
          version: '2026-01',
          supplierTermsUrl: 'https://desk.example/terms/de',
          agentAgreementUrl: 'https://desk.example/agents/de',
          acceptAt: '/supplier-terms/desk/accept',
        },
      },
    })
    expect(booker.desk.asked).toEqual([])
    const accepted = await accept('2026-01', { actor: 'key:key_1', ip: '203.0.113.5' })
    expect(accepted).toMatchObject({ ok: true, value: { version: '2026-01', acceptedByKeyId: 'key_1' } })
    expect((await booker.create(offerId)).ok).toBe(true)
  })

  it('are recorded once, with who accepted which version from where and when, in the audit log too', async () => {
    await termsOf({ ...TERMS, demanded: true })
    const first = await accept('2026-01', { actor: 'key:key_1', ip: '203.0.113.5' })
    const again = await accept('2026-01', { actor: 'key:key_2', ip: '203.0.113.6' })
    expect(again.value).toEqual(first.value)
    expect(await booker.query('SELECT * FROM terms_acceptances')).toMatchObject([
      {
        organization_id: OURS,
        environment: 'sandbox',
        supplier_code: 'desk',
        version: '2026-01',
        actor: 'key:key_1',
        ip: '203.0.113.5',
        accepted_at: new Date(first.value.acceptedAt),
      },
    ])
    const entries = await booker.query(`SELECT actor, subject, details FROM audit_log WHERE action = 'terms.accept'`)
    expect(entries.at(-1)).toMatchObject({
      actor: 'key:key_1',
      subject: 'desk',
      details: { after: { version: '2026-01', ip: '203.0.113.5' } },
    })
  })

  it('are asked for again with a new version; an old or unknown one cannot be accepted', async () => {
    await termsOf({ ...TERMS, demanded: true })
    await accept('2026-01')
    await termsOf({ ...TERMS, version: '2026-02', demanded: true })
    const offerId = await booker.offer()
    expect(await booker.create(offerId)).toMatchObject({
      error: { code: 'SUPPLIER_TERMS_NOT_ACCEPTED', details: { version: '2026-02' } },
    })
    expect(await accept('2026-01')).toMatchObject({
      error: { code: 'VALIDATION_ERROR', details: { issues: [{ path: 'version' }] } },
    })
    expect(await booker.gateway.acceptSupplierTerms(caller(), { supplierCode: 'nobody', version: '1' })).toMatchObject({
      error: { code: 'VALIDATION_ERROR', details: { issues: [{ path: 'supplier_code' }] } },
    })
    await accept('2026-02')
    expect((await booker.create(offerId)).ok).toBe(true)
  })

  it('are told, and not demanded, where nobody asks for it in the sandbox', async () => {
    await termsOf(TERMS)
    expect((await booker.create(await booker.offer())).ok).toBe(true)
  })

  it('do not keep a key’s own booking away when it is asked for again', async () => {
    await termsOf(TERMS)
    const offerId = await booker.offer()
    const input = bookingInput(offerId)
    const booked: Json = await booker.gateway.createBooking(caller(), input, 'the-same-key')
    await termsOf({ ...TERMS, demanded: true })
    const replayed: Json = await booker.gateway.createBooking(caller(), input, 'the-same-key')
    expect(replayed.value).toMatchObject({
      replayed: true,
      booking: { bookingId: booked.value.booking.bookingId },
    })
  })

  it('are shown with the offer in the guest’s language, beside what the rate itself says', async () => {
    await termsOf(TERMS)
    const own = { supplierTermsUrl: 'https://desk.example/own', agentAgreementUrl: null, text: 'No pets.' }
    booker.desk.says('rooms', says({ rates: [deskRate()], droppedRates: 0 }))
    booker.desk.says('price_check', says({ available: true, rate: deskRate({ supplierTerms: own }) }))
    expect((await prebookFirst(booker)).value.offer.supplierTerms).toEqual({
      ...own,
      agentAgreementUrl: 'https://desk.example/agents/de',
    })
  })
})

describe('[R-21] the terms of a contract', () => {
  it('are demanded in production of suppliers that demand them, also where nobody has stored a version', () => {
    const production = { demands: true, environment: 'production' }
    expect(contractTerms(null, production)).toMatchObject({ version: '1', demanded: true })
    expect(contractTerms(TERMS, production)).toMatchObject({ version: '2026-01', demanded: true })
    expect(contractTerms(TERMS, { demands: true, environment: 'sandbox' })).toMatchObject({ demanded: false })
    expect(contractTerms(TERMS, { demands: false, environment: 'production' })).toMatchObject({ demanded: false })
    expect(contractTerms(null, { demands: false, environment: 'production' })).toBeNull()
  })

  it('add nothing to a rate where there are none', () => {
    expect(withContractTerms(null, null, 'en')).toBeNull()
    expect(
      withContractTerms(null, contractTerms({ version: '1' }, { demands: false, environment: '' }), 'en'),
    ).toBeNull()
  })
})
