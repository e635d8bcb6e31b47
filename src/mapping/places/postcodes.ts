/** How many houses a whole postcode has: a handful, a quarter, or a town. Source: the Universal Postal Union's addressing guides. */
type Reach = 'HOUSES' | 'QUARTER' | 'TOWN'

const REACH: Readonly<Record<string, Reach>> = {
  GB: 'HOUSES',
  NL: 'HOUSES',
  CA: 'HOUSES',
  IE: 'HOUSES',
  SG: 'HOUSES',
  JP: 'HOUSES',
  BR: 'HOUSES',
  PT: 'HOUSES',
  IL: 'HOUSES',
  PL: 'QUARTER',
  KR: 'QUARTER',
  TW: 'QUARTER',
  IR: 'HOUSES',
  MT: 'HOUSES',
  GG: 'HOUSES',
  JE: 'HOUSES',
  IM: 'HOUSES',
  AR: 'HOUSES',
  CL: 'QUARTER',
  SE: 'QUARTER',
  DK: 'TOWN',
  NO: 'QUARTER',
  FI: 'QUARTER',
  DE: 'QUARTER',
  US: 'QUARTER',
  RU: 'QUARTER',
  UA: 'QUARTER',
  GR: 'QUARTER',
  IN: 'QUARTER',
  IT: 'QUARTER',
  MX: 'QUARTER',
  CZ: 'QUARTER',
  SK: 'QUARTER',
  RO: 'HOUSES',
  LV: 'QUARTER',
  LT: 'HOUSES',
  EE: 'QUARTER',
}

export type Postcode = { readonly text: string; readonly reach: Reach }

/** Null when none is told, or what is told is none. */
export function readPostcode(text: string | null, countryCode: string | null): Postcode | null {
  const letters = (text ?? '').toUpperCase().replace(/[^A-Z0-9]/g, '')
  const bare = withoutPrefix(letters, countryCode)
  if (bare.length < 2 || /^0+$/.test(bare) || /^9{5}$/.test(bare)) return null
  return { text: bare, reach: (countryCode === null ? undefined : REACH[countryCode]) ?? 'TOWN' }
}

/** Countries whose postcodes begin with letters of their own. */
const WITH_LETTERS: ReadonlySet<string> = new Set([
  'GB',
  'GG',
  'JE',
  'IM',
  'CA',
  'IE',
  'NL',
  'MT',
  'BN',
  'BM',
  'KY',
  'AR',
])

/** `VIC 3000`, `A-1010`, `D-60549`, `LT-01100`, `15213-1234`. */
function withoutPrefix(letters: string, countryCode: string | null): string {
  if (countryCode === 'US') return (letters.match(/\d{5}/) ?? [''])[0]
  return countryCode !== null && WITH_LETTERS.has(countryCode) ? letters : letters.replace(/^[A-Z]+/, '')
}

/** EQUAL: whole codes. COARSE: one is the beginning of the other. OTHER: they differ. */
export function comparePostcodes(a: Postcode, b: Postcode): 'EQUAL' | 'COARSE' | 'OTHER' {
  if (a.text === b.text) return 'EQUAL'
  const [shorter, longer] = a.text.length <= b.text.length ? [a.text, b.text] : [b.text, a.text]
  return shorter.length < longer.length && longer.startsWith(shorter) ? 'COARSE' : 'OTHER'
}
