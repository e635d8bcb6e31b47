import { afterEach, describe, expect, it } from 'vitest'
import type { SellingPrice } from '../../../src/domain/selling.ts'
import { says } from '../../support/desk.ts'
import { connectDesk, deskRate, prebookFirst } from '../../support/desk-sells.ts'
import type { Json } from '../../support/http-client.ts'
import { TOTAL } from '../../support/offered.ts'
import { caller, OURS } from '../../support/partner.ts'
import { type Booker, useOneBooker } from '../../support/use-one-booker.ts'

let booker: Booker

useOneBooker(
  (started) => {
    booker = started
  },
  { connected: ['desk'] },
)

/** The price of an open channel, above what the rate costs. */
const ABOVE: SellingPrice = {
  minimum: { amountMinor: TOTAL.amountMinor + 1, currency: TOTAL.currency },
  suggested: null,
  maximum: null,
  binding: true,
  openChannelsOnly: true,
  source: null,
}

function me(): Promise<Json> {
  return booker.gateway.getMe(caller(), {})
}

/** Changes how our organization sells; what is remembered of it lasts two seconds. */
async function rules(closedUserGroup: boolean, sellingPriceRule: 'TELL' | 'HIDE'): Promise<void> {
  await booker.query('UPDATE organizations SET closed_user_group = $2, selling_price_rule = $3 WHERE id = $1', [
    OURS,
    closedUserGroup,
    sellingPriceRule,
  ])
  await expect
    .poll(async () => (await me()).value, { timeout: 60_000 })
    .toMatchObject({ closedUserGroup, sellingPriceRule })
}

async function enable(isEnabled: boolean): Promise<void> {
  await booker.query('UPDATE organization_suppliers SET enabled = $1', [isEnabled])
  await expect.poll(async () => (await me()).value.suppliers.length, { timeout: 60_000 }).toBe(isEnabled ? 1 : 0)
}

async function prebooked(sellingPrice: SellingPrice | null): Promise<Json> {
  const rate = deskRate({ sellingPrice })
  booker.desk.says('rooms', says({ rates: [rate], droppedRates: 0 }))
  booker.desk.says('price_check', says({ available: true, rate, announced: [] }))
  booker.desk.says('book', says({}))
  const { value } = await prebookFirst(booker)
  expect(value.status).toBe('AVAILABLE')
  booker.desk.asked.splice(0)
  return value.offer
}

function create({ offerId, allocations }: Json): Promise<Json> {
  const [{ allocationId }] = allocations
  return booker.create(offerId, {
    guests: [{ allocationId, type: 'ADULT', givenName: 'Ada', familyName: 'Lovelace' }],
  })
}

function refusal(message: RegExp): object {
  return { ok: false, error: { code: 'OFFER_NOT_FOUND', status: 404, message: expect.stringMatching(message) } }
}

describe('[C-062] an offer is not booked any more', () => {
  afterEach(async () => {
    await enable(true)
    await rules(false, 'TELL')
  })

  it('when the operator has switched its supplier off, and its terms do not matter then', async () => {
    const offer = await prebooked(null)
    await connectDesk(booker, 'desk', { supplierTerms: { version: '2026-01', demanded: true } })
    await enable(false)
    expect(await create(offer)).toMatchObject(refusal(/its supplier is no longer sold/))
    expect(booker.desk.asked).toEqual([])
    await connectDesk(booker, 'desk')
    await enable(true)
    expect((await create(offer)).ok).toBe(true)
  })

  it.each<[string, [boolean, 'TELL' | 'HIDE'], [boolean, 'TELL' | 'HIDE']]>([
    ['hides rates that break a binding price', [false, 'TELL'], [false, 'HIDE']],
    ['sells openly, whom a price binds that was a hint for its closed group', [true, 'HIDE'], [false, 'HIDE']],
  ])('when the organization now %s', async (_, before, after) => {
    await rules(...before)
    const offer = await prebooked(ABOVE)
    await rules(...after)
    expect(await create(offer)).toMatchObject(refusal(/no longer sells its rate/))
    expect(booker.desk.asked).toEqual([])
    await rules(...before)
    expect((await create(offer)).ok).toBe(true)
  })

  it('when the organization no longer sells rates of its condition', async () => {
    const offerId = await booker.offer({ terms: { conditions: ['MEMBER_ONLY'] } })
    expect(await booker.create(offerId)).toMatchObject(refusal(/no longer sells its rate/))
  })

  it('though a key’s own booking is answered when it is asked for again', async () => {
    const offerId = await booker.offer()
    booker.desk.says('book', says({}))
    const booked: Json = await booker.create(offerId, {}, 'the-same-key')
    await enable(false)
    expect(await booker.create(offerId, {}, 'the-same-key')).toMatchObject({
      value: { replayed: true, booking: { bookingId: booked.value.booking.bookingId } },
    })
  })
})
