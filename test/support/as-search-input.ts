import { camelCase } from '../../src/domain/wire.ts'
import type { HttpClient, Json } from './http-client.ts'

const ENUMS = new Set(['sort', 'price_sort', 'pricing_mode'])

/** The body of a search over HTTP as the `SearchInput` of GraphQL. */
export function asSearchInput({ destination, ...body }: Json): Json {
  const input: Json = {}
  for (const [name, value] of Object.entries<Json>(body))
    input[camelCase(name)] = ENUMS.has(name) && typeof value === 'string' ? value.toUpperCase() : camelKeys(value)
  if (!destination) return input
  const { type, id } = destination
  return { ...input, destination: type === 'hotel' ? { hotelId: String(id) } : { placeId: String(id) } }
}

function camelKeys(value: Json): Json {
  if (Array.isArray(value)) return value.map(camelKeys)
  if (typeof value !== 'object' || value === null) return value
  return Object.fromEntries(Object.entries(value).map(([name, child]) => [camelCase(name), camelKeys(child)]))
}

const FAULTS =
  'query ($input: SearchInput!) { search(input: $input) { ... on ValidationProblem { issues { path code } } } }'

/** The faults that GraphQL tells of the search, each as its path and code. */
export async function faultsOverGraphql(http: HttpClient, search: Json): Promise<string[]> {
  const { body } = await http.post('/graphql', { query: FAULTS, variables: { input: asSearchInput(search) } })
  if (body.errors) throw new Error(JSON.stringify(body.errors))
  return body.data.search.issues.map(({ path, code }: Json) => `${path} ${code}`)
}
