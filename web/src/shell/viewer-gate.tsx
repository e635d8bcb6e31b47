import { Center, Loader } from '@mantine/core'
import { useQuery } from '@tanstack/react-query'
import { type ReactNode, useEffect, useState } from 'react'
import { VIEWER } from '../kit/documents.ts'
import { Failure } from '../kit/failure.tsx'
import { onSignedOut, query } from '../kit/graphql.ts'
import { ViewerContext } from '../kit/viewer.ts'
import { SignedOut } from './signed-out.tsx'

/** Shows the page to whoever is signed in, and to others how they sign in. */
export function ViewerGate({ children }: { readonly children: ReactNode }) {
  const [hasEnded, setEnded] = useState(false)
  const asked = useQuery({
    queryKey: ['viewer'],
    queryFn: ({ signal }) => query(VIEWER, {}, signal),
    staleTime: 60_000,
  })
  useEffect(() => onSignedOut(() => setEnded(true)), [])
  const { data, error } = asked
  if (hasEnded) return <SignedOut />
  if (data) return <ViewerContext value={data.viewer}>{children}</ViewerContext>
  if (error)
    return (
      <Center h="100vh" p="md">
        <Failure what="Who you are" error={error} retry={() => void asked.refetch()} />
      </Center>
    )
  return (
    <Center h="100vh">
      <Loader size="sm" aria-label="Loading" />
    </Center>
  )
}
