import type { Instant } from '../domain/time.ts'
import { type Database, type RootDatabase } from './database.ts'
import { toDate, toInstant, toInstantOrNull } from './instants.ts'
import { createSealedColumns, type SealedColumns } from './sealed-columns.ts'

export type { Resealed, SealedColumn, SealedMessage, SealedWindow } from './sealed-columns.ts'

/** A master key that this database has used at some time. */
export type KnownKey = {
  readonly keyId: string
  readonly canary: Uint8Array
  readonly createdAt: Instant
  /** When the key was retired: nothing may be sealed under it since then. */
  readonly retiredAt: Instant | null
}

export type KeyMaterialStore = SealedColumns & {
  /** Returns the oldest first. */
  readonly list: () => Promise<KnownKey[]>
  readonly insert: (keyId: string, canary: Uint8Array) => Promise<void>
  /** Retires every other key and returns their ids. Nothing can be sealed under them after the commit. */
  readonly retireOthers: (keyId: string, now: Instant) => Promise<string[]>
  /** Runs `work` in a transaction that only one process at a time can hold. */
  readonly alone: <T>(work: (store: KeyMaterialStore) => Promise<T>) => Promise<T>
}

/** The number is arbitrary. Under this lock one process at a time changes the list of master keys. */
const KEY_MATERIAL_LOCK = 4_711_003

export function createKeyMaterialStore(root: RootDatabase): KeyMaterialStore {
  return over(root, (work) =>
    root.$transaction(
      async (tx) => {
        await tx.$executeRaw`SELECT pg_advisory_xact_lock(${KEY_MATERIAL_LOCK}::bigint)`
        return work(tx)
      },
      { maxWait: 10_000, timeout: 20_000 },
    ),
  )
}

type InTransaction = <T>(work: (tx: Database) => Promise<T>) => Promise<T>

function over(db: Database, inTransaction: InTransaction): KeyMaterialStore {
  return {
    ...createSealedColumns(db),
    list: async () => {
      const rows = await db.keyMaterial.findMany({ orderBy: [{ createdAt: 'asc' }, { id: 'asc' }] })
      return rows.map(({ id, canary, createdAt, retiredAt }) => ({
        keyId: id,
        canary,
        createdAt: toInstant(createdAt),
        retiredAt: toInstantOrNull(retiredAt),
      }))
    },
    insert: async (keyId, canary) => {
      await db.keyMaterial.create({ data: { id: keyId, canary: new Uint8Array(canary) } })
    },
    retireOthers: async (keyId, now) => {
      const rows = await db.$queryRaw<{ id: string }[]>`
        UPDATE key_material SET retired_at = ${toDate(now)} WHERE id <> ${keyId} AND retired_at IS NULL RETURNING id`
      return rows.map(({ id }) => id)
    },
    alone: (work) => inTransaction((tx) => work(over(tx, (inner) => inner(tx)))),
  }
}
