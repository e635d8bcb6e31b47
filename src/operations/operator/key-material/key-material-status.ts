import { NO_KEY_ID } from '../../../platform/envelope.ts'
import type { KeyMaterialStore, KnownKey } from '../../../store/key-material.ts'
import { SEALED_PLACES } from './sealed-places.ts'

/** A key, and the number of messages in each column that are sealed under it. */
type KeyStatus = {
  /** `none` stands for messages of the first format, which name no key. */
  readonly keyId: string
  readonly known: KnownKey | null
  readonly messages: Readonly<Record<string, number>>
}

/** Counts the messages that are sealed under each key; it reads every sealed column once. */
export async function keyMaterialStatus(store: KeyMaterialStore): Promise<KeyStatus[]> {
  const counts = new Map<string, Record<string, number>>()
  for (const { column } of Object.values(SEALED_PLACES))
    for await (const window of store.windows(column))
      for (const { head, count } of await store.headsIn(column, window)) {
        const keyId = head.startsWith('02') ? head.slice(2) : NO_KEY_ID
        const ofKey = counts.get(keyId) ?? {}
        ofKey[column] = (ofKey[column] ?? 0) + count
        counts.set(keyId, ofKey)
      }
  const known = await store.list()
  const strangers = [...counts.keys()].filter((id) => !known.some(({ keyId }) => keyId === id))
  return [
    ...known.map((one) => ({ keyId: one.keyId, known: one, messages: counts.get(one.keyId) ?? {} })),
    ...strangers.map((keyId) => ({ keyId, known: null, messages: counts.get(keyId) ?? {} })),
  ]
}
