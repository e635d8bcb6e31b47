import { MantineProvider } from '@mantine/core'
import { QueryClient, QueryClientProvider } from '@tanstack/react-query'
import { RouterProvider } from '@tanstack/react-router'
import { type ComponentType, useEffect, useState } from 'react'
import { ServerError } from './kit/graphql.ts'
import { makeRouter } from './router.tsx'
import { isSignedInAgain, SignedInAgain } from './shell/signed-in-again.tsx'
import { ViewerGate } from './shell/viewer-gate.tsx'
import { theme, variables } from './theme.ts'

/** The gateway may be on this very machine: a browser without a network asks all the same, and is told that nobody answers. */
const NETWORK = { networkMode: 'always' } as const

/** Refusals stay what they are; only what may pass is asked for again. */
function shallRetry(failures: number, error: Error): boolean {
  return failures < 2 && error instanceof ServerError && error.isPassing
}

function makeClient(): QueryClient {
  return new QueryClient({
    defaultOptions: {
      queries: { ...NETWORK, retry: shallRetry, staleTime: 5_000, gcTime: 300_000 },
      mutations: NETWORK,
    },
  })
}

/** What the first screen does not need is loaded then; where the gateway does not answer, so much later again. */
const CALM_AFTER_MS = 2_000

/** The messages in the corner; null until they are loaded. */
function useToasts(): ComponentType | null {
  const [loaded, setLoaded] = useState<{ readonly Toasts: ComponentType } | null>(null)
  useEffect(() => {
    let timer = setTimeout(load, CALM_AFTER_MS)
    function load(): void {
      import('./shell/toasts.tsx').then(setLoaded, () => {
        timer = setTimeout(load, CALM_AFTER_MS)
      })
    }
    return () => clearTimeout(timer)
  }, [])
  return loaded?.Toasts ?? null
}

export function App() {
  const [client] = useState(makeClient)
  const [router] = useState(makeRouter)
  const Toasts = useToasts()
  return (
    <MantineProvider theme={theme} cssVariablesResolver={variables} defaultColorScheme="auto">
      <QueryClientProvider client={client}>
        {Toasts && <Toasts />}
        {isSignedInAgain() ? (
          <SignedInAgain />
        ) : (
          <ViewerGate>
            <RouterProvider router={router} />
          </ViewerGate>
        )}
      </QueryClientProvider>
    </MantineProvider>
  )
}
