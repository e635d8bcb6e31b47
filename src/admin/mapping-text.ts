import type { Rows } from './command.ts'

const COLUMN = 52

/** The fields that tell two houses apart, in the order in which a person looks at them. */
const FIELDS = [
  'name',
  'alternativeNames',
  'formerNames',
  'chain',
  'propertyType',
  'stars',
  'addressLines',
  'postcode',
  'city',
  'countryCode',
  'latitude',
  'longitude',
  'phones',
] as const

/** Questions, as a person reads them: both descriptions side by side, then what speaks for and against. */
export function showReviews(rows: Rows): string {
  return rows
    .map((row) => {
      const { listing, hotelId, why, score, changes } = row
      const head = `${shown(listing)}  ?  hotel ${shown(hotelId) || '(none)'}   ${shown(why)}   score ${shown(score) || '-'}`
      return [
        head,
        ...sideBySide(fieldsOf(row['listingFacts']), fieldsOf(row['hotelFacts'])),
        ...evidenceLines(row['evidence']),
        ...changeLines(changes),
        ...otherLines(row['others']),
      ].join('\n')
    })
    .join('\n\n')
}

/** Verdicts with their evidence. */
export function showExplained(rows: Rows): string {
  return rows
    .map(({ hotelId, against, verdict, score, evidence }) =>
      [
        `hotel ${String(hotelId)} by ${String(against)}: ${String(verdict)} ${String(score)}`,
        ...evidenceLines(evidence),
      ].join('\n'),
    )
    .join('\n\n')
}

type Fields = Readonly<Record<string, unknown>>

function fieldsOf(value: unknown): Fields {
  return typeof value === 'object' && value !== null ? { ...value } : {}
}

function sideBySide(listing: Fields, hotel: Fields): string[] {
  return FIELDS.flatMap((field) => {
    const [left, right] = [shown(listing[field]), shown(hotel[field])]
    return left === '' && right === '' ? [] : [`  ${field.padEnd(16)} ${left.padEnd(COLUMN)} ${right}`]
  })
}

function shown(value: unknown): string {
  const text = Array.isArray(value) ? value.join(' | ') : isTold(value) ? String(value) : ''
  return text.length > COLUMN ? `${text.slice(0, COLUMN - 1)}…` : text
}

function isTold(value: unknown): value is string | number | boolean {
  return typeof value === 'string' || typeof value === 'number' || typeof value === 'boolean'
}

/** What speaks against it first: that is what a person decides by. */
function evidenceLines(evidence: unknown): string[] {
  if (!Array.isArray(evidence)) return []
  return evidence
    .map(fieldsOf)
    .sort((one, other) => rank(one['effect']) - rank(other['effect']))
    .map(({ kind, effect, a, b, meters }) => {
      const sign = typeof effect === 'number' ? `${effect > 0 ? '+' : ''}${effect.toFixed(1)}` : String(effect)
      const apart = typeof meters === 'number' ? ` ${meters} m` : ''
      const compared = typeof a === 'string' || typeof b === 'string' ? `  ${shown(a)} / ${shown(b)}` : ''
      return `  ${sign.padStart(6)} ${String(kind)}${apart}${compared}`
    })
}

function rank(effect: unknown): number {
  if (typeof effect === 'number') return effect
  return effect === 'NEVER' ? -1_000 : -500
}

function changeLines(changes: unknown): string[] {
  return Object.entries(fieldsOf(changes)).map(([field, change]) => {
    const { before, after } = fieldsOf(change)
    return `  changed ${field}: ${shown(before)} → ${shown(after)}`
  })
}

function otherLines(others: unknown): string[] {
  if (!Array.isArray(others) || others.length === 0) return []
  return [
    `  also likely: ${others
      .map(fieldsOf)
      .map(({ hotelId, score }) => `hotel ${String(hotelId)} (${String(score)})`)
      .join(', ')}`,
  ]
}
