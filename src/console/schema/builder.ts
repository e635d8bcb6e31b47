import SchemaBuilder from '@pothos/core'
import type { Role } from '../../domain/console-role.ts'
import type { ConsoleContext } from '../context.ts'

type Text = { Input: string; Output: string }

/** The schema of the console and the portal. Every root field says with `...only(roles)` who may use it; `guard-roots.ts` holds that. */
export const builder = new SchemaBuilder<{
  Context: ConsoleContext
  DefaultFieldNullability: false
  Scalars: { DateTime: Text; JSON: { Input: unknown; Output: unknown } }
}>({ defaultFieldNullability: false })

builder.scalarType('DateTime', { description: 'RFC 3339, in UTC.', serialize: String, parseValue: String })
builder.scalarType('JSON', {
  description: 'What an operation tells, as the command line prints it with --json.',
  serialize: (value) => value,
})

builder.queryType({})
builder.mutationType({})
builder.subscriptionType({})

/** Who may use a root field: those who have one of the roles. */
export function only(...roles: readonly Role[]) {
  return { extensions: { roles } }
}
