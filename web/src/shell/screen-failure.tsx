import type { ErrorComponentProps } from '@tanstack/react-router'
import { Failure } from '../kit/failure.tsx'

/** What is shown in place of a screen that could not be loaded or drawn; the navigation stays. */
export function ScreenFailure({ error: thrown, reset }: ErrorComponentProps) {
  const error = thrown instanceof Error ? thrown : new Error(String(thrown))
  const isOld = /dynamically imported module|module script/i.test(error.message)
  if (!isOld) return <Failure what="This screen" error={error} retry={reset} />
  const told = new Error('The gateway has been updated since this page was opened, or it does not answer.')
  return <Failure what="This screen" error={told} retry={() => window.location.reload()} />
}
