import { chance, hash32 } from '../../catalogue/hash.ts'
import { scenarioOf } from '../../scenarios.ts'
import type { SandboxDeps } from '../exchange.ts'
import { type Offer, RAPID } from './offer.ts'

/** Where the law wants guests to know whether they buy from a trader. */
const EU = 'AT BE BG CY CZ DE DK EE ES FI FR GR HR HU IE IT LT LU LV MT NL PL PT RO SE SI SK'.split(' ')

/** Who sells the hotel's rooms, as a price check says it of half of the ordinary hotels in the EU. */
export function traderInformation({ stock = 'awkward' }: Pick<SandboxDeps, 'stock'>, { property }: Offer): object {
  const { hotel, listing } = property
  const isTold = EU.includes(hotel.countryCode) && chance(hash32('trader', listing.supplierHotelId), 500)
  if (stock === 'plain' || !isTold || scenarioOf(RAPID, listing.supplierHotelId)) return {}
  return {
    trader_information: {
      traders: [
        {
          name: `${hotel.names.en} Betriebs GmbH`,
          address: { line_1: hotel.address, country_code: hotel.countryCode },
          business_register_name: 'Commercial register',
          business_register_number: `HRB ${listing.supplierHotelId}`,
          self_certification: true,
          contact_message: 'This property is managed by a professional host.',
          right_to_withdraw_message: 'Property bookings are not subject to the right to withdraw.',
          email: 'trader@example.com',
          phone: '0330-123-1235',
        },
      ],
      terms_and_conditions: 'https://www.expedia.com/terms_and_conditions',
    },
  }
}
