import { notifications } from '@mantine/notifications'
import { useMutation, useQueryClient } from '@tanstack/react-query'
import { useEffect, useRef, useState } from 'react'
import { type Action, type ActionDone, act, SHORTEST_REASON, type Values } from '../../kit/action.ts'

/** So long a pair has been shown before a key decides about it: a key that is pressed twice decides once. */
const LOOK_MS = 350

type Deciding = {
  readonly reason: string
  readonly setReason: (reason: string) => void
  /** False while the pair that is shown is not the one that was asked for. */
  readonly isCurrent: boolean
}

export type Decision = {
  /** What is asked about in a dialog, and what follows it. */
  readonly asked: { readonly action: Action; readonly onDone: () => void } | null
  readonly close: () => void
  readonly error: Error | null
  readonly isSending: boolean
  readonly decide: (action: Action, wants: { readonly always: boolean; readonly onDone: () => void }) => void
}

/** Does an action at once where a reason was given before and nothing else has to be said, else by its dialog. */
export function useDecision({ reason, setReason, isCurrent }: Deciding): Decision {
  const client = useQueryClient()
  const [asked, setAsked] = useState<Decision['asked']>(null)
  const shownAt = useRef(0)
  useEffect(() => {
    shownAt.current = performance.now()
  }, [])
  function tellDone({ rows, proposal }: ActionDone, action: Action): void {
    const told = proposal ? `${action.title}: proposed, somebody else has to approve it` : tell(rows, action)
    notifications.show({ message: told, autoClose: 4_000, withCloseButton: true })
  }
  async function done(answer: ActionDone, action: Action, onDone: () => void): Promise<void> {
    tellDone(answer, action)
    onDone()
    await client.invalidateQueries({ queryKey: ['read'] })
  }
  const sending = useMutation({
    mutationFn: ({ action, values }: { action: Action; values: Values; onDone: () => void }) => act(action, values),
    onSuccess: (answer, { action, onDone }) => done(answer, action, onDone),
  })
  function decide(action: Action, { always, onDone }: { readonly always: boolean; readonly onDone: () => void }): void {
    if (!isCurrent || sending.isPending || performance.now() - shownAt.current < LOOK_MS) return
    const isSaid = reason.trim().length >= SHORTEST_REASON
    if (isSaid && !always) sending.mutate({ action, values: { ...action.values, reason: reason.trim() }, onDone })
    else
      setAsked({
        action: {
          ...action,
          send: async (values) => {
            const answer = await act(action, values)
            tellDone(answer, action)
            if (!always && typeof values['reason'] === 'string') setReason(values['reason'])
            return answer
          },
        },
        onDone,
      })
  }
  return { asked, close: () => setAsked(null), error: sending.error, isSending: sending.isPending, decide }
}

/** `Same: liteapi/lp1 is hotel 12`, for those who hear the page as well. */
function tell(rows: unknown, { title, label }: Action): string {
  const row: unknown = Array.isArray(rows) ? rows[0] : null
  if (typeof row !== 'object' || row === null || !('supplierHotelId' in row)) return title ?? label
  const { supplierCode, supplierHotelId, hotelId } = row as Readonly<Record<string, string | number | null>>
  return `${title ?? label}: ${String(supplierCode)}/${String(supplierHotelId)} ${hotelId === null ? 'is mapped to no hotel' : `is hotel ${String(hotelId)}`}`
}
