import { GraphQLFloat, GraphQLID, GraphQLInt, GraphQLString } from 'graphql'

/** How compiled code serializes leaves: the usual value at once, anything else as the reference has it. */
export const LEAVES: Record<string, (value: unknown) => unknown> = {
  String: (value) => (typeof value === 'string' ? value : GraphQLString.serialize(value)),
  ID: (value) => (typeof value === 'string' ? value : GraphQLID.serialize(value)),
  Int: (value) => (typeof value === 'number' && value === (value | 0) ? value : GraphQLInt.serialize(value)),
  Float: (value) => (typeof value === 'number' && Number.isFinite(value) ? value : GraphQLFloat.serialize(value)),
}
