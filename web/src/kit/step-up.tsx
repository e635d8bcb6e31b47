import { Alert, Button, Text } from '@mantine/core'
import { CircleCheck, KeyRound } from 'lucide-react'
import { AGAIN_HREF, useSignedInAgain } from './sign-in-again.ts'

/** Asks for a new proof of who somebody is, beside what they were about to do: nothing of it is lost. */
export function StepUp() {
  const isDone = useSignedInAgain()
  if (isDone)
    return (
      <Alert color="green" variant="light" icon={<CircleCheck size={16} />} role="status">
        You have signed in again. Nothing was done yet: do it once more, within ten minutes.
      </Alert>
    )
  return (
    <Alert color="petrol" variant="light" icon={<KeyRound size={16} />} role="alert" title="Sign in once more for this">
      <Text size="sm" mb={8}>
        It needs a sign-in that is not older than ten minutes. Nothing was done, and what you have filled in stays here.
      </Text>
      <Button component="a" href={AGAIN_HREF} target="_blank" rel="noopener" size="compact-sm">
        Sign in again, in another tab
      </Button>
    </Alert>
  )
}
