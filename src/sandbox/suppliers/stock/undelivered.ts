import { randomUUID } from 'node:crypto'
import type { SandboxDeps } from '../exchange.ts'
import type { Json } from '../state.ts'

/** Messages that could not be delivered, in the supplier's own form. */
const UNDELIVERED = 'undelivered'

type Undelivered = { readonly id: string; readonly told: 'NO' | 'YES'; readonly body: Json }

export async function keepUndelivered({ state }: SandboxDeps, body: object): Promise<void> {
  const id = randomUUID()
  await state.put(UNDELIVERED, id, { id, told: 'NO', body: JSON.parse(JSON.stringify(body)) })
}

/** Up to `limit` messages that were never told before; from now on each of them was. */
export async function tellUndelivered({ state }: SandboxDeps, limit: number): Promise<readonly Json[]> {
  const waiting = await state.find(UNDELIVERED, 'told', 'NO')
  const told: Json[] = []
  for (const one of waiting.slice(0, limit)) {
    // Only `keepUndelivered` writes under this kind.
    const { id, body } = one as unknown as Undelivered
    const isFirst = await state.update(UNDELIVERED, id, (before) =>
      (before as unknown as Undelivered).told === 'NO' ? { id, told: 'YES', body } : null,
    )
    if (isFirst !== null) told.push(body)
  }
  return told
}
