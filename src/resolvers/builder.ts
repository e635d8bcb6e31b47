import type { ObjectRef, UnionRef } from '@pothos/core'
import { builder as shapes } from '../schema/builder.ts'
import { NotFoundProblem, type ProblemValue, RefusedProblem, ValidationProblem } from '../schema/problems.ts'
import type { GraphqlContext } from './context.ts'

/** The schema's builder as the root fields see it: with the context that the host gives. */
export const builder = shapes

/** Pothos types contexts once for a builder; the shapes left theirs open. */
export function contextOf(context: object): GraphqlContext {
  return context as GraphqlContext
}

type Types = typeof shapes.$inferSchemaTypes

/** An object type by its shape, whatever fields it has. */
export type ObjectType<Shape> = ObjectRef<Types, Shape, Shape>

type ProblemType = ObjectType<ProblemValue>

/**
 * The result of a field: its success, or one of the problems that it can meet. Problems carry their type's name; everything
 * else is the success.
 */
export function resultUnion<Success>(
  name: string,
  successName: string,
  success: ObjectType<Success>,
  // Each has facts of its own beside ProblemValue.
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
