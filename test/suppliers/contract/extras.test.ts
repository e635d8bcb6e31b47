import { describe, expect, it } from 'vitest'
import type { BookingExtras } from '../../../src/domain/booking-extras.ts'
import { SUPPLIERS } from '../../../src/suppliers/registry.ts'
import type { SupplierFetch } from '../../../src/suppliers/supplier-call.ts'
import { bookingOf, COUPLE, questionFor } from '../../support/suppliers/sandbox.ts'
import { OFF_SCENARIO, useSupplierSandbox } from '../../support/suppliers/use-supplier-sandbox.ts'

/** What `guestRequirements.takes` promises to partners is what the adapter puts on the wire, in a field or in words. */
const { sandbox, checkedRate, describeExchanges } = useSupplierSandbox(['book', 'book_form', 'price_check', 'rooms'])

const EXTRAS = {
  arrivalTime: '23:17',
  loyalty: { programId: 'SNX', memberId: 'MEMBER77' },
  taxRegistrationNumber: 'TAX 77.19',
  invoicing: {
    companyName: 'Quux Company',
    companyAddress: { addressLines: ['7 Quux Row'], city: 'London', stateProvinceCode: 'LDN', countryCode: 'GB' },
    email: 'quux@example.com',
  },
  travelPurpose: 'BUSINESS',
} satisfies BookingExtras

/** What each extra looks like in a request. */
const TRACES = {
  LOYALTY: /MEMBER77/,
  TAX_REGISTRATION_NUMBER: /TAX7719/,
  INVOICING: /Quux Company.*quux@example\.com/,
  TRAVEL_PURPOSE: /business/i,
} as const

describe.each(SUPPLIERS)('$code', (supplier) => {
  async function bodyOf(extras: BookingExtras, specialRequests: string | null): Promise<string> {
    const request = bookingOf(await checkedRate(supplier, OFF_SCENARIO), questionFor(COUPLE))
    const call = sandbox().call(supplier)
    let sent = ''
    const fetch: SupplierFetch = async (asked) => {
      if (asked.operation === 'book') sent = asked.body ?? ''
      return call.fetch(asked)
    }
    const { outcome } = await supplier.book({ ...call, fetch }, { ...request, extras, specialRequests })
    expect(outcome).toBe('ACCEPTED')
    return sent
  }

  it('[R-23] is sent what it takes, and nothing else', async () => {
    const { takes = [] } = supplier.capabilities.guestRequirements
    const body = await bodyOf(EXTRAS, null)
    for (const [extra, trace] of Object.entries(TRACES))
      expect([extra, trace.test(body)]).toEqual([extra, takes.some((taken) => taken === extra)])
  })

  it('[E-16] is told the time of arrival, in a field or before the requests, which stay as they are', async () => {
    const { takes = [] } = supplier.capabilities.guestRequirements
    const hasField = takes.includes('ARRIVAL_TIME')
    const both = await bodyOf({ arrivalTime: '23:17' }, 'Quiet room, please.')
    expect(both).toContain(hasField ? 'T23:17:00"' : '"Arrival about 23:17. Quiet room, please."')
    expect(both).toContain('Quiet room, please."')
    expect(await bodyOf({ arrivalTime: '23:17' }, null)).toContain(hasField ? 'T23:17:00"' : '"Arrival about 23:17."')
    expect(await bodyOf({}, null)).not.toMatch(/arrival/i)
  })
})

describeExchanges()
