import { GraphQLError, type GraphQLField, type GraphQLSchema } from 'graphql'
import { ERRORS, type ErrorCode } from '../domain/errors.ts'
import { inSpan } from '../platform/request-trace.ts'
import { contextOf } from '../resolvers/builder.ts'
import type { GraphqlContext } from '../resolvers/context.ts'

/** The result of a root field as a code of the contract, for problems that are members of the field's union. */
function codeOf(answered: unknown): string {
  if (typeof answered !== 'object' || answered === null || !('__typename' in answered)) return 'OK'
  return String(answered.__typename).endsWith('Problem') && 'code' in answered ? String(answered.code) : 'OK'
}

function codeOfError(error: unknown): string {
  return error instanceof GraphQLError && typeof error.extensions['code'] === 'string'
    ? error.extensions['code']
    : 'INTERNAL_ERROR'
}

/** The HTTP status of a code, so that both facades have the same metrics. */
function statusOf(code: string): number {
  return code === 'OK' ? 200 : (ERRORS[code as ErrorCode]?.status ?? 500)
}

type Root = { readonly field: string; readonly isMutation: boolean }

function observed<T>(context: GraphqlContext, root: Root, work: () => T | Promise<T>): Promise<T> {
  return inSpan({ name: root.field, kind: 'INTERNAL' }, async (span) => {
    const startedAt = performance.now()
    let code = 'INTERNAL_ERROR'
    try {
      const answered = await work()
      code = codeOf(answered)
      return answered
    } catch (error) {
      code = codeOfError(error)
      throw error
    } finally {
      span?.set({ 'operation.outcome': code })
      context.observe({ ...root, status: statusOf(code), seconds: (performance.now() - startedAt) / 1_000 })
    }
  })
}

type Field = GraphQLField<unknown, unknown>

function observeField(field: Field, isMutation: boolean): void {
  const { name, resolve, subscribe } = field
  const root = { field: name, isMutation }
  if (subscribe)
    field.subscribe = (source, args, context, info) =>
      observed(contextOf(context as object), root, () => subscribe(source, args, context, info))
  else if (resolve)
    field.resolve = (source, args, context, info) =>
      observed(contextOf(context as object), root, () => resolve(source, args, context, info))
}

/** Counts, times and traces every root field under its name in the schema, so that clients cannot add names to the metrics. */
export function observeRoots(schema: GraphQLSchema): GraphQLSchema {
  const mutation = schema.getMutationType()
  for (const root of [schema.getQueryType(), mutation, schema.getSubscriptionType()])
    for (const field of Object.values(root?.getFields() ?? {})) observeField(field, root === mutation)
  return schema
}
