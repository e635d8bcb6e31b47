import type { EnabledSupplierView, MeView, RateLimitView } from '../domain/contract/me.ts'
import { ENABLED_SUPPLIER, ME, RATE_LIMIT, SELLING_PRICE_RULE } from '../domain/meanings/me.ts'
import { builder, meant, valuesType } from './builder.ts'

const SellingPriceRuleEnum = valuesType('SellingPriceRule', SELLING_PRICE_RULE)

const RateLimitType = builder.objectRef<RateLimitView>('RateLimit').implement({
  ...meant(RATE_LIMIT),
  fields: (t) => ({
    rateClass: t.exposeString('rateClass'),
    limit: t.exposeInt('limit'),
    remaining: t.exposeInt('remaining'),
    windowSeconds: t.exposeInt('windowSeconds'),
    resetSeconds: t.exposeInt('resetSeconds'),
  }),
})

const EnabledSupplierType = builder.objectRef<EnabledSupplierView>('EnabledSupplier').implement({
  ...meant(ENABLED_SUPPLIER),
  fields: (t) => ({ supplierCode: t.exposeString('supplierCode'), supplierName: t.exposeString('supplierName') }),
})

export const MeType = builder.objectRef<MeView>('Me').implement({
  ...meant(ME),
  fields: (t) => ({
    organizationId: t.exposeID('organizationId'),
    organizationName: t.exposeString('organizationName'),
    environment: t.exposeString('environment'),
    keyId: t.exposeID('keyId', { nullable: true }),
    scopes: t.expose('scopes', { type: ['String'] }),
    listCurrency: t.expose('listCurrency', { type: 'CurrencyCode' }),
    closedUserGroup: t.exposeBoolean('closedUserGroup'),
    sellingPriceRule: t.expose('sellingPriceRule', { type: SellingPriceRuleEnum }),
    suppliers: t.expose('suppliers', { type: [EnabledSupplierType] }),
    limits: t.expose('limits', { type: [RateLimitType] }),
  }),
})
