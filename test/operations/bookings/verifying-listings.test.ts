import { beforeEach, describe, expect, it } from 'vitest'
import { watchHold } from '../../../src/operations/bookings/follow-up/watch-hold.ts'
import { nobodysContext } from '../../../src/operations/supplier-calls.ts'
import { recordOf, says } from '../../support/desk.ts'
import type { Json } from '../../support/http-client.ts'
import { HOUR, SECOND } from '../../support/offered.ts'
import { type Booker, useOneBooker } from '../../support/use-one-booker.ts'

let booker: Booker
useOneBooker((started) => {
  booker = started
})

beforeEach(async () => void (await booker.query(`UPDATE supplier_hotels SET verification = 'PENDING'`)))

const OLD_MILL = { name: 'Old Mill', countryCode: 'DE', point: { latitude: 48.1, longitude: 11.5 } }

async function verification(code = 'desk'): Promise<string> {
  const [row] = await booker.query('SELECT verification FROM supplier_hotels WHERE supplier_code = $1', [code])
  return row.verification
}

function audited(action: string): Promise<Json[]> {
  return booker.query('SELECT * FROM audit_log WHERE action = $1 ORDER BY id DESC LIMIT 1', [action])
}

describe('the listing of a hold', () => {
  it.each<[string, object | null, string, string]>([
    ['as ours', OLD_MILL, 'VERIFIED', 'mapping.verified'],
    ['as ours in another language', { ...OLD_MILL, name: 'Alte Mühle' }, 'VERIFIED', 'mapping.verified'],
    [
      'as ours with its city',
      { ...OLD_MILL, name: 'Old Mill München Munich', point: { latitude: 48.11, longitude: 11.5 } },
      'VERIFIED',
      'mapping.verified',
    ],
    ['in another country', { ...OLD_MILL, countryCode: 'AT' }, 'UNVERIFIED', 'mapping.unverified'],
    ['far away', { ...OLD_MILL, point: { latitude: 50, longitude: 11.5 } }, 'UNVERIFIED', 'mapping.unverified'],
    ['under another name', { ...OLD_MILL, name: 'Grand Palace' }, 'UNVERIFIED', 'mapping.unverified'],
    ['not at all', null, 'UNVERIFIED', 'mapping.unverified'],
  ])('that its supplier describes %s (%j) is %s', async (_what, described, verdict, action) => {
    const { bookingId } = await booker.held()
    booker.desk.says('describe_hotel', says(described))
    booker.desk.asked.splice(0)
    const { booking, plan } = await booker.look(bookingId)
    expect(await verification()).toBe(verdict)
    expect(await verification('lagging')).toBe('PENDING')
    expect(booking).toMatchObject({ status: 'ON_HOLD', verifiesListing: false })
    expect(plan).toMatchObject({ kind: 'HOLD' })
    expect((plan.inS ?? 0) / 3_600).toBeGreaterThan(90)
    // The hold itself is not asked about before its deadline.
    expect(booker.desk.asked.map(({ operation, body }) => [operation, body.id, body.timeoutMs])).toEqual([
      ['describe_hotel', 'h42', 10_000],
    ])
    expect(await audited(action)).toMatchObject([
      { organization_id: null, actor: 'system', subject: 'desk/h42', details: { hotelId: 42, described } },
    ])
  })

  it('that is described by nobody is asked about again, until somebody decides', async () => {
    const { bookingId } = await booker.held()
    const { booking, plan } = await booker.look(bookingId)
    expect(booking.verifiesListing).toBe(true)
    expect(plan).toEqual({ kind: 'HOLD', inS: 5, looks: 1 })
    expect((await booker.look(bookingId)).plan).toEqual({ kind: 'HOLD', inS: 15, looks: 2 })
    await booker.query(`UPDATE supplier_hotels SET verification = 'VERIFIED'`)
    booker.desk.asked.splice(0)
    expect((await booker.look(bookingId)).booking.verifiesListing).toBe(false)
    expect(booker.desk.asked).toEqual([])
  })

  it('of a supplier that describes no hotels is for a person', async () => {
    const { bookingId } = await booker.held({ code: 'shy' })
    const { booking } = await booker.look(bookingId)
    expect(booking.verifiesListing).toBe(false)
    expect(await verification('shy')).toBe('PENDING')
  })

  it('whose verdict somebody else gives meanwhile keeps theirs', async () => {
    const { bookingId } = await booker.held()
    booker.desk.says('describe_hotel', async () => {
      await booker.query(`UPDATE supplier_hotels SET verification = 'VERIFIED'`)
      return says(null)
    })
    const [before] = await booker.query('SELECT count(*)::int AS n FROM audit_log')
    await booker.look(bookingId)
    expect(await verification()).toBe('VERIFIED')
    expect(await booker.query('SELECT count(*)::int AS n FROM audit_log')).toEqual([before])
  })

  it('is verified while the hold is being made or reviewed as well', async () => {
    booker.desk.says('describe_hotel', says(OLD_MILL))
    const { value } = await booker.create(await booker.offer({ holdInMs: 30 * HOUR }), { bookingMode: 'HOLD' })
    const { bookingId } = value.booking
    expect((await booker.plan(bookingId)).inS).toBe(0)
    const { booking, plan } = await booker.look(bookingId)
    expect(booking).toMatchObject({ status: 'AWAITING_REVIEW', verifiesListing: false })
    expect(plan.kind).toBe('REVIEW')
    expect((plan.inS ?? 0) / 3_600).toBeGreaterThan(23)
  })

  it('does not keep a hold from being looked at, at its deadline or when its supplier says something', async () => {
    const { bookingId } = await booker.held({ holdInMs: 72 * HOUR })
    booker.desk.says('retrieve', says(recordOf({ status: 'CANCELLED' })))
    await booker.advance(72 * HOUR - 5 * SECOND)
    expect((await booker.look(bookingId)).booking.status).toBe('ON_HOLD')
    await booker.advance(5 * SECOND)
    expect((await booker.look(bookingId)).booking.status).toBe('CANCELLED')
    const other = await booker.held()
    await watchHold(booker.deps, {
      bookingId: other.bookingId,
      look: { leaseId: null },
      context: nobodysContext('req_9'),
    })
    expect((await booker.booking(other.bookingId)).status).toBe('CANCELLED')
  })
})
