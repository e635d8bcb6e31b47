import type { Deps } from '../operations/deps.ts'

type Link = { readonly organizationId: string; readonly connectionId: string; readonly supplierCode: string }

/** The organization of a run: it sells over the certified connection only, so that no other supplier is asked. */
export async function prepareOrganization(
  { store, clock }: Pick<Deps, 'store' | 'clock'>,
  { organizationId, connectionId, supplierCode }: Link,
): Promise<void> {
  await store.transaction(async ({ organizations }) => {
    if (!(await organizations.find(organizationId)))
      await organizations.insert(
        {
          organizationId,
          name: `Certification of ${connectionId}`,
          rateLimitFactor: 1,
          listCurrency: null,
          rateLimits: {},
          supplierOrder: [],
          rateConditions: [],
          closedUserGroup: false,
          sellingPriceRule: 'TELL',
        },
        clock.real(),
      )
    await organizations.setSupplier(organizationId, { supplierCode, connectionId }, true)
  })
}
