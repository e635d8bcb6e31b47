import type { Database } from './database.ts'

/** The owner of columns: an edition of the catalogue, or a version of its ranking. */
type ColumnOwner = `edition:${number}` | `ranking:${number}`

/** Columns by name; each can have any number of bytes. */
export type ColumnBytes = ReadonlyMap<string, Uint8Array<ArrayBuffer>>

/** The number of bytes per row: large enough to be fast, small enough to delay no other query. */
const CHUNK = 1024 * 1024

type ChunkSize = { readonly name: string; readonly chunk: number; readonly length: number }

/** Groups chunks so that one statement reads no more bytes than a whole chunk has: the columns of a small catalogue are read in one. */
function inStatements(chunks: readonly ChunkSize[]): ChunkSize[][] {
  const groups: ChunkSize[][] = []
  let bytes = Number.POSITIVE_INFINITY
  for (const chunk of chunks) {
    bytes += chunk.length
    if (bytes <= CHUNK) groups.at(-1)?.push(chunk)
    else {
      groups.push([chunk])
      bytes = chunk.length
    }
  }
  return groups
}

export function createColumnStore(db: Database) {
  return {
    write: async (owner: ColumnOwner, columns: ColumnBytes): Promise<void> => {
      for (const [name, bytes] of columns)
        for (let chunk = 0; chunk * CHUNK < Math.max(1, bytes.length); chunk++)
          await db.columnChunk.create({
            data: { owner, name, chunk, bytes: bytes.subarray(chunk * CHUNK, (chunk + 1) * CHUNK) },
            select: { chunk: true },
          })
    },

    /** Reads all columns of an owner, each into its own buffer; the map is empty for an unknown owner. */
    read: async (owner: ColumnOwner): Promise<ColumnBytes> => {
      const chunks = await db.$queryRaw<ChunkSize[]>`
      SELECT name, chunk, octet_length(bytes) AS length FROM column_chunks WHERE owner = ${owner} ORDER BY name, chunk`
      const lengths = new Map<string, number>()
      for (const { name, length } of chunks) lengths.set(name, (lengths.get(name) ?? 0) + length)
      const columns = new Map([...lengths].map(([name, length]) => [name, new Uint8Array(length)]))
      for (const some of inStatements(chunks)) {
        const read = await db.$queryRaw<{ name: string; chunk: number; bytes: Uint8Array }[]>`
        SELECT name, chunk, bytes FROM column_chunks
        JOIN unnest(${some.map(({ name }) => name)}::text[], ${some.map(({ chunk }) => chunk)}::int[])
          AS wanted (name, chunk) USING (name, chunk)
        WHERE owner = ${owner}`
        if (read.length < some.length) throw new Error(`chunks of ${owner} are missing`)
        for (const { name, chunk, bytes } of read) columns.get(name)?.set(bytes, chunk * CHUNK)
      }
      return columns
    },

    /**
     * Deletes columns whose owner was deleted or never completed. Owners with numbers above the newest are still being created.
     */
    removeOrphans: async (): Promise<void> => {
      await db.$executeRaw`
      DELETE FROM column_chunks USING (
        SELECT DISTINCT owner, split_part(owner, ':', 1) AS kind, split_part(owner, ':', 2)::int AS number FROM column_chunks
      ) owners
      WHERE column_chunks.owner = owners.owner AND (
        (kind = 'ranking' AND number < (SELECT max(version) FROM ranking_versions)
          AND NOT EXISTS (SELECT FROM ranking_versions WHERE version = number)) OR
        (kind = 'edition' AND number < (SELECT max(edition) FROM catalogue_editions)
          AND NOT EXISTS (SELECT FROM catalogue_editions WHERE edition = number)))`
    },
  }
}
