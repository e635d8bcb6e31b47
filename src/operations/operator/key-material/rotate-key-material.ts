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
  /** Called after each part of a column, with the number of messages that were sealed again so far. */
  readonly onProgress: (progress: RotationProgress) => void
}

type RotationProgress = { readonly column: string; readonly pass: number; readonly resealed: number }

type Rotated = {
  readonly keyId: string
  readonly resealed: number
  /** Retired keys: nothing is sealed under them any more, and nothing can be. */
  readonly retired: readonly string[]
}

const NAMES = Object.keys(SEALED_PLACES) as (keyof Seals)[] // the object's own keys

/** If a pass after this many still finds messages, a process is still sealing under the old key. */
const MAX_PASSES = 5
/** Transactions of the gateway end within 15 s. */
const WRITERS_END_WITHIN_MS = 60_000

/**
 * Seals everything again that is not sealed under the process's own key, and retires every other key. The gateways keep running:
 * they can open both keys, and messages that they write in the meantime are left alone and checked again. The rotation may be
 * interrupted at any time and run again, because it skips messages that are already sealed again. The error is a sentence that
 * says what to do.
 */
export async function rotateKeyMaterial(deps: RotateDeps): Promise<Result<Rotated, string>> {
  const fault = await faultBefore(deps)
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
  // From here on Postgres refuses messages that are sealed under a retired key. Only transactions that were already running can
  // still write some.
  if (!(await deps.store.writersEnded(WRITERS_END_WITHIN_MS)))
    return err('the old key is retired, but a transaction from before has not ended within a minute: run it again')
  const last = await passOver(deps, MAX_PASSES + 1, resealed)
  return last.ok ? ok({ keyId: id, resealed: resealed + last.value, retired }) : last
}

const STEP_TWO = 'give every process the new key as MASTER_KEY and the old one as MASTER_KEY_OPEN_ONLY'

/** Guards against swapped keys: the newer key must not be retired in favour of the older one. */
async function faultBefore({ store, keys }: RotateDeps): Promise<string | null> {
  const known = await store.list()
  function createdAt(id: string): number {
    return known.find(({ keyId }) => keyId === id)?.createdAt ?? 0
  }
  const isNewer = keys.opening.some(({ id }) => createdAt(id) > createdAt(keys.sealing.id))
  return isNewer ? `MASTER_KEY_OPEN_ONLY is the newer of the two keys: ${STEP_TWO}` : null
}

/** Checks every message once; returns how many were sealed again. */
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
  // All messages that were found are counted, even if another process has changed them first; the next pass checks those again.
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
