/** The fields of an object that a reader knows. `*` stands for any name of a map by id; lists are known by what is in them. */
export type KnownFields = { readonly [name: string]: true | KnownFields }

type Told = {
  readonly known: KnownFields
  readonly tell: (path: string) => void
  /** Where the value stands; empty for the row itself. */
  readonly path?: string
}

/** An id that is no field would make a path for every hotel. */
const ID = /^-?\d+$/

/** Tells every field that is not known by its JSON path (`address.localized`, `rooms.*.area`, `images[].links`). */
export function tellUnknown(value: unknown, { known, tell, path = '' }: Told): void {
  if (Array.isArray(value)) {
    for (const one of value) tellUnknown(one, { known, tell, path: `${path}[]` })
    return
  }
  if (typeof value !== 'object' || value === null) return
  for (const [name, child] of Object.entries(value)) {
    const inside = Object.hasOwn(known, name) ? known[name] : known['*']
    if (inside === true) continue
    const shown = ID.test(name) || (inside !== undefined && !Object.hasOwn(known, name)) ? '*' : name
    const here = path === '' ? shown : `${path}.${shown}`
    if (inside === undefined) tell(here.slice(0, 200))
    else tellUnknown(child, { known: inside, tell, path: here })
  }
}

/** Known fields without anything inside, by their names. */
export function fields(names: string): Readonly<Record<string, true>> {
  return Object.fromEntries(
    names
      .trim()
      .split(/\s+/)
      .map((name) => [name, true]),
  )
}
