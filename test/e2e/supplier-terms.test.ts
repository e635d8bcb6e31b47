import { describe, expect, it } from 'vitest'
import { admin } from '../support/admin.ts'
import type { TestDatabase } from '../support/database.ts'
import { type StartedGateway } from '../support/gateway.ts'
import { type HttpClient, httpClient, type Json } from '../support/http-client.ts'
import { bookingInput, httpJourney, prebookRoom, scenarioHotel } from '../support/journey.ts'
import { camelGuests, useBothFacades } from '../support/use-both-facades.ts'

let gateway: StartedGateway
let http: HttpClient
let database: TestDatabase

const { query, get } = useBothFacades((started) => {
  ;({ gateway, http, database } = started)
})

const CREATE = `mutation ($input: CreateBookingInput!) {
  createBooking(input: $input) {
    __typename
    ... on Problem { code }
    ... on SupplierTermsNotAcceptedProblem { supplierCode version supplierTermsUrl agentAgreementUrl acceptAt }
  }
}`

const AT = '/supplier-terms/expedia_rapid/accept'

/** Changes the terms of the sandbox's connection; what is remembered of it lasts two seconds. */
async function termsAre(changes: object): Promise<void> {
  await database.query(
    `UPDATE supplier_connections SET settings = jsonb_set(settings, '{supplierTerms}', settings->'supplierTerms' || $1)
     WHERE supplier_code = 'expedia_rapid'`,
    [JSON.stringify(changes)],
  )
  await expect
    .poll(async () => (await get('/supplier-terms')).terms[0], { timeout: 60_000 })
    .toMatchObject({ supplier_code: 'expedia_rapid', ...changes })
}

async function prebooked(): Promise<Json> {
  return (await prebookRoom(httpJourney(gateway), await scenarioHotel(gateway, 'cancel-free'))).offer
}

async function book(offer: Json, key: string): Promise<Json> {
  return (await http.post('/hotels/book', bookingInput(offer, 'INSTANT'), { 'idempotency-key': key })).body
}

describe('[R-21] a supplier whose terms an organization has to accept', () => {
  it('is not booked before, on either facade, and is booked afterwards, with the terms on offer and voucher', async () => {
    await termsAre({ demanded: true })
    const offer = await prebooked()
    const links = {
      supplier_terms_url: 'https://expedia-rapid.example/terms/en',
      agent_agreement_url: 'https://expedia-rapid.example/agents/en',
    }
    expect(offer.supplier_terms).toEqual({ ...links, text: null })
    expect(await book(offer, `terms-${Date.now()}`)).toMatchObject({
      code: 'SUPPLIER_TERMS_NOT_ACCEPTED',
      retryable: false,
      details: { supplier_code: 'expedia_rapid', version: '2026-01', ...links, accept_at: AT },
    })
    const input = { idempotencyKey: `terms-${Date.now()}`, ...camelGuests(bookingInput(offer, 'INSTANT')) }
    const { body: asked } = await http.post('/graphql', { query: CREATE, variables: { input } })
    expect(asked.data.createBooking).toEqual({
      __typename: 'SupplierTermsNotAcceptedProblem',
      code: 'SUPPLIER_TERMS_NOT_ACCEPTED',
      supplierCode: 'expedia_rapid',
      version: '2026-01',
      supplierTermsUrl: links.supplier_terms_url,
      agentAgreementUrl: links.agent_agreement_url,
      acceptAt: AT,
    })

    const accepted = await http.post(AT, { version: '2026-01' })
    expect([accepted.status, accepted.body.data.accepted_by_key_id]).toEqual([200, (await get('/me')).key_id])
    expect((await query('supplierTerms')).terms[0].acceptedAt).toBe(accepted.body.data.accepted_at)
    const { booking_id: id } = (await book(offer, `terms-${Date.now()}-yes`)).data
    await expect.poll(async () => (await get(`/hotels/book/${id}`)).status, { timeout: 60_000 }).toBe('CONFIRMED')
    expect((await get(`/hotels/book/${id}/details`)).voucher.supplier_terms).toEqual(offer.supplier_terms)
  })

  it('is asked for again with a new version, which only a key with the scope keys accepts', async () => {
    await termsAre({ version: '2026-02', demanded: true })
    const offer = await prebooked()
    expect(await book(offer, `again-${Date.now()}`)).toMatchObject({ details: { version: '2026-02' } })
    const { keys } = await get('/keys')
    const { key_id: own } = keys.find((key: Json) => key.is_current)
    const rolled = await http.post(`/keys/${own}/roll`, { scopes: ['search', 'bookings:write'] })
    const clerk = httpClient({ url: gateway.url, apiKey: rolled.body.data.api_key })
    expect((await clerk.get('/supplier-terms')).body.data.terms[0]).toMatchObject({ accepted_at: null })
    const refused = await clerk.post(AT, { version: '2026-02' })
    expect([refused.status, refused.body.details]).toEqual([403, { required_scope: 'keys' }])
    const old = await http.post(AT, { version: '2026-01' })
    expect([old.status, old.body.details.issues[0].path]).toEqual([400, 'version'])
    const other = await http.post('/supplier-terms/hotelbeds/accept', { version: '1' })
    expect([other.status, other.body.details.issues[0].path]).toEqual([400, 'supplier_code'])
    const accept = ['organization', 'accept-terms', '--id', 'org_sandbox', '--supplier', 'expedia_rapid', '--as', 'ada']
    await expect(admin(database, ...accept, '--version', '2026-01')).rejects.toThrow(/version in force is 2026-02/)
    await admin(database, ...accept, '--version', '2026-02')
    expect((await book(offer, `again-${Date.now()}-yes`)).data.status).toMatch(/CONFIRMED|PROCESSING/)
    const [shown] = await admin(database, 'organization', 'terms', '--id', 'org_sandbox')
    expect(shown).toMatchObject({ version: '2026-02', demanded: true, actor: 'operator:ada', ip: null })
    const entries = await admin(database, 'audit', 'list', '--action', 'terms.accept')
    expect(entries.map(({ actor }) => actor)).toEqual(['operator:ada', `key:${own}`])
  })
})

describe('[X-03] how an organization sells', () => {
  it('is set by the operator, refused when misspelt, and told on both facades', async () => {
    const set = ['organization', 'set', '--id', 'org_sandbox']
    await expect(admin(database, ...set, '--selling-price', 'hid')).rejects.toThrow(/tell or hide/)
    await expect(admin(database, ...set, '--closed-user-group', 'true')).rejects.toThrow(/yes or no/)
    await admin(database, ...set, '--selling-price', 'hide', '--closed-user-group', 'yes')
    await expect
      .poll(() => get('/me'), { timeout: 60_000 })
      .toMatchObject({ selling_price_rule: 'HIDE', closed_user_group: true })
    expect(await query('me')).toMatchObject({ sellingPriceRule: 'HIDE', closedUserGroup: true })
  })
})
