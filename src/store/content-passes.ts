import { type Database, json } from './database.ts'

/**
 * READING: it goes on from its mark. READ: the supplier has no more, and what follows from it is not concluded yet. CONCLUDING: its
 * brakes have let it pass, and what was missing is being ended. HELD: a brake has stopped it where it is, and HELD_READ: at its end,
 * until an operator accepts what it saw. DONE,
 * UNCHANGED (there was nothing newer than what the last one read) and GIVEN_UP are final; DRY_RUN is deleted when it ends.
 */
export type PassState =
  | 'READING'
  | 'READ'
  | 'CONCLUDING'
  | 'HELD'
  | 'HELD_READ'
  | 'DONE'
  | 'UNCHANGED'
  | 'GIVEN_UP'
  | 'DRY_RUN'

export type PassKind = 'WHOLE' | 'CHANGES'

type NewPass = {
  readonly connectionId: string
  readonly kind: PassKind
  readonly language: string
  /** YYYY-MM-DD; null for WHOLE. */
  readonly since: string | null
  readonly state: 'READING' | 'DRY_RUN'
  /** YYYY-MM-DD, by the clock of the connection. */
  readonly beganDate: string
}

export type StoredPass = Omit<NewPass, 'state'> & {
  readonly passId: number
  readonly state: PassState
  readonly mark: Readonly<Record<string, unknown>> | null
  readonly memory: Readonly<Record<string, string>>
  readonly counts: Readonly<Record<string, unknown>>
  readonly fruitless: number
}

export type PassProgress = Pick<StoredPass, 'mark' | 'memory' | 'counts'>

/** A row that a pass has had. `hash` is null for a bad one. */
export type SeenRow = { readonly key: string; readonly line: number; readonly hash: string | null }

const OPEN: readonly PassState[] = ['READING', 'READ', 'CONCLUDING', 'HELD', 'HELD_READ']
const FORGET_AT_ONCE = 50_000

/** Every reading of suppliers' content: how far it has come, what it had so far, what it counted. */
export function createContentPassStore(db: Database) {
  return {
    ...createSeenRows(db),
    ...createDictionaries(db),

    begin: async (pass: NewPass): Promise<StoredPass> => toPass(await db.contentPass.create({ data: { ...pass } })),

    /** Those of a connection that are not over, the oldest first. */
    open: async (connectionId: string): Promise<StoredPass[]> => {
      const rows = await db.contentPass.findMany({
        where: { connectionId, state: { in: [...OPEN] } },
        orderBy: { id: 'asc' },
      })
      return rows.map(toPass)
    },

    /** For each language and kind the last one that is DONE. */
    lastDone: async (connectionId: string): Promise<StoredPass[]> => {
      const rows = await db.contentPass.findMany({
        where: { connectionId, state: 'DONE' },
        orderBy: { id: 'desc' },
        distinct: ['language', 'kind'],
      })
      return rows.map(toPass)
    },

    /** Stores how far a pass has come: it is fruitful again. */
    save: async (passId: number, { mark, memory, counts }: PassProgress): Promise<void> => {
      await db.$executeRaw`
      UPDATE content_passes SET mark = ${mark && JSON.stringify(mark)}::jsonb, memory = ${JSON.stringify(memory)}::jsonb,
        counts = ${JSON.stringify(counts)}::jsonb,
        fruitless = CASE WHEN mark IS DISTINCT FROM ${mark && JSON.stringify(mark)}::jsonb THEN 0 ELSE fruitless END
      WHERE id = ${passId}::int`
    },

    /** `counts` are those of the end; absent: those that were saved last. */
    setState: async (passId: number, state: PassState, counts?: StoredPass['counts']): Promise<void> => {
      const told = counts && JSON.stringify(counts)
      await db.$executeRaw`
      UPDATE content_passes SET state = ${state}, counts = coalesce(${told ?? null}::jsonb, counts),
        ended_at = CASE WHEN ${state} IN ('DONE', 'UNCHANGED', 'GIVEN_UP', 'HELD', 'HELD_READ') THEN gateway_now() END
      WHERE id = ${passId}::int`
    },

    countFruitless: async (passId: number): Promise<void> => {
      await db.contentPass.update({ where: { id: passId }, data: { fruitless: { increment: 1 } } })
    },

    /** Forgets a dry run altogether. */
    remove: async (passId: number): Promise<void> => {
      await db.contentPass.deleteMany({ where: { id: passId, state: 'DRY_RUN' } })
    },

    /** The dry runs of a connection that were cut off. */
    dryRuns: async (connectionId: string): Promise<number[]> => {
      const rows = await db.contentPass.findMany({ where: { connectionId, state: 'DRY_RUN' }, select: { id: true } })
      return rows.map(({ id }) => id)
    },
  }
}

