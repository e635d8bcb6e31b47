import type { RankingVersion } from '../store/rankings.ts'
import type { Store } from '../store/store.ts'
import type { Catalogue } from './catalogue.ts'
import { type Edition, readEdition } from './edition.ts'
import { makeNameColumns, type NameColumns } from './names/name-columns.ts'
import { type Ranking, readRanking } from './ranking.ts'

/** Where a thread has the columns of the catalogue and its rankings from. */
export type ColumnSource = {
  /** Null when Postgres has no such edition. */
  readonly edition: (edition: number) => Promise<Edition | null>
  /** Null when Postgres has no such version. */
  readonly ranking: (version: RankingVersion, edition: Edition) => Promise<Ranking | null>
  /** The names of all places and of the edition's hotels. A million take some seconds. */
  readonly names: (edition: Edition) => Promise<NameColumns>
}

/** Reads them from Postgres, into memory of this thread's own. */
export function createColumnSource({
  store,
  catalogue,
}: {
  readonly store: Pick<Store, 'columns'>
  readonly catalogue: Pick<Catalogue, 'places'>
}): ColumnSource {
  return {
    edition: async (edition) => {
      const bytes = await store.columns.read(`edition:${edition}`)
      return bytes.size === 0 ? null : readEdition(edition, bytes)
    },
    ranking: async (version, edition) => {
      const bytes = await store.columns.read(`ranking:${version.version}`)
      return bytes.size === 0 ? null : readRanking(version, edition, bytes)
    },
    names: async (edition) => makeNameColumns(edition, await catalogue.places()),
  }
}
