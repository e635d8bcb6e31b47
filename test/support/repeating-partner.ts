import { setTimeout as pause } from 'node:timers/promises'
import { type StartedGateway } from './gateway.ts'
import { type GraphqlClient, graphqlClient, graphqlJourney } from './graphql-journey.ts'
import { type HttpClient, httpClient, type Json } from './http-client.ts'
import { httpJourney, type Journey } from './journey.ts'
import { until } from './until.ts'

export type Door = Pick<StartedGateway, 'url' | 'apiKey'>
export type Facade = 'HTTP' | 'GraphQL'

/** What a request was told: its status (0: nothing), and the code of a problem or of a failed document. */
export type Told = { readonly what: string; readonly status: number; readonly code: string | null }

export type Partner = Journey & {
  readonly get: HttpClient['get']
  readonly post: HttpClient['post']
}

type PartnerOptions = {
  readonly doors: readonly Door[]
  readonly facade: Facade
  /** The door of its first request. */
  readonly first?: number
  /** Every answer is written down here. */
  readonly told: Told[]
}

const REPEAT_AFTER_MS = 250
/** Of one request, repeats included: longer than any failover takes. */
const PATIENCE_MS = 90_000

/**
 * A partner as the guides want it: each request goes to the next door, and one that had no answer, or was told 503, is sent again as it was,
 * with its key.
 */
export function createPartner({ doors, facade, first = 0, told }: PartnerOptions): Partner {
  let turn = first
  function nextDoor(): Door {
    const door = doors[turn++ % doors.length]
    if (!door) throw new Error('no doors')
    return door
  }
  const home = nextDoor()
  const http = repeatingHttp(nextDoor, told)
  const journey = facade === 'HTTP' ? httpJourney(home, http) : graphqlJourney(home, repeatingGraphql(nextDoor, told))
  return {
    ...journey,
    get: http.get,
    post: http.post,
    // A stream that is gone with a part of Redis is asked for anew, from the rooms on.
    rooms: (hotelId, input) =>
      until(
        `the rooms of ${hotelId}`,
        async () => {
          const events = await journey.rooms(hotelId, input).catch((error: unknown) => {
            told.push({ what: `${facade} room stream`, ...toldBy(error) })
            return []
          })
          return events.at(-1)?.event_type === 'done' ? events : null
        },
        PATIENCE_MS,
      ),
  }
}

/** What the end of a stream says, whether it never began or broke off. */
function toldBy(error: unknown): Pick<Told, 'status' | 'code'> {
  const { response, message }: Json = error
  return { status: response?.status ?? 0, code: /"code":"(\w+)"/.exec(message)?.[1] ?? null }
}

type Tried<Answer> = { readonly answer: Answer; readonly status: number; readonly code: string | null }

async function repeat<Answer>(what: string, told: Told[], send: () => Promise<Tried<Answer>>): Promise<Answer> {
  for (const since = performance.now(); ; ) {
    const tried = await send().catch((error: unknown) => ({ error, status: 0, code: null }))
    told.push({ what, status: tried.status, code: tried.code })
    const isUnavailable = tried.status === 0 || tried.status === 503 || tried.code === 'SERVICE_UNAVAILABLE'
    if ('answer' in tried && !isUnavailable) return tried.answer
    if (performance.now() - since > PATIENCE_MS)
      throw new Error(`${what} was never answered: ${tried.status} ${tried.code}`, {
        cause: 'error' in tried ? tried.error : null,
      })
    await pause(REPEAT_AFTER_MS)
  }
}

function repeatingHttp(nextDoor: () => Door, told: Told[]): HttpClient {
  const call: HttpClient['call'] = (method, path, body, headers) =>
    repeat(`${method} ${path}`, told, async () => {
      const answer = await httpClient(nextDoor()).call(method, path, body, headers)
      return { answer, status: answer.status, code: answer.body.code ?? null }
    })
  return {
    call,
    get: (path, headers) => call('GET', path, undefined, headers),
    post: (path, body, headers) => call('POST', path, body, headers),
  }
}

function repeatingGraphql(nextDoor: () => Door, told: Told[]): GraphqlClient {
  return (document, variables) => {
    const [operation]: Json[] = [...document.definitions]
    return repeat(`GraphQL ${operation.name.value}`, told, async () => {
      const answer = await graphqlClient(nextDoor())(document, variables)
      const [value]: Json[] = Object.values(answer.data ?? {})
      const [error] = answer.errors
      return { answer, status: answer.status, code: error?.extensions?.code ?? value?.code ?? null }
    })
  }
}
