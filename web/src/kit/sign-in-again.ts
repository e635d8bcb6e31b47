import { useEffect, useState } from 'react'
import { BASE_PATH } from '../surface.ts'

/** Where a tab ends in which somebody has proved again who they are. */
export const AGAIN_PATH = '/signed-in-again'

/** Opens the identity provider's page in a tab of its own: the one with what was typed stays as it is. */
export const AGAIN_HREF = `${BASE_PATH}/sign-in/oidc?again=1`

/** What the tabs of this origin, and no others, hear of each other. Only that it was written counts; nothing is kept in it. */
const CHANNEL = `signed-in-again ${BASE_PATH}`

/** Tells the other tabs that the person has just proved who they are. */
export function tellSignedInAgain(): void {
  const channel = new BroadcastChannel(CHANNEL)
  // oxlint-disable-next-line unicorn/require-post-message-target-origin -- a channel is of one origin, and takes no other argument
  channel.postMessage('done')
  channel.close()
}

/** Whether another tab has told so since this part is shown. */
export function useSignedInAgain(): boolean {
  const [isDone, setDone] = useState(false)
  useEffect(() => {
    const channel = new BroadcastChannel(CHANNEL)
    channel.addEventListener('message', () => setDone(true))
    return () => channel.close()
  }, [])
  return isDone
}
