import { Skeleton, Stack } from '@mantine/core'
import { type ReactNode, useEffect, useState } from 'react'
import { Boundary } from './boundary.tsx'
import { NotAllowed, NotThere } from './empty.tsx'
import { Failure } from './failure.tsx'
import { ServerError } from './graphql.ts'
import type { Read } from './use-read.ts'

const PATIENCE_MS = 150

/** Shows `children` when the wait is long enough to be noticed, and nothing before. */
export function Late({ children }: { readonly children: ReactNode }) {
  const [isLate, setLate] = useState(false)
  useEffect(() => {
    const timer = setTimeout(() => setLate(true), PATIENCE_MS)
    return () => clearTimeout(timer)
  }, [])
  return isLate ? children : null
}

type PartProps<Data> = {
  /** As the error names it: `The audit log`. */
  readonly what: string
  readonly read: Read<Data>
  /** In the final shape; some lines by default. */
  readonly skeleton?: ReactNode
  readonly children: (data: Data) => ReactNode
}

/** A part of a page that is read on its own: it waits, fails and is tried again without the rest. */
export function Part<Data>({ what, read, skeleton, children }: PartProps<Data>) {
  const { data, error, isStale, retry } = read
  if (error instanceof ServerError && error.code === 'FORBIDDEN') return <NotAllowed needs={error.needs} />
  if (error instanceof ServerError && error.code === 'NOT_FOUND') return <NotThere told={error.message} />
  if (error && data === undefined) return <Failure what={what} error={error} retry={retry} />
  if (data === undefined)
    return (
      <div aria-busy="true">
        <Late>{skeleton ?? <Lines />}</Late>
      </div>
    )
  return (
    <Boundary what={what}>
      {error && <Failure what={`${what}, as it is now`} error={error} retry={retry} />}
      <div className={isStale ? 'stale' : undefined} aria-busy={isStale}>
        {children(data)}
      </div>
    </Boundary>
  )
}

export function Lines({ count = 6 }: { readonly count?: number }) {
  return (
    <Stack gap={8} aria-hidden>
      {Array.from({ length: count }, (_, line) => (
        <Skeleton key={line} h={20} />
      ))}
    </Stack>
  )
}
