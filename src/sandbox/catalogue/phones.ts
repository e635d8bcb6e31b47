import { hash32 } from './hash.ts'

/** How a country's telephone numbers are made: its code, the area that the sandbox's hotels are in, and further digits. */
type PhonePlan = {
  readonly code: string
  readonly area: string
  readonly digits: number
  /** What is dialled before the area inside the country. */
  readonly trunk: string
}

function plan([code, area]: readonly [string, string], digits: number, trunk = ''): PhonePlan {
  return { code, area, digits, trunk }
}

/** After the ITU's national numbering plans; the numbers themselves are invented. */
const PLANS: Readonly<Record<string, PhonePlan>> = {
  GB: plan(['44', '20'], 8, '0'),
  FR: plan(['33', '1'], 8, '0'),
  DE: plan(['49', '30'], 7, '0'),
  IT: plan(['39', '06'], 8),
  ES: plan(['34', '93'], 7),
  GR: plan(['30', '21'], 8),
  US: plan(['1', '212'], 7),
  JP: plan(['81', '3'], 8, '0'),
  TH: plan(['66', '2'], 7, '0'),
  AE: plan(['971', '4'], 7, '0'),
  EG: plan(['20', '2'], 8, '0'),
  KW: plan(['965', '22'], 6),
  KZ: plan(['7', '727'], 7, '8'),
  KR: plan(['82', '2'], 8, '0'),
  NZ: plan(['64', '9'], 7, '0'),
  FJ: plan(['679', '33'], 5),
  WS: plan(['685', '2'], 4),
  IS: plan(['354', '5'], 6),
  HK: plan(['852', '2'], 7),
  PR: plan(['1', '787'], 7),
  GP: plan(['590', '590'], 6, '0'),
}

const UNKNOWN = plan(['44', '20'], 8, '0')

/** A telephone number of the country in E.164, always the same for the same hash. */
export function phoneOf(countryCode: string, hash: number): string {
  const { code, area, digits } = PLANS[countryCode] ?? UNKNOWN
  // No country's subscriber numbers begin with 0 or 1 everywhere; 2 to 9 are safe.
  const first = String(2 + (hash % 8))
  const rest = String(hash32('phone', hash))
    .padStart(10, '0')
    .slice(-(digits - 1))
  return `+${code}${area}${first}${rest}`
}

/** The same number as it is written inside the country: `020 7123 4567`. */
export function nationalForm(countryCode: string, e164: string): string {
  const { code, area, trunk } = PLANS[countryCode] ?? UNKNOWN
  const subscriber = e164.slice(1 + code.length + area.length)
  const half = subscriber.length >> 1
  return `${trunk}${area} ${subscriber.slice(0, half)} ${subscriber.slice(half)}`
}

/** `+44 20 7123 4567`, as most suppliers write it. */
export function spacedForm(countryCode: string, e164: string): string {
  const { code, area } = PLANS[countryCode] ?? UNKNOWN
  return `+${code} ${area} ${e164.slice(1 + code.length + area.length)}`
}
