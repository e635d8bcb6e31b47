import type { DueAtPropertyView, SellingView } from '../domain/contract/offer.ts'
import type {
  DepositView,
  InstructionsView,
  ListPriceView,
  PaymentView,
  PromotionView,
  RateConditionsView,
  SellingPriceView,
  SupplierTermsView,
  TraderView,
} from '../domain/contract/selling.ts'
import * as meaning from '../domain/meanings/selling.ts'
import { builder, meant, valuesType } from './builder.ts'
import { MoneyType } from './money.ts'

const ChargeScopeEnum = valuesType('ChargeScope', meaning.CHARGE_SCOPE)
const PromotionKindEnum = valuesType('PromotionKind', meaning.PROMOTION_KIND)
const PaymentTypeEnum = valuesType('PaymentType', meaning.PAYMENT_TYPE)

export const ChargeKindEnum = valuesType('ChargeKind', meaning.CHARGE_KIND)

export const DueAtPropertyType = builder.objectRef<DueAtPropertyView>('DueAtProperty').implement({
  ...meant(meaning.DUE_AT_PROPERTY),
  fields: (t) => ({
    name: t.exposeString('name'),
    amount: t.expose('amount', { type: MoneyType }),
    amountInPropertyCurrency: t.expose('amountInPropertyCurrency', { type: MoneyType, nullable: true }),
    mandatory: t.exposeBoolean('mandatory'),
    scope: t.expose('scope', { type: ChargeScopeEnum }),
    text: t.exposeString('text', { nullable: true }),
  }),
})

const SellingPriceType = builder.objectRef<SellingPriceView>('SellingPrice').implement({
  ...meant(meaning.SELLING_PRICE),
  fields: (t) => ({
    minimum: t.expose('minimum', { type: MoneyType, nullable: true }),
    suggested: t.expose('suggested', { type: MoneyType, nullable: true }),
    maximum: t.expose('maximum', { type: MoneyType, nullable: true }),
    binding: t.exposeBoolean('binding'),
    source: t.exposeString('source', { nullable: true }),
  }),
})

const RateConditionsType = builder.objectRef<RateConditionsView>('RateConditions').implement({
  ...meant(meaning.RATE_CONDITIONS_MEANING),
  fields: (t) => ({
    packageOnly: t.exposeBoolean('packageOnly'),
    mobileOnly: t.exposeBoolean('mobileOnly'),
    memberOnly: t.exposeBoolean('memberOnly'),
    opaque: t.exposeBoolean('opaque'),
    residentsOnly: t.exposeBoolean('residentsOnly'),
    promotionIds: t.expose('promotionIds', { type: ['String'] }),
  }),
})

const PromotionType = builder.objectRef<PromotionView>('Promotion').implement({
  ...meant(meaning.PROMOTION),
  fields: (t) => ({
    id: t.exposeString('id', { nullable: true }),
    name: t.exposeString('name'),
    kind: t.expose('kind', { type: PromotionKindEnum }),
    amount: t.expose('amount', { type: MoneyType, nullable: true }),
  }),
})

const DepositType = builder.objectRef<DepositView>('Deposit').implement({
  ...meant(meaning.DEPOSIT),
  fields: (t) => ({
    amount: t.expose('amount', { type: MoneyType }),
    dueAt: t.expose('dueAt', { type: 'DateTime', nullable: true }),
    refundable: t.exposeBoolean('refundable', { nullable: true }),
  }),
})

const PaymentType = builder.objectRef<PaymentView>('Payment').implement({
  ...meant(meaning.PAYMENT),
  fields: (t) => ({
    type: t.expose('type', { type: PaymentTypeEnum }),
    deposits: t.expose('deposits', { type: [DepositType] }),
    cardsAccepted: t.expose('cardsAccepted', { type: ['String'] }),
  }),
})

export const InstructionsType = builder.objectRef<InstructionsView>('Instructions').implement({
  ...meant(meaning.INSTRUCTIONS),
  fields: (t) => ({
    checkInFrom: t.exposeString('checkInFrom', { nullable: true }),
    checkInUntil: t.exposeString('checkInUntil', { nullable: true }),
    checkOutUntil: t.exposeString('checkOutUntil', { nullable: true }),
    text: t.expose('text', { type: ['String'] }),
    special: t.expose('special', { type: ['String'] }),
    mandatoryFeesText: t.exposeString('mandatoryFeesText', { nullable: true }),
    optionalFeesText: t.exposeString('optionalFeesText', { nullable: true }),
    knowBeforeYouGo: t.exposeString('knowBeforeYouGo', { nullable: true }),
  }),
})

export const TraderType = builder.objectRef<TraderView>('Trader').implement({
  ...meant(meaning.TRADER),
  fields: (t) => ({
    name: t.exposeString('name'),
    address: t.exposeString('address', { nullable: true }),
    registerName: t.exposeString('registerName', { nullable: true }),
    registerNumber: t.exposeString('registerNumber', { nullable: true }),
    email: t.exposeString('email', { nullable: true }),
    phone: t.exposeString('phone', { nullable: true }),
    texts: t.expose('texts', { type: ['String'] }),
  }),
})

export const SupplierTermsType = builder.objectRef<SupplierTermsView>('SupplierTerms').implement({
  ...meant(meaning.SUPPLIER_TERMS),
  fields: (t) => ({
    supplierTermsUrl: t.expose('supplierTermsUrl', { type: 'URL', nullable: true }),
    agentAgreementUrl: t.expose('agentAgreementUrl', { type: 'URL', nullable: true }),
    text: t.exposeString('text', { nullable: true }),
  }),
})

export const ListPriceType = builder.objectRef<ListPriceView>('ListPrice').implement({
  ...meant(meaning.LIST_PRICE),
  fields: (t) => ({
    total: t.expose('total', { type: MoneyType }),
    rate: t.exposeString('rate'),
    rateAsOf: t.expose('rateAsOf', { type: 'DateTime', nullable: true }),
  }),
})

/** What options, offers and bookings tell of how a rate is sold on, by the same names. */
export const SellingInterface = builder.interfaceRef<SellingView>('SoldOn').implement({
  description: 'How a rate is sold on, and what comes with it. Options, offers and bookings tell it alike.',
  extensions: { meanings: meaning.SELLING },
  fields: (t) => ({
    sellingPrice: t.expose('sellingPrice', { type: SellingPriceType, nullable: true }),
    rateConditions: t.expose('rateConditions', { type: RateConditionsType }),
    promotions: t.expose('promotions', { type: [PromotionType] }),
    payment: t.expose('payment', { type: PaymentType }),
    instructions: t.expose('instructions', { type: InstructionsType, nullable: true }),
  }),
  resolveType: () => 'RoomOption',
})
