import { setTimeout } from 'node:timers/promises'

/** Where the gateway is, and a key of it: what each script is started with. */
export const [, , url = '', key = ''] = process.argv

function dateIn(days: number): string {
  return new Date(Date.now() + days * 86_400_000).toISOString().slice(0, 10)
}

/** The sandbox's hotel that confirms at once. */
export const HOTEL_NAME = 'Scenario: confirm'
export const CHECK_IN = dateIn(60)
export const CHECK_OUT = dateIn(63)

type BookingNow = { readonly status: string; readonly isTerminal: boolean; readonly nextPollAfterMs: number }

/** Asks again as the gateway says, until the booking's status is final. */
export async function settled(ask: () => Promise<BookingNow>): Promise<string> {
  for (;;) {
    const { status, isTerminal, nextPollAfterMs } = await ask()
    if (isTerminal) return status
    await setTimeout(nextPollAfterMs)
  }
}

/** For what a sandbox of its own always has: a hotel, a room, an offer. */
export function needed<T>(value: T | null | undefined, what: string): T {
  if (value == null) throw new Error(`no ${what}`)
  return value
}
