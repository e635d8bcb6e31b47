import { type Problem, problem } from '../../domain/errors.ts'
import { err, ok, type Result } from '../../domain/result.ts'
import type { ConnectedOrganization } from '../access/tenants.ts'
import type { Deps } from '../deps.ts'
import type { ListMoney } from './prices-view.ts'

/**
 * The currency and rates of an organization's lists: USD, or its own setting, or what the request wants. When that has no usable
 * rate, the search is refused, because a price must never have a wrong currency.
 */
export async function listMoney(
  deps: Deps,
  { organization }: Pick<ConnectedOrganization, 'organization'>,
  wanted: string | null | undefined,
): Promise<Result<ListMoney, Problem>> {
  const rates = await deps.exchangeRates.usd()
  const currency = wanted ?? organization.listCurrency ?? 'USD'
  if (currency !== 'USD' && !rates.has(currency))
    return err(problem('EXCHANGE_RATE_UNAVAILABLE', `No exchange rate of ${currency} is stored`))
  return ok({ currency, rates })
}
