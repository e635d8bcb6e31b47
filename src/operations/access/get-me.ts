import type { MeView } from '../../domain/contract/me.ts'
import type { Problem } from '../../domain/errors.ts'
import { ok, type Result } from '../../domain/result.ts'
import type { Caller } from '../caller.ts'
import type { Deps } from '../deps.ts'
import { emptyInput, parseInput } from '../inputs/input.ts'
import { readRates } from './rate-limits.ts'

/** The currency of hotel lists where the organization has no other. */
const LIST_CURRENCY = 'USD'

/** Whose key makes the request, what it may do, and what is left of its limits. */
export async function getMe(deps: Deps, caller: Caller, raw: unknown): Promise<Result<MeView, Problem>> {
  const input = parseInput(emptyInput, raw)
  if (!input.ok) return input
  const { organizationId, environment, keyId, scopes } = caller
  const [{ organization, connections }, rates] = await Promise.all([
    deps.tenants.of(organizationId),
    readRates(deps, organizationId),
  ])
  return ok({
    organizationId,
    organizationName: organization.name,
    environment,
    keyId,
    scopes,
    listCurrency: organization.listCurrency ?? LIST_CURRENCY,
    closedUserGroup: organization.closedUserGroup,
    sellingPriceRule: organization.sellingPriceRule,
    suppliers: [...new Set(connections.map(({ supplierCode }) => supplierCode))].map((supplierCode) => ({
      supplierCode,
      supplierName: deps.suppliers.find(supplierCode)?.name ?? supplierCode,
    })),
    limits: rates.map(({ allowed: _, ...rate }) => rate),
  })
}
