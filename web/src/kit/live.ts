import type { Client } from 'graphql-sse'
import { useEffect, useRef, useState } from 'react'
import { BASE_PATH } from '../surface.ts'
import { type Document, HEADERS, tellSignedOut } from './graphql.ts'

/** `off`: nobody asked; `paused`: the stream was lost, and the next try is on its way. */
export type LiveState = 'off' | 'connecting' | 'live' | 'paused'

type LiveOptions<Data, Variables> = {
  /** Called with the last id that was told, so that a new connection goes on where the lost one ended. */
  readonly variables: (lastId: string | null) => Variables
  readonly onNext: (data: Data) => void
  /** The id of what came, for `variables`. */
  readonly idOf?: (data: Data) => string | null
  readonly isOn?: boolean
}

const FIRST_PAUSE_MS = 1_000
const LONGEST_PAUSE_MS = 30_000

let shared: Promise<Client> | null = null

function streams(): Promise<Client> {
  shared ??= import('graphql-sse').then(({ createClient }) =>
    createClient({
      url: `${BASE_PATH}/graphql/stream`,
      headers: HEADERS,
      credentials: 'same-origin',
      retryAttempts: 0,
    }),
  )
  return shared
}

/** Follows a subscription; `paused` when it was lost, until it is back. Waits longer after each failure, and less as soon as the network is back. */
export function useLive<Data, Variables extends Record<string, unknown>>(
  document: Document<Data, Variables>,
  options: LiveOptions<Data, Variables>,
): LiveState {
  const { isOn = true } = options
  const [state, setState] = useState<LiveState>('off')
  const current = useRef(options)
  useEffect(() => {
    current.current = options
  })
  useEffect(() => {
    if (!isOn) return
    const stop = new AbortController()
    void follow(document, { signal: stop.signal, options: () => current.current, tell: setState })
    return () => {
      stop.abort()
      setState('off')
    }
  }, [document, isOn])
  return state
}

type Following<Data, Variables> = {
  readonly signal: AbortSignal
  readonly options: () => LiveOptions<Data, Variables>
  readonly tell: (state: LiveState) => void
}

async function follow<Data, Variables extends Record<string, unknown>>(
  document: Document<Data, Variables>,
  { signal, options, tell }: Following<Data, Variables>,
): Promise<void> {
  let lastId: string | null = null
  let pauseMs = FIRST_PAUSE_MS
  tell('connecting')
  while (!signal.aborted) {
    const lost = await listen(document, {
      signal,
      variables: options().variables(lastId),
      connected: () => tell('live'),
      next: (data) => {
        pauseMs = FIRST_PAUSE_MS
        lastId = options().idOf?.(data) ?? lastId
        options().onNext(data)
      },
    })
    if (signal.aborted) return
    if (lost) tell('paused')
    await untilNextTry(pauseMs, signal)
    pauseMs = Math.min(pauseMs * 2, LONGEST_PAUSE_MS)
  }
}

type Listening<Data, Variables> = {
  readonly signal: AbortSignal
  readonly variables: Variables
  readonly connected: () => void
  readonly next: (data: Data) => void
}

/** Until the stream ends; true when it was lost or refused, false when the server ended it. */
async function listen<Data, Variables extends Record<string, unknown>>(
  document: Document<Data, Variables>,
  { signal, variables, connected, next }: Listening<Data, Variables>,
): Promise<boolean> {
  const client = await streams()
  return new Promise((resolve) => {
    const end = client.subscribe<Data>(
      { query: document, variables },
      {
        next: ({ data }) => data && next(data),
        error: (error) => {
          if (error instanceof Error && 'response' in error && isSignedOut(error.response)) tellSignedOut()
          resolve(true)
        },
        complete: () => resolve(false),
      },
      { connected },
    )
    signal.addEventListener('abort', end, { once: true })
  })
}

function isSignedOut(response: unknown): boolean {
  return response instanceof Response && response.status === 401
}

function untilNextTry(pauseMs: number, signal: AbortSignal): Promise<void> {
  return new Promise((resolve) => {
    const timer = setTimeout(done, pauseMs)
    function done(): void {
      clearTimeout(timer)
      window.removeEventListener('online', done)
      signal.removeEventListener('abort', done)
      resolve()
    }
    window.addEventListener('online', done)
    signal.addEventListener('abort', done)
  })
}
