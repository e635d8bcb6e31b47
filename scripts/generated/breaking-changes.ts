import { buildSchema, findBreakingChanges, type GraphQLSchema } from 'graphql'

/** The SDL that partners have: only `npm run release:schema` replaces it. */
export const RELEASED_SCHEMA = 'schema.released.graphql'

/** What a partner's document could break on, in words; none when the schema only grew. */
export function breakingChanges(releasedSdl: string, schema: GraphQLSchema): string[] {
  return findBreakingChanges(buildSchema(releasedSdl), schema).map(({ type, description }) => `${type}: ${description}`)
}
