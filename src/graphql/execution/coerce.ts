import { type GraphQLError, type GraphQLSchema, getVariableValues, type VariableDefinitionNode } from 'graphql'

type Variables = Readonly<Record<string, unknown>>
type Coerced = ReturnType<typeof getVariableValues>

/** The most errors about variables in an answer; the reference executor has the same limit. */
const MAX_ERRORS = 50

/** How many characters of a text in a wrong value are quoted. */
const MAX_TOLD = 100

/**
 * Coerces with the reference implementation. Each of its errors quotes the whole object that contains the fault, so a megabyte of
 * text next to fifty wrong fields would be quoted fifty times. Errors are therefore made from a copy with its texts shortened.
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

/** The errors of a request's variables; null when all are valid. */
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
