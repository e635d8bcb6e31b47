/** How one filter is written in the address. */
export type Field<Value> = {
  parse(given: string): Value | null
  print(value: Value): string
  readonly byDefault: Value
}

export type Fields = Readonly<Record<string, Field<unknown>>>

/** What a set of fields holds. */
export type StateOf<F> = { readonly [Name in keyof F]: F[Name] extends Field<infer Value> ? Value : never }

export type Search = Readonly<Record<string, string>>

/** A text; empty by default, and then not in the address. */
export function text(byDefault = ''): Field<string> {
  return { parse: (given) => given, print: (value) => value, byDefault }
}

/** One of some words. */
export function oneOf<const Word extends string>(
  words: readonly Word[],
  byDefault: NoInfer<Word> | '',
): Field<Word | ''> {
  return { parse: (given) => words.find((word) => word === given) ?? null, print: (value) => value, byDefault }
}

/** A switch: `true` in the address, or nothing. */
export function flag(byDefault = false): Field<boolean> {
  return {
    parse: (given) => (given === 'true' ? true : given === 'false' ? false : null),
    print: String,
    byDefault,
  }
}

/** A whole number that is not negative. */
export function whole(byDefault: number): Field<number> {
  return { parse: (given) => (/^\d{1,15}$/.test(given) ? Number(given) : null), print: String, byDefault }
}

/** Several words, divided by commas. */
export function list(): Field<readonly string[]> {
  return {
    parse: (given) => given.split(',').filter((word) => word !== ''),
    print: (value) => value.join(','),
    byDefault: [],
  }
}

/** The filters that an address holds; what cannot be read counts as not given. */
export function readState<F extends Fields>(fields: F, search: Search): StateOf<F> {
  const read = Object.entries(fields).map(([name, field]) => {
    const given = search[name]
    return [name, (given === undefined ? null : field.parse(given)) ?? field.byDefault]
  })
  return Object.fromEntries(read) as StateOf<F>
}

/** The address with some filters changed: what is the default is left out, and what belongs to others stays. */
export function writeState<F extends Fields>(fields: F, search: Search, changes: Partial<StateOf<F>>): Search {
  const next: Record<string, string> = { ...search }
  for (const [name, value] of Object.entries(changes)) {
    const field = fields[name]
    if (!field || value === undefined) continue
    const printed = field.print(value)
    if (printed === '' || printed === field.print(field.byDefault)) delete next[name]
    else next[name] = printed
  }
  return next
}

/** `?a=1&b=x` as words: no word is taken for a number or for JSON. Of a name that comes twice the last counts. */
export function parseSearch(given: string): Search {
  return Object.fromEntries(new URLSearchParams(given))
}

/** The words as `?a=1&b=x`, `:` and `,` and `/` left readable; nothing: the empty text. */
export function printSearch(search: Readonly<Record<string, unknown>>): string {
  const pairs = Object.entries(search).filter(([, value]) => value !== undefined && value !== '')
  const printed = new URLSearchParams(pairs.map(([name, value]) => [name, String(value)])).toString()
  const readable = printed.replaceAll('%3A', ':').replaceAll('%2C', ',').replaceAll('%2F', '/').replaceAll('%40', '@')
  return readable === '' ? '' : `?${readable}`
}
