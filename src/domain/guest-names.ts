import { type Issue, issue } from './issue.ts'

/** Which names a supplier takes. It is data, stored with an offer, so that what was told holds when the offer is booked. */
export type NameRule = {
  /** The source of a regular expression with the flag `u`, which the whole name has to match. */
  readonly pattern: string
  readonly maxLength: number
  /** The rule as a sentence for people. */
  readonly says: string
}

/**
 * True for a letter with a tower of combining marks on it. Real names have up to three in a row (Vietnamese, pointed Hebrew,
 * Devanagari); towers are drawn over other lines of what suppliers, hotels and operators read.
 */
export function hasTower(name: string): boolean {
  return /\p{M}{5}/u.test(name.normalize('NFC'))
}

type Named = { readonly givenName?: string | null | undefined; readonly familyName?: string | null | undefined }

/** Every name that the supplier would refuse. Nobody is asked to correct a name that is not sent. */
export function refusedNames(
  rule: NameRule,
  { holder, guests }: { readonly holder: Named; readonly guests: readonly Named[] },
): Issue[] {
  const pattern = new RegExp(`^(?:${rule.pattern})$`, 'u')
  function faults({ givenName, familyName }: Named, path: string): Issue[] {
    const names = [
      ['given_name', givenName],
      ['family_name', familyName],
    ] as const
    return names.flatMap(([field, name]) =>
      name == null || (pattern.test(name) && name.length <= rule.maxLength)
        ? []
        : [issue(`${path}.${field}`, 'NAME_NOT_ACCEPTED', rule.says)],
    )
  }
  return [...faults(holder, 'holder'), ...guests.flatMap((guest, index) => faults(guest, `guests[${index}]`))]
}
