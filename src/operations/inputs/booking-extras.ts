import { z } from 'zod'
import {
  COMPANY_ADDRESS_INPUT,
  GENDER,
  INVOICING_INPUT,
  LOYALTY_INPUT,
  TRAVEL_PURPOSE,
} from '../../domain/meanings/booking-extras.ts'
import { isNationality } from '../../domain/nationalities.ts'
import { told, toldValues } from './told.ts'

const COUNTRY = 'must be an ISO 3166-1 alpha-2 code'

/** A value has one fault at a time. */
function hasNoFault({ issues }: { readonly issues: readonly unknown[] }): boolean {
  return issues.length === 0
}

/** Breaks a line, turns it round or is not seen. The two joiners, which Persian and Indic scripts are written with, are neither. */
const UNPRINTABLE = /[\p{Zl}\p{Zp}]|(?![\u200c\u200d])\p{Cf}/u

/** A line that goes onto an invoice or into a supplier's form: visible characters, no markup. */
function line(max: number) {
  return z
    .string()
    .trim()
    .min(1)
    .max(max)
    .regex(/^[^\p{Cc}<>]*$/u, { message: 'must be one line without < and >' })
    .refine((text) => !UNPRINTABLE.test(text) && (text === '' || /[\p{L}\p{N}\p{P}\p{S}]/u.test(text)), {
      message: 'must be one line of visible characters',
      params: { code: 'INVALID_FORMAT' },
    })
}

const loyalty = told(z.strictObject({ programId: line(64), memberId: line(64) }), LOYALTY_INPUT)

const companyAddress = told(
  z.strictObject({
    addressLines: z.array(line(100)).min(1).max(3),
    city: line(100),
    stateProvinceCode: line(10).nullish(),
    postalCode: line(20).nullish(),
    countryCode: z
      .string()
      .regex(/^[A-Z]{2}$/, { message: COUNTRY })
      .refine(isNationality, { message: COUNTRY, params: { code: 'INVALID_FORMAT' }, when: hasNoFault }),
  }),
  COMPANY_ADDRESS_INPUT,
)

const invoicing = told(
  z.strictObject({ companyName: line(200), companyAddress, email: z.email().max(254) }),
  INVOICING_INPUT,
)

export const gender = toldValues(GENDER)

export const extrasFields = {
  arrivalTime: z
    .string()
    .regex(/^(?:[01]\d|2[0-3]):[0-5]\d$/, { message: 'must be a time of day as HH:MM, 00:00 to 23:59' })
    .nullish(),
  loyalty: loyalty.nullish(),
  taxRegistrationNumber: z
    .string()
    .trim()
    .min(1)
    .max(32)
    .regex(/^[A-Za-z\d][A-Za-z\d ./-]*$/, { message: 'must be letters, digits, spaces, dots, hyphens and slashes' })
    .nullish(),
  invoicing: invoicing.nullish(),
  travelPurpose: toldValues(TRAVEL_PURPOSE).nullish(),
}
