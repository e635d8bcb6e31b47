import type { Sort } from '../../domain/contract/search.ts'
import type { Traveller } from '../../domain/traveller.ts'
import type { SupplierDirectory } from '../../suppliers/supplier.ts'
import type { Tenant } from '../access/tenants.ts'
import type { Caller } from '../caller.ts'
import type { PriceQuestion } from './known-price.ts'
import type { ListMoney } from './prices-view.ts'

/** Everything that pricing needs to know of a search: the caller, the stay, and how the list shows prices. */
export type PriceAsker = {
  readonly caller: Caller
  readonly tenant: Tenant
  readonly question: PriceQuestion
  /** The number of nights times the number of rooms. */
  readonly roomNights: number
  readonly list: ListMoney
  readonly sort: Sort
  readonly language: string
  readonly traveller: Traveller
}

export function supplierNames({ suppliers }: { readonly suppliers: Pick<SupplierDirectory, 'find'> }) {
  return (code: string): string => suppliers.find(code)?.name ?? code
}

/** The context of a supplier call: who asks, the request, the language, and the traveller. */
export function callContext({ caller, language, traveller }: Pick<PriceAsker, 'caller' | 'language' | 'traveller'>) {
  return {
    organizationId: caller.organizationId,
    requestId: caller.requestId,
    language,
    customerIp: traveller.ip ?? caller.ip,
    sessionId: traveller.sessionId,
    userAgent: traveller.userAgent,
  }
}
