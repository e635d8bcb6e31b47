/** What a person is called: as the audit log can have it behind `operator:` and `partner:`. */
const NAME = /^[a-z0-9][a-z0-9._-]{0,47}$/
/** Leaves room for a number behind it. */
const LONGEST_MADE_NAME = 40
export const NAME_RULE = '1 to 48 of a-z, 0-9, dot, dash and underscore, and begins with a letter or digit'

// oxlint-disable-next-line no-control-regex -- no column holds them
const EMAIL = /^[^\s@\u0000-\u001f]{1,64}@[^\s@\u0000-\u001f]{1,255}$/

export function isPersonName(text: string): boolean {
  return NAME.test(text)
}

export function isEmail(text: string): boolean {
  return EMAIL.test(text)
}

/** What stands for a name in what a provider tells: `Ada.Lovelace@example.com` is `ada.lovelace`. */
export function toPersonName(text: string): string {
  const [own = ''] = text.toLowerCase().split('@')
  const name = own
    .replaceAll(/[^a-z0-9._-]+/g, '-')
    .replace(/^[^a-z0-9]+/, '')
    .slice(0, LONGEST_MADE_NAME)
  return name === '' ? 'somebody' : name
}

/** A name without the number that tells namesakes apart: of `ada.2` it is `ada`. */
export function baseOfName(name: string): string {
  return name.replace(/\.\d{1,2}$/, '')
}
