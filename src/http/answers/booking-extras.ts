import { z } from 'zod'
import type { CompanyAddressView, InvoicingView, LoyaltyView } from '../../domain/contract/booking.ts'
import {
  BOOKING_EXTRA,
  COMPANY_ADDRESS,
  INVOICING,
  LOYALTY,
  TRAVEL_PURPOSE,
} from '../../domain/meanings/booking-extras.ts'
import { toldValues } from '../../operations/inputs/told.ts'
import { viewSchema } from './shape.ts'

export const loyalty = viewSchema<LoyaltyView>(LOYALTY)(z.strictObject({ programId: z.string(), memberId: z.string() }))

export const companyAddress = viewSchema<CompanyAddressView>(COMPANY_ADDRESS)(
  z.strictObject({
    addressLines: z.array(z.string()),
    city: z.string(),
    stateProvinceCode: z.string().nullable(),
    postalCode: z.string().nullable(),
    countryCode: z.string(),
  }),
)

export const invoicing = viewSchema<InvoicingView>(INVOICING)(
  z.strictObject({ companyName: z.string(), companyAddress, email: z.string() }),
)

/** What a booking was told beside its guests. */
export const extrasShape = {
  arrivalTime: z.string().nullable(),
  loyalty: loyalty.nullable(),
  taxRegistrationNumber: z.string().nullable(),
  invoicing: invoicing.nullable(),
  travelPurpose: toldValues(TRAVEL_PURPOSE).nullable(),
  unsentFields: z.array(toldValues(BOOKING_EXTRA)),
}
