import type { EnabledSupplierView, MeView, RateLimitView } from '../../../domain/contract/me.ts'
import { asPartner } from '../../portal-caller.ts'
import { builder, only } from '../builder.ts'

const OwnLimit = builder.objectRef<RateLimitView>('OwnLimit').implement({
  description: 'What a class of requests may use in a minute, and what is left of it.',
  fields: (t) => ({
    rateClass: t.exposeString('rateClass'),
    limit: t.exposeInt('limit'),
    remaining: t.exposeInt('remaining'),
    windowSeconds: t.exposeInt('windowSeconds'),
    resetSeconds: t.exposeInt('resetSeconds'),
  }),
})

const OwnSupplier = builder.objectRef<EnabledSupplierView>('OwnSupplier').implement({
  fields: (t) => ({ code: t.exposeString('supplierCode'), name: t.exposeString('supplierName') }),
})

const OwnAccount = builder.objectRef<MeView>('OwnAccount').implement({
  description: 'The organization as `GET /me` tells it.',
  fields: (t) => ({
    id: t.exposeID('organizationId'),
    name: t.exposeString('organizationName'),
    environment: t.string({ resolve: ({ environment }) => environment }),
    scopes: t.exposeStringList('scopes', { description: 'What the viewer may do, in the words of keys.' }),
    listCurrency: t.exposeString('listCurrency'),
    closedUserGroup: t.exposeBoolean('closedUserGroup'),
    sellingPriceRule: t.string({ resolve: ({ sellingPriceRule }) => sellingPriceRule }),
    suppliers: t.field({ type: [OwnSupplier], resolve: ({ suppliers }) => suppliers }),
    limits: t.field({ type: [OwnLimit], resolve: ({ limits }) => limits }),
  }),
})

builder.queryField('ownAccount', (t) =>
  t.field({
    type: OwnAccount,
    ...only('partner_support'),
    resolve: (_root, _args, context) => asPartner(context, 'getMe'),
  }),
)
