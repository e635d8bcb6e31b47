import { err } from '../domain/result.ts'
import type { OpenedSupplier } from './supplier.ts'
import type {
  SupplierConnection,
  SupplierFailure,
  SupplierFetch,
  SupplierOperation,
  TellingAnswer,
} from './supplier-call.ts'

/** Calls whose answers are offered to guests. What became of a booking is told as it is, whoever has told it. */
const OFFERS: ReadonlySet<SupplierOperation> = new Set(['search', 'rooms', 'price_check'])

/** Lets no answer of a supplier's sandbox be sold over a production connection. */
export function ownEnvironmentOnly(
  { supplier, connection }: Pick<OpenedSupplier, 'supplier'> & { readonly connection: SupplierConnection },
  fetch: SupplierFetch,
  onTold: (connection: TellingAnswer, isSandbox: boolean) => void,
): SupplierFetch {
  const { saysSandbox } = supplier
  if (connection.environment !== 'production' || !saysSandbox) return fetch
  return async (wanted) => {
    const answer = await fetch(wanted)
    if (!answer.ok) return answer
    const isSandbox = saysSandbox(answer.value)
    const { operation } = wanted
    if (isSandbox || answer.value.status < 300)
      onTold({ supplierCode: supplier.code, connectionId: connection.connectionId, operation }, isSandbox)
    return isSandbox && OFFERS.has(operation) ? err(fromSandbox(answer.value.status)) : answer
  }
}

function fromSandbox(httpStatus: number): SupplierFailure {
  const detail = 'the supplier’s sandbox has answered a production connection'
  return { kind: 'WRONG_ENVIRONMENT', httpStatus, supplierErrorCode: null, retryAfterMs: null, detail }
}
