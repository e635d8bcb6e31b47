import { type GraphQLField, type GraphQLSchema, getNamedType, isInputObjectType, isLeafType } from 'graphql'
import { allCommands } from '../../src/admin/commands.ts'
import { consoleSchema } from '../../src/console/schema.ts'
import { PORTAL_ROLES } from '../../src/domain/console-role.ts'

export type PortalField = {
  readonly kind: 'query' | 'mutation'
  readonly name: string
  readonly roles: readonly string[]
  readonly args: readonly { readonly name: string; readonly type: string; readonly isRequired: boolean }[]
  /** What is asked of the answer. */
  readonly selection: string
}

/** Every field that somebody of a portal may ask for, as the schema has it. */
export async function portalFields(): Promise<readonly PortalField[]> {
  const schema = consoleSchema(await allCommands())
  return [...fieldsOf(schema, 'query'), ...fieldsOf(schema, 'mutation')].filter(({ roles }) =>
    roles.some((role) => (PORTAL_ROLES as readonly string[]).includes(role)),
  )
}

function fieldsOf(schema: GraphQLSchema, kind: PortalField['kind']): readonly PortalField[] {
  const root = kind === 'query' ? schema.getQueryType() : schema.getMutationType()
  return Object.values(root?.getFields() ?? {}).map((field) => ({
    kind,
    name: field.name,
    roles: (field.extensions['roles'] ?? []) as readonly string[],
    args: field.args.map(({ name, type }) => ({
      name,
      type: String(type),
      isRequired: String(type).endsWith('!') && !isInputObjectType(getNamedType(type)),
    })),
    selection: selectionOf(field, 3),
  }))
}

function selectionOf({ type }: Pick<GraphQLField<unknown, unknown>, 'type'>, depth: number): string {
  const named = getNamedType(type)
  if (isLeafType(named) || !('getFields' in named)) return ''
  const fields = Object.values(named.getFields()) as GraphQLField<unknown, unknown>[]
  const chosen = fields.flatMap((field) => {
    if (field.args.length > 0) return []
    if (isLeafType(getNamedType(field.type))) return [field.name]
    return depth > 0 ? [`${field.name} ${selectionOf(field, depth - 1)}`] : []
  })
  return `{ ${chosen.join(' ')} }`
}
