import { ContentError } from '../content-source.ts'
import type { SupplierFailure } from '../supplier-call.ts'

const KINDS: Readonly<Partial<Record<SupplierFailure['kind'], ContentError['kind']>>> = {
  RATE_LIMITED: 'OVER_LIMIT',
  BUDGET_SPENT: 'OVER_LIMIT',
  UNAUTHORIZED: 'REFUSED',
  REJECTED: 'REFUSED',
  WRONG_ENVIRONMENT: 'REFUSED',
}

/** Why a pass ends with a call that failed; `what` was asked for. */
export function contentError(what: string, { kind, detail, httpStatus, retryAfterMs }: SupplierFailure): ContentError {
  const told = [httpStatus, detail].filter((one) => one !== null && one !== '').join(', ')
  return new ContentError(KINDS[kind] ?? 'FAILED', `${what}: ${kind} (${told})`, retryAfterMs)
}
