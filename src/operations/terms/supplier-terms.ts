import type { AcceptedTermsList, AcceptedTermsView } from '../../domain/contract/supplier-terms.ts'
import { invalid, type Problem } from '../../domain/errors.ts'
import { issue } from '../../domain/issue.ts'
import { err, ok, type Result } from '../../domain/result.ts'
import type { Caller } from '../caller.ts'
import type { Deps } from '../deps.ts'
import { parseInput } from '../inputs/input.ts'
import { acceptSupplierTermsInput } from '../inputs/supplier-terms.ts'
import { recordAcceptance } from './record-acceptance.ts'
import { termsOfAll, termsView } from './terms-of-organization.ts'

/** The terms of each enabled supplier that has any, and whether the organization has accepted them. */
export async function listSupplierTerms(deps: Deps, caller: Caller): Promise<Result<AcceptedTermsList, Problem>> {
  const { organizationId, environment, language } = caller
  const [all, accepted] = await Promise.all([
    termsOfAll(deps, caller),
    deps.store.termsAcceptances.list(organizationId, environment),
  ])
  const terms = all.map((one) => {
    const acceptance = accepted.find(
      ({ supplierCode, version }) => supplierCode === one.supplierCode && version === one.terms.version,
    )
    return termsView(deps, one, { acceptance: acceptance ?? null, language })
  })
  return ok({ terms })
}

/** Accepts the terms in force for the organization. Accepting them again changes nothing: the first acceptance stands. */
export async function acceptSupplierTerms(
  deps: Deps,
  caller: Caller,
  raw: unknown,
): Promise<Result<AcceptedTermsView, Problem>> {
  const input = parseInput(acceptSupplierTermsInput, raw)
  if (!input.ok) return input
  const { supplierCode, version } = input.value
  const all = await termsOfAll(deps, caller)
  const versions = all.filter((other) => other.supplierCode === supplierCode)
  if (versions.length === 0) return err(invalid([issue('supplier_code', 'INVALID_VALUE', withTerms(all))]))
  const one = versions.find(({ terms }) => terms.version === version)
  if (!one) return err(invalid([issue('version', 'INVALID_VALUE', `${inForce(versions)}: read that one`)]))
  const { organizationId, environment, actor, ip, language } = caller
  const acceptance = await deps.store.transaction((tx) =>
    recordAcceptance(deps, tx, { organizationId, environment, supplierCode, version, actor, ip }),
  )
  return ok(termsView(deps, one, { acceptance, language }))
}

function inForce(versions: readonly { readonly terms: { readonly version: string } }[]): string {
  return `the version in force is ${versions.map(({ terms }) => terms.version).join(' or ')}`
}

function withTerms(all: readonly { readonly supplierCode: string }[]): string {
  return all.length === 0
    ? 'no enabled supplier has terms to accept'
    : `suppliers with terms to accept are ${[...new Set(all.map(({ supplierCode }) => supplierCode))].join(', ')}`
}
