import { z } from 'zod'
import { ENABLED_SUPPLIER, ME, RATE_LIMIT, SELLING_PRICE_RULE } from '../../domain/meanings/me.ts'
import { ENVIRONMENTS } from '../../operations/caller.ts'
import { toldValues } from '../../operations/inputs/told.ts'
import { currency } from './money.ts'
import { viewSchema } from './shape.ts'

const rateLimit = viewSchema(RATE_LIMIT)(
  z.strictObject({
    rateClass: z.string(),
    limit: z.int(),
    remaining: z.int(),
    windowSeconds: z.int(),
    resetSeconds: z.int(),
  }),
)

const enabledSupplier = viewSchema(ENABLED_SUPPLIER)(
  z.strictObject({ supplierCode: z.string(), supplierName: z.string() }),
)

export const me = viewSchema(ME)(
  z.strictObject({
    organizationId: z.string(),
    organizationName: z.string(),
    environment: z.enum(ENVIRONMENTS),
    keyId: z.string().nullable(),
    scopes: z.array(z.string()),
    listCurrency: currency,
    closedUserGroup: z.boolean(),
    sellingPriceRule: toldValues(SELLING_PRICE_RULE),
    suppliers: z.array(enabledSupplier),
    limits: z.array(rateLimit),
  }),
)
