import type { StoreParts } from '../../store/store.ts'
import type { TermsAcceptance } from '../../store/terms-acceptances.ts'
import type { Deps } from '../deps.ts'

/** Records that terms were accepted, once for each version, with an entry of the audit log. Returns the acceptance that stands. */
export async function recordAcceptance(
  { clock }: Pick<Deps, 'clock'>,
  tx: Pick<StoreParts, 'termsAcceptances' | 'audit'>,
  accepted: Omit<TermsAcceptance, 'acceptedAt'>,
): Promise<TermsAcceptance> {
  const acceptedAt = clock.real()
  const acceptance = { ...accepted, acceptedAt }
  if (!(await tx.termsAcceptances.insert(acceptance))) {
    const first = await tx.termsAcceptances.find(accepted)
    if (!first) throw new Error('an acceptance that exists was not found')
    return first
  }
  const { organizationId, actor, supplierCode, version, ip, environment } = accepted
  await tx.audit.append(
    {
      organizationId,
      actor,
      action: 'terms.accept',
      subject: supplierCode,
      details: { before: null, after: { supplierCode, version, environment, ip } },
    },
    acceptedAt,
  )
  return acceptance
}
