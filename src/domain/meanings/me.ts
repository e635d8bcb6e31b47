import type { EnabledSupplierView, MeView, RateLimitView } from '../contract/me.ts'
import type { SellingPriceRule } from '../selling.ts'
import { means, typeMeaning, valuesMeaning } from './meaning.ts'

export const RATE_LIMIT = typeMeaning<RateLimitView>(
  'A limit of requests. Each rate class counts for itself, over all keys of the organization in the environment, so searches never use up what bookings need.',
  {
    rateClass: means('The name of the rate class; every operation says into which it counts.', 'search'),
    limit: means('How many requests of the class are allowed in one window.', 120),
    remaining: means('How many of them are left in the window that runs.', 118),
    windowSeconds: means('The length of a window in seconds. It begins with its first request.', 60),
    resetSeconds: means('In how many seconds, rounded up, the window ends and all requests are allowed again.', 42),
  },
)

export const ENABLED_SUPPLIER = typeMeaning<EnabledSupplierView>('A supplier that is asked for the organization.', {
  supplierCode: means('The code by which answers name the supplier. It never changes.', 'expedia_rapid'),
  supplierName: means('The supplier’s name for people. It may change: branch on {supplierCode}.', 'Expedia Rapid'),
})

export const SELLING_PRICE_RULE = valuesMeaning<SellingPriceRule>(
  'What becomes of rates that, sold at the very price that you are told, would break a binding {sellingPrice}.',
  {
    TELL: 'They are offered, and you keep to their limits.',
    HIDE: 'They are not offered. Hotel lists may still show their price.',
  },
)

export const ME = typeMeaning<MeView>('Whose key makes the request, what it may do, and what is left of its limits.', {
  organizationId: means(
    'The organization that the key belongs to. Everything it creates belongs to that organization.',
    'org_sandbox',
  ),
  organizationName: means('The organization’s name, as the operator knows it.', 'Acme Travel'),
  environment: means(
    '`sandbox` or `production`. A key works in one of them only, and ids of one are unknown in the other.',
    'sandbox',
  ),
  keyId: means(
    'The id of the key, by which {@rollApiKey} and {@revokeApiKey} name it; the key itself is never shown. Null where no key is involved.',
    'key_01JQ8Z3V9M',
  ),
  scopes: means('The permissions of the key. Each operation says which one it needs.', ['search', 'bookings:read']),
  listCurrency: means(
    'The currency of prices in hotel lists, as its ISO 4217 code: USD, or EUR for organizations that asked for it. Room options, offers and bookings keep the supplier’s currency.',
    'USD',
  ),
  closedUserGroup: means(
    'True when you sell to members of a closed group only, as the operator knows it. Selling prices that bind open sale only are then told with {binding} false.',
    false,
  ),
  sellingPriceRule: means(
    'What becomes of rates that, sold at the very price that you are told, would break a binding {sellingPrice}. The operator sets it.',
    'TELL',
  ),
  suppliers: means(
    'The suppliers that are enabled, in the organization’s order: the first of them that has a price represents a hotel in lists.',
  ),
  limits: means('One entry for each rate class.'),
})
