import { type Problem, problem } from '../../domain/errors.ts'
import { err, ok, type Result } from '../../domain/result.ts'
import type { Tenant } from '../access/tenants.ts'
import type { Deps } from '../deps.ts'
import type { ListMoney } from './prices-view.ts'

/**
 * The money that an organization's lists are shown in: USD, or its override. An override without a usable rate is a refusal,
 * never a wrongly labelled price.
 */
export async function listMoney(deps: Deps, { organization }: Tenant): Promise<Result<ListMoney, Problem>> {
  const rates = await deps.exchangeRates.usd()
  const currency = organization.listCurrency ?? 'USD'
  if (currency !== 'USD' && !rates.has(currency)) return err(problem('EXCHANGE_RATE_UNAVAILABLE'))
  return ok({ currency, rates })
}
