import { setImmediate } from 'node:timers/promises'

/** More turns of the event loop than an answer takes that nothing has to be sent for. */
const TURNS = 20

/** An answer that waits for nothing outside of this process; throws when it comes later. */
export async function atOnce<T>(answer: Promise<T>): Promise<T> {
  async function turns(): Promise<never> {
    for (let turn = 0; turn < TURNS; turn++) await setImmediate()
    throw new Error('the answer is waited for')
  }
  return Promise.race([answer, turns()])
}
