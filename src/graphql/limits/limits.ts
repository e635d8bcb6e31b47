import {
  type DocumentNode,
  type FieldNode,
  GraphQLError,
  getOperationAST,
  type OperationDefinitionNode,
  valueFromASTUntyped,
} from 'graphql'
import { schema } from '../schema.ts'
import { costAt, createMeasurer, rootTypeOf } from './measure.ts'

/** What a document may ask for, checked before anything runs. */
export const LIMITS = {
  depth: 10,
  aliases: 15,
  directives: 50,
  sameName: 50,
  /** Characters of an alias, which is told again with each entry of a list, and of every other name. */
  nameLength: 100,
  tokens: 2_000,
  /** Of a whole document, literals included: a fault of an argument quotes it. */
  characters: 65_536,
  cost: 20_000,
} as const

/** The length of a page that nothing is said of, and the longest there is. */
const DEFAULT_PAGE = 20
const MAX_PAGE = 100

type Variables = Readonly<Record<string, unknown>>

export function limitError(message: string): GraphQLError {
  return new GraphQLError(message, {
    extensions: { code: 'QUERY_TOO_COMPLEX', retryable: false, http: { spec: true, status: 400 } },
  })
}

/** A root field with what it asks for. */
type Root = { readonly field: FieldNode; readonly cost: readonly number[] }
type Plan = { readonly roots: readonly Root[]; readonly defaults: Variables }

const EMPTY: Plan = { roots: [], defaults: {} }

/** By document and operation: a document that is asked again is measured once. Lives as long as the document does. */
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

/** What an argument of a field is, variables and their defaults put in; enum values by their names. */
function argument(field: FieldNode, name: string, variables: Variables): unknown {
  const value = field.arguments?.find((one) => one.name.value === name)?.value
  return value && valueFromASTUntyped(value, variables)
}

function property(value: unknown, name: string): unknown {
  return typeof value === 'object' && value !== null ? (value as Variables)[name] : undefined
}

/** The page size that a root field asks for; one out of range is refused by the operation, and costs a whole page here. */
function pageSize(field: FieldNode, variables: Variables): number {
  const asked =
    argument(field, 'first', variables) ??
    argument(field, 'limit', variables) ??
    property(argument(field, 'input', variables), 'limit') ??
    DEFAULT_PAGE
  return typeof asked === 'number' && asked >= 0 ? Math.min(asked, MAX_PAGE) : MAX_PAGE
}

function costOf({ roots }: Plan, variables: Variables): number {
  return roots.reduce((total, { field, cost }) => total + costAt(cost, pageSize(field, variables)), 0)
}

/** Each live search keeps suppliers busy for up to 15 s: one a document. */
function liveSearches({ roots }: Plan, variables: Variables): number {
  return roots.filter(
    ({ field }) =>
      field.name.value === 'search' && property(argument(field, 'input', variables), 'pricingMode') === 'LIVE',
  ).length
}

/** What an operation costs: a point a field, times the length of the lists that it is in. */
export function operationCost(
  document: DocumentNode,
  operationName: string | null | undefined,
  variables: Variables,
): number {
  const plan = planOf(document, operationName)
  return costOf(plan, { ...plan.defaults, ...variables })
}

type LimitCheck = {
  /** Told as `extensions.cost`. */
  readonly cost: number
  /** Every limit that the request breaks; nothing may run unless it is empty. */
  readonly faults: readonly GraphQLError[]
}

/**
 * The limits that depend on variables, to be checked before a valid document is executed; the others are `shape.ts`'s.
 */
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
