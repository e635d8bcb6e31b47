import { type GraphQLSchema, isObjectType } from 'graphql'
import '../schema/scalars.ts'
import { builder } from '../resolvers/builder.ts'
import { describeAll } from './describe.ts'
import { observeRoots } from './observe-root-fields.ts'

builder.queryType({ description: 'What can be read.' })
builder.mutationType({ description: 'What changes something. One `input` each.' })
builder.subscriptionType({ description: 'What is told as it happens, over graphql-sse.' })

await Promise.all([
  import('../resolvers/hotel.ts'),
  import('../resolvers/search.ts'),
  import('../resolvers/rooms.ts'),
  import('../resolvers/booking.ts'),
  import('../resolvers/webhook.ts'),
  import('../resolvers/key.ts'),
  import('../resolvers/supplier-terms.ts'),
])

const ROOTS = new Set(['Query', 'Mutation', 'Subscription'])

/** True for a resolver that only returns the property with its field's name. */
function isPlain(name: string, resolve: (parent: object) => unknown): boolean {
  const value = Symbol(name)
  try {
    return resolve({ [name]: value }) === value
  } catch {
    return false
  }
}

/** Removes plain resolvers: compiled code reads a property without a resolver directly, which gives it most of its speed. */
function dropPlainResolvers(schema: GraphQLSchema): GraphQLSchema {
  for (const type of Object.values(schema.getTypeMap())) {
    if (!isObjectType(type) || ROOTS.has(type.name) || type.name.startsWith('__')) continue
    for (const field of Object.values(type.getFields())) {
      const { resolve } = field
      // Plain resolvers read only their parent.
      if (resolve && isPlain(field.name, resolve as (parent: object) => unknown)) field.resolve = undefined
    }
  }
  return schema
}

export const schema = observeRoots(dropPlainResolvers(describeAll(builder.toSchema())))
