import { err, ok, type Result } from '../../../domain/result.ts'
import { toRfc3339 } from '../../../domain/time.ts'
import type { MasterKey, MasterKeys } from '../../../platform/master-key.ts'
import { createSeal } from '../../../platform/seal.ts'
import type { KeyMaterialStore, KnownKey } from '../../../store/key-material.ts'
import { createSeals, SEALED_PLACES } from './sealed-places.ts'

/** The plain text of every canary. */
const CANARY = 'this database is sealed under this key'
const CANARY_PLACE = { purpose: 'canary', column: 'key_material.canary' }

const HOW_TO_REPLACE = 'to replace the key, follow docs/operating.md, "Replacing the master key"'

/**
 * Decides whether a process may use its keys with this database. An unknown key is added if the process also has a known one, or
 * if nothing is sealed yet; any other is refused with a sentence that says what to do. Processes that start together agree,
 * because they write one at a time.
 */
export async function admitMasterKeys(store: KeyMaterialStore, keys: MasterKeys): Promise<Result<null, string>> {
  const judged = judge(await store.list(), keys)
  if (judged !== 'UNKNOWN_KEYS') return judged
  return store.alone(async (locked) => {
    const known = await locked.list()
    const again = judge(known, keys)
    if (again !== 'UNKNOWN_KEYS') return again
    const stranger = known.length > 0 ? strangerTo(known, keys) : await cannotOpen(locked, keys)
    if (stranger !== null) return err(stranger)
    const added = keys.opening.filter(({ id }) => !known.some((one) => one.keyId === id))
    for (const key of added) await locked.insert(key.id, canaryOf(key))
    return ok(null)
  })
}

/** Returns the final result if every key of the process is known. */
function judge(known: readonly KnownKey[], keys: MasterKeys): Result<null, string> | 'UNKNOWN_KEYS' {
  const fault = keys.opening.map((key) => canaryFault(key, known)).find((found) => found !== null)
  if (fault) return err(fault)
  const { id } = keys.sealing
  const retiredAt = known.find(({ keyId }) => keyId === id)?.retiredAt ?? null
  if (retiredAt !== null)
    return err(`MASTER_KEY (id ${id}) was retired by a rotation at ${toRfc3339(retiredAt)}: set ${namesOf(known)}`)
  const isComplete = keys.opening.every((key) => known.some(({ keyId }) => keyId === key.id))
  return isComplete ? ok(null) : 'UNKNOWN_KEYS'
}

function canaryFault(key: MasterKey, known: readonly KnownKey[]): string | null {
  const row = known.find(({ keyId }) => keyId === key.id)
  if (!row) return null
  try {
    if (sealOf(key).open(row.canary, key.id) === CANARY) return null
  } catch {
    // Reported below: a canary with another text is as bad as one that does not open.
  }
  return `the canary of the master key ${key.id} does not open: restore its row in the table key_material from a backup`
}

/** Returns why none of the process's keys belongs to this database; null when one of them is in use. */
function strangerTo(known: readonly KnownKey[], keys: MasterKeys): string | null {
  const inUse = known.filter(({ retiredAt }) => retiredAt === null)
  if (inUse.some(({ keyId }) => keys.opening.some(({ id }) => id === keyId))) return null
  return `MASTER_KEY (id ${keys.sealing.id}) is not the key of this database: set ${namesOf(known)}; ${HOW_TO_REPLACE}`
}

function namesOf(known: readonly KnownKey[]): string {
  const ids = known.filter(({ retiredAt }) => retiredAt === null).map(({ keyId }) => keyId)
  return `MASTER_KEY to the one that is in use (id ${ids.join(' or ')})`
}

/** For a database that is older than canaries: checks that the newest sealed message of each kind can be opened. */
async function cannotOpen(store: KeyMaterialStore, keys: MasterKeys): Promise<string | null> {
  const seals = createSeals(keys)
  for (const name of ['credentials', 'webhooks', 'guests'] as const) {
    const { column } = SEALED_PLACES[name]
    const [newest] = await store.newest(column)
    if (!newest) continue
    try {
      seals[name].open(newest.sealed, newest.row)
    } catch {
      return `MASTER_KEY (id ${keys.sealing.id}) does not open what is sealed in ${column}: set the key that this database was used with; ${HOW_TO_REPLACE}`
    }
  }
  return null
}

function canaryOf(key: MasterKey): Uint8Array {
  return sealOf(key).seal(CANARY, key.id)
}

function sealOf(key: MasterKey): ReturnType<typeof createSeal> {
  return createSeal({ sealing: key, opening: [key] }, CANARY_PLACE)
}
