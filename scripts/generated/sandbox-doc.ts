import { sandboxCatalogue } from '../../src/sandbox/catalogue/catalogue.ts'
import { RATE_CLASSES } from '../../src/operations/access/rate-limits.ts'
import { SCENARIOS } from '../../src/sandbox/scenarios.ts'
import { SUPPLIER_OPERATIONS } from '../../src/suppliers/supplier-call.ts'

/** docs/sandbox.md: what a partner can play through. */
export function sandboxDoc(): string {
  const { places, hotels } = sandboxCatalogue()
  const cities = places.filter(({ type }) => type === 'city')
  function countIn(placeId: number): number {
    return hotels.filter((hotel) => hotel.placeId === placeId).length
  }
  return [
    '# The sandbox',
    '',
    'Made from `src/sandbox` by `npm run generate`.',
    '',
    `The sandbox’s catalogue has ${hotels.length} invented hotels in ${cities.length} real cities, with names in English, French,`,
    'German, Japanese and Arabic. Its suppliers are HTTP servers that speak each supplier’s own protocol, keep their bookings in',
    'Postgres, lapse their holds, and always give the same price for the same hotel, stay and party. The production adapters',
    'talk to them over HTTP and cannot tell the difference.',
    '',
    '## Scenario hotels',
    '',
    'Find them with `GET /destinations/autocomplete?q=Scenario`. Each is sold by the one supplier that it needs.',
    '',
    '| slug | hotel id | supplier | what happens |',
    '|---|---|---|---|',
    ...SCENARIOS.map(({ slug, hotelId, supplierCode, happens }) => `| \`${slug}\` | ${hotelId} | \`${supplierCode}\` | ${happens} |`),
    '',
    '## The clock',
    '',
    '`POST /sandbox/clock {"advance_seconds": 864000}` moves the time of the whole sandbox ahead (gateway, suppliers, job queue),',
    'so that a hold’s whole life passes in a second. Time only goes forward. `{"advance_seconds": 0}` tells the time.',
    'At most ten years ahead in all. Off with `SANDBOX_CLOCK=off`, and in production.',
    '',
    `The clock and the faults are the whole sandbox’s, every organization’s: both ask for the scope \`sandbox\` and take points of the`,
    `rate class \`sandbox\` (${RATE_CLASSES.sandbox} a minute by default). The seeded keys have the scope, and so has a key that`,
    '`npm run admin -- key create` makes without `--scopes`.',
    '',
    '## Faults',
    '',
    '`POST /sandbox/faults {"supplier_code": "expedia_rapid", "operation": "book", "fault": "timeout", "count": 1}` spoils the next',
    `\`count\` calls of an operation: ${SUPPLIER_OPERATIONS.map((name) => `\`${name}\``).join(', ')}.`,
    '',
    '| fault | what the gateway sees | was it done? |',
    '|---|---|---|',
    '| `timeout` | never an answer | yes |',
    '| `reset` | the connection is cut before the request is read | no |',
    '| `500` `429` | the supplier’s own error | no |',
    '| `slow` | the right answer, 3 s late | yes |',
    '| `garbage` | 200 with noise | yes |',
    '| `truncated` | half of the answer, then a cut | yes |',
    '',
    'An operation is what the gateway does, in every supplier’s own calls: at RateHawk `book_form` is the order form, `book` the',
    'start of the booking, and `find` and `retrieve` ask for its state and its record. `find` is how a lost booking is looked up.',
    'At most 1,000 faults wait; one more pushes the oldest out.',
    '',
    '## What a supplier changes on its own',
    '',
    'The sandbox suppliers listen on `SANDBOX_SUPPLIERS_PORT`, for this machine only. There, beside their own protocols,',
    '`POST /hotelbeds/alterations {"reference": "…", "cancelled": true}` (or `/expedia-rapid/…`, `/ratehawk/…`, `/liteapi/…`) changes the',
    'bookings that the supplier has under our reference; with `"supplier_hotel_id"` in place of `"reference"` it changes every new booking',
    'of that hotel, until the next such request, which may be empty. 204: done; 404: there is no such booking.',
    '',
    '| field | what the supplier does |',
    '|---|---|',
    '| `"cancelled": true` | cancels the booking, and charges nothing |',
    '| `"price_permille": 1030` | charges 3 % more, in its answer to the booking and in its record |',
    '| `"check_in_date"` `"check_out_date"` | has other dates |',
    '| `"rooms": 1` | has another number of rooms |',
    '| `"guests": [{"given_name": "…", "family_name": "…"}]` | has other names for the first guests |',
    '| `"forgotten": true` | no longer knows the booking |',
    '',
    '## Cities',
    '',
    '| place id | city | country | time zone | hotels |',
    '|---|---|---|---|---|',
    ...cities.map(({ placeId, names, countryCode, timeZone }) =>
      `| ${placeId} | ${names.en} | ${countryCode} | ${timeZone} | ${countIn(placeId)} |`,
    ),
    '',
  ].join('\n')
}
