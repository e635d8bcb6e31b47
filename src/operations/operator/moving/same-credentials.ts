import { isDeepStrictEqual } from 'node:util'
import type { Seals } from '../key-material/sealed-places.ts'

/** The credentials of one connection, as each cell has sealed them. */
type SealedTwice = { readonly connectionId: string; readonly ours: Uint8Array; readonly theirs: Uint8Array }

/** Whether both cells have the same credentials of a connection. Throws for what its cell's master keys do not open. */
export type AreSame = (sealed: SealedTwice) => boolean

export function createAreSame(source: Seals, target: Seals): AreSame {
  return ({ connectionId, ours, theirs }) =>
    isDeepStrictEqual(
      JSON.parse(source.credentials.open(ours, connectionId)),
      JSON.parse(target.credentials.open(theirs, connectionId)),
    )
}
