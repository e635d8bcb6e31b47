import {
  type DocumentNode,
  type FieldNode,
  GraphQLError,
  getOperationAST,
  type OperationDefinitionNode,
  valueFromASTUntyped,
} from 'graphql'
import { MAX_HOTELS_BY_ID } from '../../operations/inputs/search.ts'
import { schema } from '../schema.ts'
import { costAt, createMeasurer, rootTypeOf } from './measure.ts'

/** The limits on a document, checked before execution. */
export const LIMITS = {
  depth: 10,
  aliases: 15,
  directives: 50,
  sameName: 50,
  /** The longest alias, which is repeated in each entry of a list, and the longest of any other name. */
  nameLength: 100,
  tokens: 2_000,
  /** The length of a whole document including literals: an error about an argument quotes it. */
  characters: 65_536,
  cost: 20_000,
} as const

/** The page size when a document gives none, and the largest page size. */
const DEFAULT_PAGE = 20
const MAX_PAGE = 100

type Variables = Readonly<Record<string, unknown>>

export function limitError(message: string): GraphQLError {
  return new GraphQLError(message, {
    extensions: { code: 'QUERY_TOO_COMPLEX', retryable: false, http: { spec: true, status: 400 } },
  })
}

/** A root field with its cost. */
type Root = { readonly field: FieldNode; readonly cost: readonly number[] }
type Plan = { readonly roots: readonly Root[]; readonly defaults: Variables }

const EMPTY: Plan = { roots: [], defaults: {} }

/** By document and operation: a document that is sent again is not measured again. An entry lives as long as its document. */
const plans = new WeakMap<DocumentNode, Map<string, Plan>>()

function planOf(document: DocumentNode, operationName: string | null | undefined): Plan {
  const operation = getOperationAST(document, operationName)
  if (!operation) return EMPTY
  const known = plans.get(document) ?? new Map<string, Plan>()
  plans.set(document, known)
  const name = operation.name?.value ?? ''
  const plan = known.get(name) ?? makePlan(document, operation)
  known.set(name, plan)
  return plan
}

function makePlan(document: DocumentNode, operation: OperationDefinitionNode): Plan {
  const measurer = createMeasurer(schema, document)
  const roots = measurer.fieldsOf(operation.selectionSet, rootTypeOf(schema, operation))
  return {
    roots: roots.map((root) => ({ field: root.field, cost: measurer.ofField(root).cost })),
    defaults: Object.fromEntries(
      (operation.variableDefinitions ?? []).flatMap(({ variable, defaultValue }) =>
        defaultValue ? [[variable.name.value, valueFromASTUntyped(defaultValue)]] : [],
      ),
    ),
  }
}

/** The value of a field's argument with variables and their defaults filled in; enum values appear by name. */
function argument(field: FieldNode, name: string, variables: Variables): unknown {
  const value = field.arguments?.find((one) => one.name.value === name)?.value
  return value && valueFromASTUntyped(value, variables)
}

function property(value: unknown, name: string): unknown {
  return typeof value === 'object' && value !== null ? (value as Variables)[name] : undefined
}

/**
 * The page size that a root field requests. The operation refuses a size out of range, by its path: one below it counts as an empty
 * page here, so that the refusal is not that of the cost, and one above it as a full page.
 */
function pageSize(field: FieldNode, variables: Variables): number {
  const input = argument(field, 'input', variables)
  const byIds = property(input, 'destination') == null ? property(input, 'hotelIds') : null
  // Hotels by their ids are all on one page.
  if (Array.isArray(byIds)) return Math.min(byIds.length, MAX_HOTELS_BY_ID)
  const asked =
    argument(field, 'first', variables) ??
    argument(field, 'limit', variables) ??
    property(input, 'limit') ??
    DEFAULT_PAGE
  return typeof asked === 'number' ? Math.max(0, Math.min(asked, MAX_PAGE)) : MAX_PAGE
}

function costOf({ roots }: Plan, variables: Variables): number {
  return roots.reduce((total, { field, cost }) => total + costAt(cost, pageSize(field, variables)), 0)
}

/** Counts live searches. Each keeps suppliers busy for up to 15 s, so a document may have only one. */
function liveSearches({ roots }: Plan, variables: Variables): number {
  return roots.filter(
    ({ field }) =>
      field.name.value === 'search' && property(argument(field, 'input', variables), 'pricingMode') === 'LIVE',
  ).length
}

/** The cost of an operation: one point per field, multiplied by the lengths of the lists around it. */
export function operationCost(
  document: DocumentNode,
  operationName: string | null | undefined,
  variables: Variables,
): number {
  const plan = planOf(document, operationName)
  return costOf(plan, { ...plan.defaults, ...variables })
}

type LimitCheck = {
  /** The cost, which is returned as `extensions.cost`. */
  readonly cost: number
  /** Every limit that the request exceeds; the request may only run when this is empty. */
  readonly faults: readonly GraphQLError[]
}

/** Checks the limits that depend on variables, before a valid document is executed; `document-shape.ts` has the others. */
export function checkLimits(
  document: DocumentNode,
  operationName: string | null | undefined,
  variables: Variables,
): LimitCheck {
  const plan = planOf(document, operationName)
  const given = { ...plan.defaults, ...variables }
  const cost = costOf(plan, given)
  return {
    cost,
    faults: [
      ...(cost > LIMITS.cost ? [limitError(`a query may cost ${LIMITS.cost} points, not ${cost}`)] : []),
      ...(liveSearches(plan, given) > 1 ? [limitError('at most one live search a document')] : []),
    ],
  }
}
