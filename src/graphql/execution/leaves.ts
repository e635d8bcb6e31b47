import { GraphQLFloat, GraphQLID, GraphQLInt, GraphQLString } from 'graphql'

/** How compiled code serializes scalars: usual values take a fast path, all others the reference implementation. */
export const LEAVES: Record<string, (value: unknown) => unknown> = {
  String: (value) => (typeof value === 'string' ? value : GraphQLString.serialize(value)),
  ID: (value) => (typeof value === 'string' ? value : GraphQLID.serialize(value)),
  Int: (value) => (typeof value === 'number' && value === (value | 0) ? value : GraphQLInt.serialize(value)),
  Float: (value) => (typeof value === 'number' && Number.isFinite(value) ? value : GraphQLFloat.serialize(value)),
}
