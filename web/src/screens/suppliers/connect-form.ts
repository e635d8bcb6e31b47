import type { FieldFault, Given, SupplierKind } from './documents.ts'

/** What the form holds. */
export type Filled = {
  readonly organization: string
  readonly supplier: string
  readonly connection: string
  readonly credentials: Readonly<Record<string, string>>
  readonly settings: string
  readonly baseUrl: string
  readonly hotel: string
  readonly unchecked: boolean
  readonly replace: boolean
  readonly further: boolean
  readonly reason: string
}

const SHORTEST_REASON = 10

/** What is missing before the server is asked, by field. */
export function missingIn(filled: Filled): readonly FieldFault[] {
  const needed = (['organization', 'supplier', 'connection'] as const).filter((name) => filled[name].trim() === '')
  const isShort = filled.reason.trim().length < SHORTEST_REASON
  return [
    ...needed.map((field) => ({ field, fault: 'This is needed.' })),
    ...(isShort ? [{ field: 'reason', fault: `Say why, in ${SHORTEST_REASON} characters at least.` }] : []),
  ]
}

/** As the server takes it: credentials that were left empty are not sent. */
export function toGiven({ supplier, connection, credentials, settings, baseUrl }: Filled, kind: SupplierKind): Given {
  const told = kind.credentials.flatMap((name) => {
    const value = credentials[name] ?? ''
    return value === '' ? [] : [[name, value] as const]
  })
  return {
    supplier,
    connection: connection.trim(),
    credentials: JSON.stringify(Object.fromEntries(told)),
    settings: settings.trim() || null,
    baseUrl: baseUrl.trim() || null,
  }
}

const OWN_FIELDS = ['organization', 'supplier', 'connection', 'baseUrl', 'reason']

/** The faults by the field of the form at which they are shown; `whole` for the rest. */
export function placeFaults(
  faults: readonly FieldFault[],
  kind: SupplierKind | null,
): Readonly<Record<string, string>> {
  const placed: Record<string, string> = {}
  for (const { field, fault } of faults) {
    const place = placeOf(field, fault, kind)
    const told = place === 'settings' && field !== null && field !== 'settings' ? `${field}: ${fault}` : fault
    placed[place] = placed[place] === undefined ? told : `${placed[place]}; ${told}`
  }
  return placed
}

function placeOf(field: string | null, fault: string, kind: SupplierKind | null): string {
  if (field === null)
    return /^--(connection|settings)\b/.exec(fault)?.[1] ?? (fault.startsWith('--base-url') ? 'baseUrl' : 'whole')
  if (OWN_FIELDS.includes(field)) return field
  return kind?.credentials.includes(field) ? field : 'settings'
}
