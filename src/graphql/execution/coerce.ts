import { type GraphQLError, type GraphQLSchema, getVariableValues, type VariableDefinitionNode } from 'graphql'

type Variables = Readonly<Record<string, unknown>>
type Coerced = ReturnType<typeof getVariableValues>

/** Told of wrong variables, as the reference executor does. */
const MAX_ERRORS = 50

/** Characters of a text in a wrong value that are told. */
const MAX_TOLD = 100

/**
 * Coerces by the reference implementation. Each of its errors quotes the whole object that it is about, so that a megabyte of
 * text beside fifty wrong fields would be written fifty times: what is wrong is told of a copy with its texts cut short.
 */
export function coerceVariables(
  schema: GraphQLSchema,
  definitions: readonly VariableDefinitionNode[],
  given: Variables,
): Coerced {
  const values = getVariableValues(schema, definitions, given, { maxErrors: 0 })
  if (values.variableValues) return values
  const told = getVariableValues(schema, definitions, withShortTexts(given) as Variables, { maxErrors: MAX_ERRORS })
  return told.errors ? told : values
}

/** What is wrong with a request's variables; null when they fit. */
export function variableErrors(
  schema: GraphQLSchema,
  definitions: readonly VariableDefinitionNode[],
  given: Variables,
): readonly GraphQLError[] | null {
  return coerceVariables(schema, definitions, given).errors ?? null
}

function withShortTexts(value: unknown): unknown {
  if (typeof value === 'string') return value.length > MAX_TOLD ? `${value.slice(0, MAX_TOLD).toWellFormed()}…` : value
  if (value === null || typeof value !== 'object') return value
  if (Array.isArray(value)) return value.map(withShortTexts)
  return Object.fromEntries(Object.entries(value).map(([name, child]) => [name, withShortTexts(child)]))
}
