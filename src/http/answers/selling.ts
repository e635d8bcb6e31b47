import { z } from 'zod'
import {
  CHARGE_SCOPE,
  DEPOSIT,
  DUE_AT_PROPERTY,
  INSTRUCTIONS,
  LIST_PRICE,
  PAYMENT,
  PAYMENT_TYPE,
  PROMOTION,
  PROMOTION_KIND,
  RATE_CONDITIONS_MEANING,
  SELLING_PRICE,
  SUPPLIER_TERMS,
  TRADER,
} from '../../domain/meanings/selling.ts'
import { toldValues } from '../../operations/inputs/told.ts'
import { money } from './money.ts'
import { timestamp, viewSchema } from './shape.ts'

const text = z.string().nullable()

export const sellingPrice = viewSchema(SELLING_PRICE)(
  z.strictObject({
    minimum: money.nullable(),
    suggested: money.nullable(),
    maximum: money.nullable(),
    binding: z.boolean(),
    source: text,
  }),
)

export const rateConditions = viewSchema(RATE_CONDITIONS_MEANING)(
  z.strictObject({
    packageOnly: z.boolean(),
    mobileOnly: z.boolean(),
    memberOnly: z.boolean(),
    opaque: z.boolean(),
    residentsOnly: z.boolean(),
    promotionIds: z.array(z.string()),
  }),
)

export const promotion = viewSchema(PROMOTION)(
  z.strictObject({ id: text, name: z.string(), kind: toldValues(PROMOTION_KIND), amount: money.nullable() }),
)

const deposit = viewSchema(DEPOSIT)(
  z.strictObject({ amount: money, dueAt: timestamp.nullable(), refundable: z.boolean().nullable() }),
)

export const payment = viewSchema(PAYMENT)(
  z.strictObject({
    type: toldValues(PAYMENT_TYPE),
    deposits: z.array(deposit),
    cardsAccepted: z.array(z.string()),
  }),
)

export const instructions = viewSchema(INSTRUCTIONS)(
  z.strictObject({
    checkInFrom: text,
    checkInUntil: text,
    checkOutUntil: text,
    text: z.array(z.string()),
    special: z.array(z.string()),
    mandatoryFeesText: text,
    optionalFeesText: text,
    knowBeforeYouGo: text,
  }),
)

export const trader = viewSchema(TRADER)(
  z.strictObject({
    name: z.string(),
    address: text,
    registerName: text,
    registerNumber: text,
    email: text,
    phone: text,
    texts: z.array(z.string()),
  }),
)

export const supplierTerms = viewSchema(SUPPLIER_TERMS)(
  z.strictObject({ supplierTermsUrl: text, agentAgreementUrl: text, text }),
)

export const listPrice = viewSchema(LIST_PRICE)(
  z.strictObject({ total: money, rate: z.string(), rateAsOf: timestamp.nullable() }),
)

export const dueAtProperty = viewSchema(DUE_AT_PROPERTY)(
  money.extend({
    name: z.string(),
    amount: money,
    amountInPropertyCurrency: money.nullable(),
    mandatory: z.boolean(),
    scope: toldValues(CHARGE_SCOPE),
    text,
  }),
)

/** The fields that options, offers and bookings share. */
export const sellingShape = {
  sellingPrice: sellingPrice.nullable(),
  rateConditions,
  promotions: z.array(promotion),
  payment,
  instructions: instructions.nullable(),
}
