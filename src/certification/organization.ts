import type { Deps } from '../operations/deps.ts'
import { recordAcceptance } from '../operations/terms/record-acceptance.ts'
import { termsOver } from '../operations/terms/terms-of-organization.ts'
import { configuredTerms } from '../store/organizations.ts'
import { CERTIFIER } from './party.ts'

type Link = {
  readonly organizationId: string
  readonly connectionId: string
  readonly supplierCode: string
  readonly settings: Readonly<Record<string, unknown>>
}

/**
 * The organization of a run: it sells over the certified connection only, so that no other supplier is asked, and has accepted the
 * terms of its contract where nothing can be booked without that.
 */
export async function prepareOrganization(
  deps: Pick<Deps, 'store' | 'clock' | 'suppliers'>,
  { organizationId, connectionId, supplierCode, settings }: Link,
): Promise<void> {
  const { store, clock } = deps
  const environment = 'sandbox'
  await store.transaction(async (tx) => {
    const { organizations } = tx
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
    const terms = termsOver(deps, { supplierCode, terms: configuredTerms(settings) }, environment)
    if (terms?.demanded)
      await recordAcceptance(deps, tx, {
        organizationId,
        environment,
        supplierCode,
        version: terms.version,
        actor: CERTIFIER,
        ip: null,
      })
  })
}
