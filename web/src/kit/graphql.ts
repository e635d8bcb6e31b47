import { BASE_PATH } from '../surface.ts'
import { PRESENCE } from './presence.ts'

/** A GraphQL document that knows what it answers and what it takes. */
export type Document<Data, Variables> = string & { readonly __types?: (variables: Variables) => Data }

export type NoVariables = Record<string, never>

/** Writes a document: gql<Data, Variables>`query Audit($after: String) { … }`. */
export function gql<Data, Variables = NoVariables>(
  texts: TemplateStringsArray,
  ...parts: readonly string[]
): Document<Data, Variables> {
  return String.raw({ raw: texts }, ...parts)
}

type Told = {
  readonly message: string
  readonly extensions?: {
    readonly code?: string
    readonly requestId?: string
    readonly field?: string
    readonly needs?: readonly string[]
  }
}

type Answer<Data> = { readonly data?: Data | null; readonly errors?: readonly Told[] }

/** What the server refused or failed at, as a screen shows it. */
export class ServerError extends Error {
  override readonly name = 'ServerError'
  readonly code: string
  readonly requestId: string | null
  /** The argument at fault, where one is. */
  readonly field: string | null
  /** The roles of which one is needed, for FORBIDDEN. */
  readonly needs: readonly string[]

  constructor({ message, extensions = {} }: Told, requestId: string | null = null) {
    super(message)
    this.code = extensions.code ?? 'INTERNAL_ERROR'
    this.requestId = extensions.requestId ?? requestId
    this.field = extensions.field ?? null
    this.needs = extensions.needs ?? []
  }

  /** May succeed when it is asked again. */
  get isPassing(): boolean {
    return this.code === 'UNREACHABLE' || this.code === 'SERVICE_UNAVAILABLE'
  }
}

/** The headers of every request; the server takes no change without the first, which a form of another page cannot send. */
export const HEADERS = { 'x-console': '1' } as const
/** In their place when nobody is at the page: a session that nobody uses ends, whatever is read anew because there is news. */
const BY_ITSELF = { 'x-console': 'by-itself' } as const

/** Asks the server. Throws a ServerError. */
export async function query<Data, Variables>(
  document: Document<Data, Variables>,
  variables: Variables,
  signal?: AbortSignal,
): Promise<Data> {
  const response = await send(JSON.stringify({ query: document, variables }), signal)
  const requestId = response.headers.get('x-request-id')
  const answer = await read<Data>(response, requestId)
  const [error] = answer.errors ?? []
  if (error) throw told(new ServerError(error, requestId))
  if (answer.data == null) throw new ServerError({ message: 'The server answered nothing.' }, requestId)
  return answer.data
}

async function send(body: string, signal: AbortSignal | undefined): Promise<Response> {
  try {
    return await fetch(`${BASE_PATH}/graphql`, {
      method: 'POST',
      headers: {
        ...(PRESENCE.isAttended() ? HEADERS : BY_ITSELF),
        'content-type': 'application/json',
        accept: 'application/json',
      },
      body,
      signal: signal ?? null,
    })
  } catch (error) {
    if (signal?.aborted) throw error
    throw new ServerError({ message: 'The gateway does not answer.', extensions: { code: 'UNREACHABLE' } })
  }
}

async function read<Data>(response: Response, requestId: string | null): Promise<Answer<Data>> {
  try {
    return (await response.json()) as Answer<Data>
  } catch {
    const code = response.status >= 500 ? 'SERVICE_UNAVAILABLE' : 'INTERNAL_ERROR'
    throw new ServerError({ message: `The gateway answered ${response.status}.`, extensions: { code } }, requestId)
  }
}

const signedOut = new Set<() => void>()

/** Calls `listener` when the server says that nobody is signed in any more. Returns what ends it. */
export function onSignedOut(listener: () => void): () => void {
  signedOut.add(listener)
  return () => void signedOut.delete(listener)
}

/** Tells the page that nobody is signed in any more. */
export function tellSignedOut(): void {
  for (const listener of signedOut) listener()
}

function told(error: ServerError): ServerError {
  if (error.code === 'SIGNED_OUT') tellSignedOut()
  return error
}
