import type { Json } from './json-schema.ts'

const COMPONENTS = '#/components/'

/** Every reference in a part of a document: `$ref`s, and the schemas that discriminators map to. */
function* refsIn(part: unknown): Generator<string> {
  if (Array.isArray(part)) for (const one of part) yield* refsIn(one)
  if (part === null || typeof part !== 'object') return
  for (const value of Object.values(part)) {
    if (typeof value === 'string') {
      if (value.startsWith(COMPONENTS)) yield value
    } else yield* refsIn(value)
  }
}

/** The components that a document uses, directly or not; the others would only make readers ask what they are for. */
export function usedComponents(components: Readonly<Record<string, Json>>, ...roots: readonly unknown[]): Json {
  const used = new Set<string>()
  const waiting = roots.flatMap((root) => [...refsIn(root)])
  for (const ref of waiting) {
    if (used.has(ref)) continue
    used.add(ref)
    const [kind = '', name = ''] = ref.slice(COMPONENTS.length).split('/')
    waiting.push(...refsIn(components[kind]?.[name]))
  }
  return Object.fromEntries(
    Object.entries(components).map(([kind, all]) => [
      kind,
      kind === 'securitySchemes'
        ? all
        : Object.fromEntries(Object.entries(all).filter(([name]) => used.has(`${COMPONENTS}${kind}/${name}`))),
    ]),
  )
}
