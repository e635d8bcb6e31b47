import { Button, Group } from '@mantine/core'
import { CircleAlert } from 'lucide-react'
import { Id } from './copy.tsx'
import { ServerError } from './graphql.ts'
import { StepUp } from './step-up.tsx'

type FailureProps = {
  /** The part of the page that failed: `The audit log`. */
  readonly what: string
  readonly error: Error
  readonly retry?: (() => void) | undefined
  /** What became of it: `not shown` by default, `not done` for an action. */
  readonly fate?: string
}

/** Which part failed, with the error's code and the request's id, and a way to try again. The rest of the page stays. */
export function Failure({ what, error, retry, fate = 'not shown' }: FailureProps) {
  const told = error instanceof ServerError ? error : null
  if (told?.code === 'STEP_UP_REQUIRED') return <StepUp />
  return (
    <div className="failure" role="alert">
      <CircleAlert size={16} aria-hidden />
      <div>
        <strong>
          {what}: {fate}
        </strong>
        <p>{error.message}</p>
        <Group gap="xs">
          <span className="mono">{told?.code ?? 'FAULT_OF_THIS_PAGE'}</span>
          {told?.requestId && (
            <span className="request">
              request <Id value={told.requestId} what="the request id" />
            </span>
          )}
          {retry && told?.code !== 'FORBIDDEN' && (
            <Button size="compact-xs" variant="default" onClick={retry}>
              Retry
            </Button>
          )}
        </Group>
      </div>
    </div>
  )
}
