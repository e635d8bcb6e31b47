import type { ObjectRef, UnionRef } from '@pothos/core'
import type { Meaning } from '../domain/meanings/meaning.ts'
import { type DescribedOperation, OPERATIONS } from '../domain/meanings/operations.ts'
import { builder as shapes } from '../schema/builder.ts'
import { NotFoundProblem, type ProblemValue, RefusedProblem, ValidationProblem } from '../schema/problems.ts'
import type { GraphqlContext } from './context.ts'

/** The schema's builder for the root fields, with the context that the host provides. */
export const builder = shapes

/** Casts the context: Pothos has one context type per builder, which the shapes left open. */
export function contextOf(context: object): GraphqlContext {
  return context as GraphqlContext
}

type Types = typeof shapes.$inferSchemaTypes

/** An object type with this shape, regardless of its fields. */
export type ObjectType<Shape> = ObjectRef<Types, Shape, Shape>

type ProblemType = ObjectType<ProblemValue>

/**
 * The result type of a field: its success, or one of its possible problems. Problems have the name of their type; any other value
 * is the success.
 */
export function resultUnion<Success>(
  name: string,
  successName: string,
  success: ObjectType<Success>,
  // Each problem type has its own facts in addition to ProblemValue.
  ...problems: readonly unknown[]
): UnionRef<Types, Success | ProblemValue> {
  const types = [success, ValidationProblem, NotFoundProblem, RefusedProblem, ...problems] as unknown as ProblemType[]
  const union = builder.unionType(name, {
    description: `${successName}, or why not.`,
    types,
    resolveType: (value: unknown) =>
      typeof value === 'object' && value !== null && '__typename' in value ? String(value.__typename) : successName,
  })
  return union
}

/** What a root field does, and the meanings of its arguments, which are fields of the operation's input. */
export function told(operation: DescribedOperation, input?: { readonly fields: Readonly<Record<string, Meaning>> }) {
  return { description: OPERATIONS[operation].says, extensions: { meanings: input?.fields ?? {} } }
}