/** What passes have had, while they are under way. */
function createSeenRows(db: Database) {
  return {
    /** What a pass has noted of rows that it has had before, by their keys. */
    seen: async (passId: number, keys: readonly string[]): Promise<ReadonlyMap<string, SeenRow>> => {
      const rows = await db.$queryRaw<SeenRow[]>`
      SELECT key, line, hash FROM content_seen WHERE pass_id = ${passId}::int AND key = ANY(${[...keys]}::text[])`
      return new Map(rows.map((row) => [row.key, row]))
    },

    /** Notes rows that a pass has. No key is twice among them. */
    see: async (passId: number, rows: readonly SeenRow[]): Promise<void> => {
      await db.$executeRaw`
      INSERT INTO content_seen (pass_id, key, line, hash)
      SELECT ${passId}::int, key, line, hash
      FROM jsonb_to_recordset(${JSON.stringify(rows)}::jsonb) AS row(key text, line int, hash text)
      ON CONFLICT (pass_id, key) DO UPDATE SET line = EXCLUDED.line, hash = EXCLUDED.hash`
    },

    /** Forgets what a pass has had, some rows at a time. */
    forgetSeen: async (passId: number): Promise<void> => {
      let deleted = FORGET_AT_ONCE
      while (deleted === FORGET_AT_ONCE)
        deleted = await db.$executeRaw`
        DELETE FROM content_seen WHERE pass_id = ${passId}::int AND key IN (
          SELECT key FROM content_seen WHERE pass_id = ${passId}::int LIMIT ${FORGET_AT_ONCE})`
    },
  }
}

function createDictionaries(db: Database) {
  return {
    /** A dictionary that was loaded within so many ms; null when there is none. */
    dictionary: async (connectionId: string, name: string, maxAgeMs: number): Promise<{ content: unknown } | null> => {
      const [row] = await db.$queryRaw<{ content: unknown }[]>`
      SELECT content FROM content_dictionaries WHERE connection_id = ${connectionId} AND name = ${name}
        AND loaded_at > gateway_now() - make_interval(secs => ${maxAgeMs}::float8 / 1000)`
      return row ?? null
    },

    keepDictionary: async (connectionId: string, name: string, content: unknown): Promise<void> => {
      await db.$executeRaw`
      INSERT INTO content_dictionaries (connection_id, name, content)
      VALUES (${connectionId}, ${name}, ${JSON.stringify(json(content))}::jsonb)
      ON CONFLICT (connection_id, name) DO UPDATE SET content = EXCLUDED.content, loaded_at = EXCLUDED.loaded_at`
    },

    dropDictionaries: async (connectionId: string): Promise<void> => {
      await db.contentDictionary.deleteMany({ where: { connectionId } })
    },
  }
}

type Row = Awaited<ReturnType<Database['contentPass']['create']>>

/** This store wrote all of it. */
function toPass({ id, kind, state, mark, memory, counts, ...row }: Row): StoredPass {
  return {
    ...row,
    passId: id,
    kind: kind as PassKind,
    state: state as PassState,
    mark: mark as StoredPass['mark'],
    memory: memory as StoredPass['memory'],
    counts: counts as StoredPass['counts'],
  }
}
