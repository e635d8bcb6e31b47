import type { Sort } from '../../domain/contract/search.ts'
import type { SupplierDirectory } from '../../suppliers/supplier.ts'
import type { Tenant } from '../access/tenants.ts'
import type { Caller } from '../caller.ts'
import type { PriceQuestion } from './known-price.ts'
import type { ListMoney } from './prices-view.ts'

/** Who wants prices, for what stay, and how a list is to show them: all that pricing knows of a search. */
export type PriceAsker = {
  readonly caller: Caller
  readonly tenant: Tenant
  readonly question: PriceQuestion
  /** Nights times rooms. */
  readonly roomNights: number
  readonly list: ListMoney
  readonly sort: Sort
  readonly language: string
}
export function supplierNames({ suppliers }: { readonly suppliers: Pick<SupplierDirectory, 'find'> }) {
  return (code: string): string => suppliers.find(code)?.name ?? code
}

/** Who asks the suppliers, and in which language. */
export function callContext({ caller, language }: Pick<PriceAsker, 'caller' | 'language'>) {
  return {
    requestId: caller.requestId,
    language,
    customerIp: caller.ip,
  }
}
