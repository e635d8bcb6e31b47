import type { Instant } from '../domain/time.ts'
import type { Database } from './database.ts'
import { toInstant, toInstantOrNull } from './instants.ts'

type RunKind = 'IMPORT' | 'PULL' | 'PROPOSE'

/** Who brings what into the catalogue. */
type NewRun = {
  readonly kind: RunKind
  /** The name of the file, or the connection. */
  readonly source: string
  readonly supplierCode: string | null
  /** Of the connection whose content is pulled; null: it is no pull. */
  readonly environment?: string | null
  readonly actor: string
}

/** A line that was put aside; numbers start at 1. */
export type RunFault = {
  readonly line: number
  readonly faults: readonly string[]
  /** The listing, and the pass, of a pull: `liteapi/lp1f4`, `WHOLE en`. */
  readonly listing?: string | null
  readonly pass?: string
}

/** The most faults that are kept with a run; further ones are only counted. */
const MAX_FAULTS = 1_000

export type CatalogueRun = NewRun & {
  readonly runId: number
  readonly startedAt: Instant
  /** Null: it is under way, or was cut off. */
  readonly endedAt: Instant | null
  readonly counts: Readonly<Record<string, unknown>>
  readonly faults: readonly RunFault[]
}

/** What brought content into the catalogue, and what became of it. */
export function createCatalogueRunStore(db: Database) {
  return {
    begin: async (run: NewRun): Promise<number> => (await db.catalogueRun.create({ data: { ...run } })).id,

    end: async (runId: number, { counts, faults }: Pick<CatalogueRun, 'counts' | 'faults'>): Promise<void> => {
      await db.$executeRaw`
      UPDATE catalogue_runs SET ended_at = gateway_now(), counts = ${JSON.stringify(counts)}::jsonb,
        faults = ${JSON.stringify(faults)}::jsonb
      WHERE id = ${runId}::int`
    },

    /** What is known of a run that is under way, so that one which is cut off tells it. `faults` are those since the last call. */
    advance: async (runId: number, { counts, faults }: Pick<CatalogueRun, 'counts' | 'faults'>): Promise<void> => {
      await db.$executeRaw`
      UPDATE catalogue_runs SET counts = ${JSON.stringify(counts)}::jsonb, faults = CASE
        WHEN jsonb_array_length(faults) < ${MAX_FAULTS} THEN faults || ${JSON.stringify(faults.slice(0, MAX_FAULTS))}::jsonb ELSE faults END
      WHERE id = ${runId}::int`
    },

    /** Ends a run whose faults were told by `advance`. */
    close: async (runId: number, counts: CatalogueRun['counts']): Promise<void> => {
      await db.$executeRaw`
      UPDATE catalogue_runs SET ended_at = gateway_now(), counts = ${JSON.stringify(counts)}::jsonb WHERE id = ${runId}::int`
    },

    /** The newest first, or one of them; `before`: only those that began before that one. */
    list: async (runId: number | null, limit: number, before: number | null = null): Promise<CatalogueRun[]> => {
      const where = { AND: [runId === null ? {} : { id: runId }, before === null ? {} : { id: { lt: before } }] }
      const rows = await db.catalogueRun.findMany({ where, orderBy: { id: 'desc' }, take: limit })
      return rows.map(({ id, kind, startedAt, endedAt, counts, faults, ...row }) => ({
        ...row,
        runId: id,
        kind: kind as RunKind,
        startedAt: toInstant(startedAt),
        endedAt: toInstantOrNull(endedAt),
        // This store wrote both.
        counts: counts as CatalogueRun['counts'],
        faults: faults as unknown as CatalogueRun['faults'],
      }))
    },
  }
}
