import { Button, Text } from '@mantine/core'
import { useEffect } from 'react'
import { AGAIN_PATH, tellSignedInAgain } from '../kit/sign-in-again.ts'
import { BASE_PATH } from '../surface.ts'
import { refusalIn } from './sign-in-refusals.ts'
import { DoorPage, Refused } from './signed-out.tsx'

/** Whether this tab was opened only to prove again who somebody is. */
export function isSignedInAgain(): boolean {
  return window.location.pathname === `${BASE_PATH}${AGAIN_PATH}`
}

/** Where such a tab ends. It tells the others, in one of which somebody waits with what they have typed. */
export function SignedInAgain() {
  const refusal = refusalIn(window.location.search)
  const hasSucceeded = refusal === null
  useEffect(() => {
    if (hasSucceeded) tellSignedInAgain()
  }, [hasSucceeded])
  return (
    <DoorPage>
      {refusal ? (
        <Refused refusal={refusal} />
      ) : (
        <Text size="sm" role="status">
          You have signed in again. Go back to the tab that you came from, and repeat what you were about to do: what
          you have typed is still there. This tab can be closed.
        </Text>
      )}
      <Button component="a" href={refusal ? `${BASE_PATH}/sign-in/oidc?again=1` : `${BASE_PATH}/`} variant="default">
        {refusal ? 'Try again' : 'Open the first page here'}
      </Button>
    </DoorPage>
  )
}
