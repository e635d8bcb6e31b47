import { describe, expect, it } from 'vitest'
import { SANDBOX_FAULTS } from '../../../src/domain/sandbox-faults.ts'
import { ratehawk } from '../../../src/suppliers/ratehawk/index.ts'
import type { Json } from '../../support/http-client.ts'
import { referenceOf } from '../../support/suppliers/sandbox.ts'
import { useRateHawk } from '../../support/suppliers/use-ratehawk.ts'
import { wireFaults } from '../../support/suppliers/wire-faults.ts'
import { until } from '../../support/until.ts'

const { sandbox, noting, connectionWith, newRequest, errors } = useRateHawk()

describe('the order form', () => {
  it('[E-01] is asked for again after a 5xx, `timeout` and `unknown`, and books what it opens at last', async () => {
    const request = await newRequest()
    sandbox().faults.add('ratehawk', 'book_form', { fault: '500' })
    await errors('book_form', ['timeout', 'unknown'])
    const { call, ids } = noting({ timeoutMs: 20_000 })
    const outcome = await ratehawk.book(call, request)
    expect(outcome).toMatchObject({ outcome: 'ACCEPTED', value: { status: 'PENDING' } })
    const reference = request.supplierReference
    expect(ids('book_form')).toEqual([reference, `${reference}-2`, `${reference}-3`, `${reference}-4`])
    expect(ids('book')).toEqual([`${reference}-4`])
    await until('the booking', async () => {
      const found = await ratehawk.retrieve(sandbox().call(ratehawk), referenceOf(request, outcome))
      return found.ok && found.value?.status === 'CONFIRMED'
    })
    // A process that has died before it could write down which form it used finds the booking all the same.
    const found = await ratehawk.find(sandbox().call(ratehawk), referenceOf(request))
    expect(found).toMatchObject({
      ok: true,
      value: [{ status: 'CONFIRMED', supplierPayload: { partnerOrderId: `${reference}-4` } }],
    })
    const cancelled = await ratehawk.cancel(sandbox().call(ratehawk), referenceOf(request, outcome))
    expect(cancelled.outcome).toBe('ACCEPTED')
  })

  it('[E-01] that never opens is a refusal that may be tried again, and no start is sent', {
    timeout: 180_000,
  }, async () => {
    const request = await newRequest()
    sandbox().faults.add('ratehawk', 'book_form', { fault: '500', count: 10 })
    const { call, ids } = noting({ timeoutMs: 60_000 })
    const outcome = await ratehawk.book(call, request)
    expect(outcome).toMatchObject({ outcome: 'REFUSED', refusal: { reason: 'SUPPLIER_REFUSED', retryable: true } })
    expect(new Set(ids('book_form')).size).toBe(10)
    expect(ids('book')).toEqual([])
    sandbox().faults.add('ratehawk', 'book_form', { fault: '500', count: 10 })
    const hasty = noting({ timeoutMs: 1_500 })
    expect(await ratehawk.book(hasty.call, await newRequest())).toMatchObject({ refusal: { retryable: true } })
    expect(hasty.ids('book_form').length).toBe(2)
    while (await leftover()) continue
  })

  /** Takes back one fault that still waits. */
  async function leftover(): Promise<boolean> {
    const taken = await sandbox().faults.take({
      organizationId: null,
      supplierCode: 'ratehawk',
      operation: 'book_form',
    })
    return taken !== null && SANDBOX_FAULTS.includes(taken)
  }

  it('[E-02] has each reference stored before it is used, and the one start before it is sent', async () => {
    const request = await newRequest()
    await errors('book_form', ['timeout'])
    const stored: unknown[] = []
    const { call } = noting()
    const outcome = await ratehawk.book(
      {
        ...call,
        fetch: (wanted) => {
          stored.push([wanted.operation, wanted.progress])
          return call.fetch(wanted)
        },
      },
      request,
    )
    expect(outcome.outcome).toBe('ACCEPTED')
    const [first, second] = [request.supplierReference, `${request.supplierReference}-2`]
    const noted = { partnerOrderIds: [first, second], sentToFinish: second }
    expect(stored).toEqual([
      ['book_form', { partnerOrderIds: [first], sentToFinish: null }],
      ['book_form', { partnerOrderIds: [first, second], sentToFinish: null }],
      ['book', noted],
    ])
    const asked = noting()
    const found = await ratehawk.find(asked.call, { ...referenceOf(request), progress: noted })
    expect(found).toMatchObject({ ok: true, value: [{ supplierPayload: { partnerOrderId: second } }] })
    expect(idsIn(asked.sent)).toEqual([second])
    const unstarted = noting()
    const none = await ratehawk.find(unstarted.call, {
      ...referenceOf(request),
      progress: { partnerOrderIds: [first], sentToFinish: null },
    })
    expect(none).toEqual({ ok: true, value: [] })
    expect(idsIn(unstarted.sent)).toEqual([first])
  })

  /** Every id that was asked about, once. */
  function idsIn(sent: readonly { readonly body: Json }[]): string[] {
    return [...new Set(sent.flatMap(({ body }) => body.partner_order_id ?? body.search.partner_order_ids))]
  }

  it.each(['double_booking_form', 'duplicate_reservation'])(
    '[E-02] %s for a reference that has started nothing takes the next reference',
    async (code) => {
      const request = await newRequest()
      await errors('book_form', [code])
      const { call, ids } = noting()
      const outcome = await ratehawk.book(call, request)
      expect(outcome.outcome).toBe('ACCEPTED')
      expect(ids('find')).toEqual([request.supplierReference])
      expect(ids('book')).toEqual([`${request.supplierReference}-2`])
    },
  )

  it('[E-02] never starts a second booking beside one that may live under the refused reference', async () => {
    const request = await newRequest()
    expect((await ratehawk.book(sandbox().call(ratehawk), request)).outcome).toBe('ACCEPTED')
    const { call, ids } = noting()
    expect((await ratehawk.book(call, request)).outcome).toBe('UNKNOWN')
    expect(ids('book')).toEqual([])
    sandbox().faults.add('ratehawk', 'find', { fault: '500' })
    expect((await ratehawk.book(call, request)).outcome).toBe('UNKNOWN')
    expect(ids('book')).toEqual([])
  })

  it.each([
    ['contract_mismatch', 'SUPPLIER_REFUSED'],
    ['hotel_not_found', 'SUPPLIER_REFUSED'],
    ['insufficient_b2b_balance', 'PAYMENT_DECLINED'],
    ['reservation_is_not_allowed', 'SUPPLIER_REFUSED'],
    ['rate_not_found', 'SOLD_OUT'],
    ['sandbox_restriction', 'SUPPLIER_REFUSED'],
    ['a_new_word', 'SUPPLIER_REFUSED'],
  ])('[E-24] %s is final: one call, and no use to try again', async (code, reason) => {
    const request = await newRequest()
    await errors('book_form', [code])
    const { call, ids } = noting()
    const outcome = await ratehawk.book(call, request)
    expect(outcome).toMatchObject({ outcome: 'REFUSED', refusal: { reason, retryable: false } })
    expect(ids('book_form').length).toBe(1)
    expect(ids('book')).toEqual([])
  })

  it('[E-24] tells the operator what a test key books', async () => {
    const { call } = noting(connectionWith({ keyId: '4713' }))
    const outcome = await ratehawk.book(call, await newRequest())
    expect(outcome).toMatchObject({
      outcome: 'REFUSED',
      refusal: {
        retryable: false,
        supplierErrorCode: 'sandbox_restriction',
        detail: expect.stringContaining('8473727'),
      },
    })
  })

  it('[X-01] carries the guest’s own address, and none when nobody’s is known', async () => {
    const { call, sent } = noting({ customerIp: '81.2.69.160' })
    expect((await ratehawk.book(call, await newRequest())).outcome).toBe('ACCEPTED')
    expect(sent[0]?.body.user_ip).toBe('81.2.69.160')
    const strict = { ...connectionWith({ keyId: '4712' }), customerIp: '10.0.0.7' }
    expect((await ratehawk.book(sandbox().call(ratehawk, strict), await newRequest())).outcome).toBe('REFUSED')
  })
})

describe('over all of the above', () => {
  it('has no fault on the wire', () => {
    expect(wireFaults(sandbox())).toEqual([])
  })
})
