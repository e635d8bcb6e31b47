/**
 * What the contract's fields mean, said once. Both facades print it: OpenAPI in HTTP's spelling, the GraphQL schema in its own. A text
 * may contain three kinds of names, which each facade spells as its clients do:
 * - `{checkIn}`: a field or argument: `check_in`, `checkIn`;
 * - `{=live}`: a value of a closed list that HTTP writes in lower case: `live`, `LIVE`;
 * - `{@prebook}`: an operation: `POST /hotels/prebook`, `prebook`.
 */

/** A field: sentences that say what it is, its unit and format, and when it is null, empty or absent; and what a value looks like. */
export type Meaning = {
  readonly says: string
  /** A value as HTTP carries it. Absent for objects, whose own fields have examples, and for flags. */
  readonly example?: unknown
}

/** A type of the contract with all of its fields: a field without a meaning does not compile. */
export type TypeMeaning<View> = {
  readonly says: string
  readonly fields: { readonly [Field in keyof View]-?: Meaning }
}

/** A closed list with each of its values. */
export type ValuesMeaning<Value extends string> = {
  readonly says: string
  readonly values: Readonly<Record<Value, string>>
}

export function means(says: string, example?: unknown): Meaning {
  return example === undefined ? { says } : { says, example }
}

export function typeMeaning<View>(says: string, fields: TypeMeaning<View>['fields']): TypeMeaning<View> {
  return { says, fields }
}

export function valuesMeaning<Value extends string>(
  says: string,
  values: Readonly<Record<Value, string>>,
): ValuesMeaning<Value> {
  return { says, values }
}

/** The values of a closed list, in their order. */
export function valuesOf<Value extends string>({ values }: ValuesMeaning<Value>): [Value, ...Value[]] {
  return Object.keys(values) as [Value, ...Value[]]
}

/** How a facade writes the names in a text. */
export type Spelling = {
  readonly field: (name: string) => string
  readonly value: (value: string) => string
  /** Throws for an operation that there is not. */
  readonly operation: (name: string) => string
}

/** A text with its names as a facade's clients write them, as code. */
export function spelled(text: string, spelling: Spelling): string {
  return text.replace(/\{([=@]?)([A-Za-z][\w.[\]]*)\}/g, (_, kind: string, name: string) => {
    if (kind === '@') return `\`${spelling.operation(name)}\``
    return kind === '=' ? `\`${spelling.value(name)}\`` : `\`${spelling.field(name)}\``
  })
}
