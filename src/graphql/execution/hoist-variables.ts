import {
  type ConstArgumentNode,
  coerceInputLiteral,
  coerceInputValue,
  type DocumentNode,
  type FieldNode,
  type GraphQLArgument,
  type GraphQLError,
  type GraphQLField,
  type GraphQLInputType,
  GraphQLScalarType,
  type GraphQLSchema,
  isNonNullType,
  Kind,
  type OperationDefinitionNode,
  TypeInfo,
  type ValueNode,
  type VariableDefinitionNode,
  type VariableNode,
  valueToLiteral,
  visit,
  visitWithTypeInfo,
} from 'graphql'
import { coerceVariables } from './coerce.ts'

/** The type of every variable of a rewritten document: it passes coerced values through unchanged. */
export const COERCED = new GraphQLScalarType({ name: 'CoercedVariable' })

type Hoisted = {
  readonly name: string
  readonly value: ValueNode
  readonly type: GraphQLInputType
  /** The argument's default, for a variable that is omitted; undefined when there is none. */
  readonly ownDefault: unknown
}

export type Variables = Readonly<Record<string, unknown>>

type CoercedVariables =
  | { readonly kind: 'coerced'; readonly variables: Variables }
  | { readonly kind: 'refused'; readonly errors: readonly GraphQLError[] }
  /** An argument is invalid, or its default must be resolved during execution. */
  | { readonly kind: 'unusual' }

type RewrittenDocument = {
  readonly document: DocumentNode
  /** Coerces the variables with the reference implementation. */
  readonly read: (given: Variables) => CoercedVariables
}

/** True for an object or a list, which can contain variables and defaults, and for a variable. */
function isInvolved(value: ValueNode): boolean {
  return (
    value.kind === Kind.OBJECT ||
    value.kind === Kind.VARIABLE ||
    (value.kind === Kind.LIST && value.values.some(isInvolved))
  )
}

function defaultOf({ type, default: own }: GraphQLArgument): unknown {
  if (!own) return undefined
  return own.literal ? coerceInputLiteral(own.literal, type) : coerceInputValue(own.value, type)
}

/** The arguments that a field omits, filled in with their defaults. */
function defaultArguments(field: FieldNode, definition: GraphQLField<unknown, unknown>): ConstArgumentNode[] {
  return definition.args.flatMap((one): ConstArgumentNode[] => {
    if (!one.default || field.arguments?.some(({ name }) => name.value === one.name)) return []
    const value = one.default.literal ?? valueToLiteral(one.default.value, one.type)
    return value ? [{ kind: Kind.ARGUMENT, name: { kind: Kind.NAME, value: one.name }, value }] : []
  })
}

/**
 * Rewrites an operation so that the reference implementation coerces every variable before compiled code sees it: graphql-jit's
 * own coercion does not support @oneOf, and does not distinguish a missing variable from null. An argument becomes a variable as
 * a whole when it is more than a plain literal, or when it is non-null and its variable nullable.
 */
export function hoistVariables(
  schema: GraphQLSchema,
  document: DocumentNode,
  operation: OperationDefinitionNode,
): RewrittenDocument {
  const definitions = operation.variableDefinitions ?? []
  const nullable = new Set(
    definitions.filter(({ type }) => type.kind !== Kind.NON_NULL_TYPE).map(({ variable }) => variable.name.value),
  )
  function isHarmless({ type, default: own }: GraphQLArgument, { name }: VariableNode): boolean {
    return !nullable.has(name.value) || !(isNonNullType(type) || own)
  }
  const hoisted: Hoisted[] = []
  const info = new TypeInfo(schema)
  const rewritten = visit(
    document,
    visitWithTypeInfo(info, {
      Field: (node) => {
        const definition = info.getFieldDef()
        const defaults = definition ? defaultArguments(node, definition) : []
        return defaults.length > 0 ? { ...node, arguments: [...(node.arguments ?? []), ...defaults] } : undefined
      },
      Argument: (node) => {
        const argument = info.getArgument()
        const { value } = node
        if (!argument || !isInvolved(value) || (value.kind === Kind.VARIABLE && isHarmless(argument, value)))
          return undefined
        const name = `coerced${hoisted.length}__`
        hoisted.push({ name, value, type: argument.type, ownDefault: defaultOf(argument) })
        return { ...node, value: { kind: Kind.VARIABLE, name: { kind: Kind.NAME, value: name } } }
      },
    }),
  )
  const names = [...definitions.map(({ variable }) => variable.name.value), ...hoisted.map(({ name }) => name)]
  return {
    document: {
      ...rewritten,
      definitions: rewritten.definitions.map((one) =>
        one.kind === Kind.OPERATION_DEFINITION ? { ...one, variableDefinitions: names.map(coercedVariable) } : one,
      ),
    },
    read: (given) => {
      const values = coerceVariables(schema, definitions, given)
      if (!values.variableValues) return { kind: 'refused', errors: values.errors }
      if (hoisted.length === 0) return { kind: 'coerced', variables: values.variableValues.coerced }
      const variables: Record<string, unknown> = { ...values.variableValues.coerced }
      for (const { name, value, type, ownDefault } of hoisted) {
        const left = value.kind === Kind.VARIABLE && !(value.name.value in values.variableValues.coerced)
        const coerced = left ? ownDefault : coerceInputLiteral(value, type, values.variableValues)
        if (coerced === undefined) return { kind: 'unusual' }
        variables[name] = coerced
      }
      return { kind: 'coerced', variables }
    },
  }
}

function coercedVariable(name: string): VariableDefinitionNode {
  return {
    kind: Kind.VARIABLE_DEFINITION,
    variable: { kind: Kind.VARIABLE, name: { kind: Kind.NAME, value: name } },
    type: { kind: Kind.NAMED_TYPE, name: { kind: Kind.NAME, value: COERCED.name } },
  }
}
