import { z } from 'zod'
import { snakeCase } from '../../domain/wire.ts'
import { spell } from './spelling.ts'

export type Json = Readonly<Record<string, unknown>>

function isJson(value: unknown): value is Json {
  return value !== null && typeof value === 'object' && !Array.isArray(value)
}

/** Renames properties to the contract's spelling in all nested schemas, and spells the names in their descriptions. */
function contractNames(schema: unknown): unknown {
  if (Array.isArray(schema)) return schema.map(contractNames)
  if (!isJson(schema)) return schema
  return Object.fromEntries(
    Object.entries(schema).map(([key, value]) => {
      if (key === 'properties' && isJson(value))
        return [
          key,
          Object.fromEntries(Object.entries(value).map(([name, child]) => [snakeCase(name), contractNames(child)])),
        ]
      if (key === 'required' && Array.isArray(value)) return [key, value.map((name) => snakeCase(String(name)))]
      if (key === 'description' && typeof value === 'string') return [key, spell(value)]
      if (key === 'examples' || key === 'const' || key === 'enum') return [key, value]
      return [key, contractNames(value)]
    }),
  )
}

/** Removes the fields that zod adds to a schema. */
function bare({ $schema: _, $id: __, ...schema }: Json): Json {
  return contractNames(schema) as Json
}

/**
 * Removes a default, which is said in the description. openapi-typescript takes a field that has one for required, in requests too:
 * `rooms: [{ adults: 2 }]` would not compile without `child_ages`.
 */
function withoutDefault({ jsonSchema }: { readonly jsonSchema: z.core.JSONSchema.BaseSchema }): void {
  delete jsonSchema.default
}

/** The JSON schema of an operation's input: validation and document come from the same source. */
export function inputSchema(input: z.ZodType): Json {
  return bare(z.toJSONSchema(input, { io: 'input', unrepresentable: 'any', override: withoutDefault }))
}

const SAFE = { minimum: Number.MIN_SAFE_INTEGER, maximum: Number.MAX_SAFE_INTEGER } as const

/** Removes the bounds that zod adds to every integer for JavaScript's sake; they are of no use to a reader. */
function withoutSafeBounds({ jsonSchema }: { readonly jsonSchema: z.core.JSONSchema.BaseSchema }): void {
  if (jsonSchema.minimum === SAFE.minimum) delete jsonSchema.minimum
  if (jsonSchema.maximum === SAFE.maximum) delete jsonSchema.maximum
}

export function refTo(name: string): Json {
  return { $ref: `#/components/schemas/${name}` }
}

/** The answer schemas by name. A named schema inside another one becomes a `$ref`. */
export function namedSchemas(shapes: Readonly<Record<string, z.ZodType>>): Readonly<Record<string, Json>> {
  const registry = z.registry<{ id: string }>()
  for (const [name, shape] of Object.entries(shapes)) registry.add(shape, { id: name })
  const { schemas } = z.toJSONSchema(registry, {
    uri: (name) => `#/components/schemas/${name}`,
    override: withoutSafeBounds,
  })
  return Object.fromEntries(Object.entries(schemas).map(([name, schema]) => [name, bare(schema)]))
}

export function propertiesOf(schema: Json): Readonly<Record<string, Json>> {
  return (schema['properties'] ?? {}) as Record<string, Json>
}

export function requiredOf(schema: Json): readonly string[] {
  return (schema['required'] ?? []) as string[]
}

/** An object schema with the given properties removed. */
export function without(schema: Json, names: readonly string[]): Json {
  const { required: _, ...rest } = schema
  const required = requiredOf(schema).filter((name) => !names.includes(name))
  return {
    ...rest,
    properties: Object.fromEntries(Object.entries(propertiesOf(schema)).filter(([name]) => !names.includes(name))),
    ...(required.length > 0 ? { required } : {}),
  }
}

/** The schema for a path or query parameter, which cannot be null. */
export function withoutNull(schema: Json): Json {
  const { anyOf, type, ...rest } = schema
  if (Array.isArray(type)) return { ...rest, type: type.find((one) => one !== 'null') }
  if (!Array.isArray(anyOf)) return schema
  const kept = anyOf.filter((one: Json) => one['type'] !== 'null') as Json[]
  const [only] = kept
  if (!only || kept.length > 1) return { ...rest, anyOf: kept }
  const list = typeof only['description'] === 'string' ? only['description'].split(/\n\n(?=- )/)[1] : undefined
  const description = [rest['description'], list].filter(Boolean).join('\n\n')
  return { ...rest, ...only, ...(description === '' ? {} : { description }) }
}
