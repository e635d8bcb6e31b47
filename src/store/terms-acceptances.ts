import type { Instant } from '../domain/time.ts'
import type { TermsAcceptanceModel } from './client/models.ts'
import type { Database } from './database.ts'
import { toDate, toInstant } from './instants.ts'

/** That an organization has accepted a version of a supplier's terms. */
export type TermsAcceptance = {
  readonly organizationId: string
  readonly environment: string
  readonly supplierCode: string
  readonly version: string
  /** `key:<id>` or `operator:<name>`. */
  readonly actor: string
  /** The address that a key was used from; null for operators. */
  readonly ip: string | null
  readonly acceptedAt: Instant
}

type AcceptanceKey = Pick<TermsAcceptance, 'organizationId' | 'environment' | 'supplierCode' | 'version'>

/** Acceptances of suppliers' terms. They are added, and never changed. */
export function createTermsAcceptanceStore(db: Database) {
  return {
    /** False when this version was accepted before. */
    insert: async ({ acceptedAt, ...acceptance }: TermsAcceptance): Promise<boolean> => {
      const { count } = await db.termsAcceptance.createMany({
        data: [{ ...acceptance, acceptedAt: toDate(acceptedAt) }],
        skipDuplicates: true,
      })
      return count === 1
    },

    find: async ({
      organizationId,
      environment,
      supplierCode,
      version,
    }: AcceptanceKey): Promise<TermsAcceptance | null> => {
      const row = await db.termsAcceptance.findFirst({
        where: { organizationId, environment, supplierCode, version },
      })
      return row && toAcceptance(row)
    },

    /** Newest first. */
    list: async (organizationId: string, environment: string): Promise<TermsAcceptance[]> => {
      const rows = await db.termsAcceptance.findMany({
        where: { organizationId, environment },
        orderBy: { acceptedAt: 'desc' },
        take: 1_000,
      })
      return rows.map(toAcceptance)
    },
  }
}

function toAcceptance({ id: _, acceptedAt, ...row }: TermsAcceptanceModel): TermsAcceptance {
  return { ...row, acceptedAt: toInstant(acceptedAt) }
}
