import { type Offer, termsOfStored } from '../domain/offer.ts'
import { type Database, json } from './database.ts'
import { toDate, toInstant } from './instants.ts'

export function createOfferStore(db: Database) {
  return {
    insert: async (offer: Offer): Promise<void> => {
      const { offerId, terms, supplierPayload, expiresAt, createdAt, ...rest } = offer
      await db.offer.create({
        data: {
          id: offerId,
          ...rest,
          terms: json(terms),
          supplierPayload: json(supplierPayload),
          expiresAt: toDate(expiresAt),
          createdAt: toDate(createdAt),
        },
      })
    },

    /** Returns null for an unknown id and for another organization's offer alike. */
    find: async (organizationId: string, environment: string, offerId: string): Promise<Offer | null> => {
      const row = await db.offer.findFirst({ where: { id: offerId, organizationId, environment } })
      if (!row) return null
      const { id, terms, supplierPayload, expiresAt, createdAt, ...rest } = row
      return {
        ...rest,
        offerId: id,
        terms: termsOfStored(terms),
        // Only `insert` writes this column.
        supplierPayload: supplierPayload as Record<string, unknown>,
        expiresAt: toInstant(expiresAt),
        createdAt: toInstant(createdAt),
      }
    },
  }
}
