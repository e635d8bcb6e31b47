import { err, ok, type Result } from '../../../domain/result.ts'
import type { Instant } from '../../../domain/time.ts'
import { headOf } from '../../../platform/envelope.ts'
import type { MasterKeys } from '../../../platform/master-key.ts'
import type { KeyMaterialStore, Resealed, SealedMessage, SealedWindow } from '../../../store/key-material.ts'
import { createSeals, SEALED_PLACES, type Seals } from './sealed-places.ts'

type RotateDeps = {
  readonly store: KeyMaterialStore
  readonly keys: MasterKeys
  readonly now: () => Instant
  /** After each part of a column: how many messages were sealed again so far. */
  readonly onProgress: (progress: RotationProgress) => void
}

type RotationProgress = { readonly column: string; readonly pass: number; readonly resealed: number }

type Rotated = {
  readonly keyId: string
  readonly resealed: number
  /** Keys that nothing is sealed under any more, and nothing ever will be. */
  readonly retired: readonly string[]
}

const NAMES = Object.keys(SEALED_PLACES) as (keyof Seals)[] // its own keys

/** When a pass after this many still finds something, a process still seals under the old key. */
const MAX_PASSES = 5
/** Transactions of the gateway end within 15 s. */
const WRITERS_END_WITHIN_MS = 60_000

/**
 * Seals everything again that is not sealed under the process' own key, and retires every other key. The gateways go on
 * meanwhile: they open both keys, and what one of them writes in between is left alone and looked at again. It may be cut
 * off at any moment and run again: what is sealed again already is skipped. The error says in one line what to do.
 */
export async function rotateKeyMaterial(deps: RotateDeps): Promise<Result<Rotated, string>> {
  const fault = await orderFault(deps)
  if (fault) return err(fault)
  let resealed = 0
  for (let pass = 1; ; pass += 1) {
    const found = await passOver(deps, pass, resealed)
    if (!found.ok) return found
    resealed += found.value
    if (found.value === 0) break
    if (pass === MAX_PASSES) return err(`some process still seals under another key: ${STEP_TWO}, then run it again`)
  }
  const { id } = deps.keys.sealing
  const retired = await deps.store.retireOthers(id, deps.now())
  // From here on Postgres refuses what is sealed under a retired key. What was being written just then is the last of it.
  if (!(await deps.store.writersEnded(WRITERS_END_WITHIN_MS)))
    return err('the old key is retired, but a transaction from before has not ended within a minute: run it again')
  const last = await passOver(deps, MAX_PASSES + 1, resealed)
  return last.ok ? ok({ keyId: id, resealed: resealed + last.value, retired }) : last
}

const STEP_TWO = 'give every process the new key as MASTER_KEY and the old one as MASTER_KEY_OPEN_ONLY'

/** The key that is about to come must not be retired in favour of the one that is about to go. */
async function orderFault({ store, keys }: RotateDeps): Promise<string | null> {
  const known = await store.list()
  function createdAt(id: string): number {
    return known.find(({ keyId }) => keyId === id)?.createdAt ?? 0
  }
  const isNewer = keys.opening.some(({ id }) => createdAt(id) > createdAt(keys.sealing.id))
  return isNewer ? `MASTER_KEY_OPEN_ONLY is the newer of the two keys: ${STEP_TWO}` : null
}

/** Looks at every message once; answers how many were sealed again. */
async function passOver(deps: RotateDeps, pass: number, before: number): Promise<Result<number, string>> {
  const seals = createSeals(deps.keys)
  let resealed = 0
  for (const name of NAMES) {
    const { column } = SEALED_PLACES[name]
    for await (const window of deps.store.windows(column)) {
      const done = await resealWindow(deps, seals, { name, window })
      if (!done.ok) return done
      resealed += done.value
      deps.onProgress({ column, pass, resealed: before + resealed })
    }
  }
  return ok(resealed)
}

type Part = { readonly name: keyof Seals; readonly window: SealedWindow }

async function resealWindow(
  { store, keys }: RotateDeps,
  seals: Seals,
  { name, window }: Part,
): Promise<Result<number, string>> {
  const { column } = SEALED_PLACES[name]
  const others = await store.othersIn(column, window, headOf(keys.sealing))
  const changes: Resealed[] = []
  for (const message of others) {
    const after = reseal(seals[name], message)
    if (!after) return err(`${column} of ${message.row} opens with none of the keys that are set: set its key too`)
    changes.push({ row: message.row, before: message.sealed, after })
  }
  // Whatever was found counts, even if another process was faster: the next pass looks at what they wrote.
  await store.replace(column, changes)
  return ok(changes.length)
}

function reseal(seal: Seals[keyof Seals], { row, sealed }: SealedMessage): Uint8Array | null {
  try {
    return seal.seal(seal.open(sealed, row), row)
  } catch {
    return null
  }
}
