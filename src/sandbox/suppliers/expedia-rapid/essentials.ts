import { DAY_MS, type Instant, instantOfLocal } from '../../../domain/time.ts'
import { chance, hash32 } from '../../catalogue/hash.ts'
import { scenarioOf } from '../../scenarios.ts'
import type { SandboxDeps } from '../exchange.ts'
import type { StoredItinerary } from './itinerary.ts'
import { RAPID } from './offer.ts'

/**
 * How guests get in, which a quarter of the ordinary hotels tell: who is called at once, the rest only a day before the arrival,
 * as Rapid's `update_available_date` says.
 */
export function essentialInformation(
  { propertyId, checkInDate, timeZone }: StoredItinerary,
  { nowAt, stock = 'awkward' }: { readonly nowAt: Instant; readonly stock: SandboxDeps['stock'] },
): object {
  const isTold = chance(hash32('essentials', propertyId), 250)
  if (stock === 'plain' || !isTold || scenarioOf(RAPID, propertyId)) return {}
  const toldAt = instantOfLocal(`${checkInDate}T15:00`, timeZone) - DAY_MS
  const isDue = nowAt >= toldAt
  return {
    essential_information: {
      contact: {
        name: 'Pat Host',
        ...(isDue ? { phone: { country_code: '1', area_code: '487', number: '5550077' } } : {}),
        email: 'pat.host@example.com',
      },
      essentials: isDue
        ? [
            {
              name: 'access',
              instructions: 'Use the smart lock at the side door.',
              additional_info: { access_type: 'Smart lock', access_code: '12345' },
              images: [{ url: 'https://images.sandbox.invalid/essentials/side-door.jpg', width: '350', height: '263' }],
            },
          ]
        : [],
      ...(isDue ? {} : { update_available_date: zoned(toldAt, timeZone) }),
    },
  }
}

function zoned(at: Instant, timeZone: string): string {
  return Temporal.Instant.fromEpochMilliseconds(at).toString({ timeZone, smallestUnit: 'second' })
}
