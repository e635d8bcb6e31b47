import { type Problem, problem } from '../../domain/errors.ts'
import type { UsdRates } from '../../domain/exchange.ts'
import { err, ok, type Result } from '../../domain/result.ts'
import type { ExchangeRate } from '../../store/exchange-rates.ts'
import type { Deps } from '../deps.ts'
import type { Tenant } from '../tenants.ts'
import type { ListMoney } from './prices-view.ts'

const usdRates = (rates: readonly ExchangeRate[]): UsdRates =>
  new Map(rates.filter(({ base }) => base === 'USD').map(({ quote, rate }) => [quote, rate]))

/**
 * The money that an organization's lists are shown in: USD, or its override. An override without a usable rate is a refusal,
 * never a wrongly labelled price.
 */
export const listMoney = async (deps: Deps, { organization }: Tenant): Promise<Result<ListMoney, Problem>> => {
  const rates = usdRates(await deps.store.exchangeRates.active())
  const currency = organization.listCurrency ?? 'USD'
  if (currency !== 'USD' && !rates.has(currency)) return err(problem('EXCHANGE_RATE_UNAVAILABLE'))
  return ok({ currency, rates })
}
