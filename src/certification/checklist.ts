import type { Evidence } from './evidence.ts'
import { calls, word } from './requirements/reading.ts'

/** RateHawk's documented flow, and the path of each of its steps. */
const THEIR_FLOW: readonly (readonly [step: string, path: string])[] = [
  ['Search by hotels', '/search/serp/hotels/'],
  ['Hotel page', '/search/hp/'],
  ['Prebook', '/hotel/prebook/'],
  ['Create booking process', '/hotel/order/booking/form/'],
  ['Start booking process', '/hotel/order/booking/finish/'],
  ['Check booking process', '/hotel/order/booking/finish/status/'],
  ['Retrieve bookings', '/hotel/order/info/'],
  ['Cancel booking', '/hotel/order/cancel/'],
]

function flowTable({ exchanges }: Evidence): string {
  const rows = THEIR_FLOW.map(([step, path]) => {
    const made = exchanges.filter(({ request }) => request.url.endsWith(path))
    return `| ${step} | \`POST ${path}\` | ${made.length === 0 ? '**not called**' : `${made.length} calls, the first is ${made[0]?.number ?? ''}`} |`
  })
  return ['| their flow | call | ours |', '|---|---|---|', ...rows].join('\n')
}

function setting({ settings }: Evidence, name: string, otherwise: string): string {
  const value = settings[name]
  return value === undefined ? otherwise : word({ value }, 'value')
}

/** The questions of the pre-certification checklist, answered by what was seen; empty for other suppliers. */
export function checklistOf(evidence: Evidence): string {
  if (evidence.supplierCode !== 'ratehawk') return ''
  const [prebook] = calls(evidence, 'price_check')
  const percent = word(prebook?.request.body, 'price_increase_percent')
  return `
## Checklist

${flowTable(evidence)}

| question | answer |
|---|---|
| Meals | all three fields of \`meal_data\` are parsed and shown; \`meal\` is not read |
| Price increase at prebook | ${percent} %; a difference is told, and needs the partner’s consent |
| E-mail of bookings | one address for all: ${setting(evidence, 'corporateEmail', '**none is set**')} |
| Cut-off | ${setting(evidence, 'bookingCutOffSeconds', 'none agreed yet')} |
| \`order_not_found\` and \`booking_finish_did_not_succeed\` | asked again until the cut-off, then final: a booking that appears late is found |
| Errors of the form | asked again under another \`partner_order_id\`, ten times at the most; nothing is started twice |
| Changes of bookings | none: cancel, and book again |
`
}
