import type { Json } from '../../http-client.ts'

type Schemas = { readonly document: Json; readonly schema: Json }

export function resolved(document: Json, schema: Json): Json {
  let at = schema
  while (at?.$ref)
    at = at.$ref
      .slice(2)
      .split('/')
      .reduce((part: Json, name: string) => part[unescaped(name)], document)
  return at ?? {}
}

function unescaped(name: string): string {
  return decodeURIComponent(name).replaceAll('~1', '/').replaceAll('~0', '~')
}

/** A schema with all the parts of which it is made, whether all of them hold, or one. */
function partsOf(document: Json, schema: Json): Json[] {
  const own = resolved(document, schema)
  const further = [...(own.allOf ?? []), ...(own.oneOf ?? []), ...(own.anyOf ?? [])]
  return [own, ...further.flatMap((part: Json) => partsOf(document, part))]
}

/** The paths, at any depth, of what a value has and its schema does not name. An object of which nothing is named may have anything. */
export function unknownProperties({ document, schema }: Schemas, value: unknown, path = ''): string[] {
  const parts = partsOf(document, schema)
  function within(inner: readonly Json[], member: unknown, name: string | number): string[] {
    return unknownProperties({ document, schema: { anyOf: inner } }, member, `${path}/${name}`)
  }
  if (Array.isArray(value)) {
    const items = parts.flatMap((part) => part.items ?? [])
    return items.length === 0 ? [] : value.flatMap((item, index) => within(items, item, index))
  }
  if (value === null || typeof value !== 'object') return []
  const named = parts.flatMap((part) => Object.keys(part.properties ?? {}))
  const others = parts.flatMap(({ additionalProperties: one }) => (one && typeof one === 'object' ? [one] : []))
  return Object.entries(value).flatMap(([name, member]) => {
    const known = parts.flatMap((part) => part.properties?.[name] ?? [])
    if (known.length > 0) return within(known, member, name)
    if (others.length > 0) return within(others, member, name)
    return named.length > 0 ? [`${path}/${name}`] : []
  })
}
