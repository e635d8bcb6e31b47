import type { WireExchange } from '../suppliers/watched-wire.ts'
import { type Specification, specificationOf } from './specification.ts'

/** Where each supplier's specification is, below `../shared/suppliers`. */
const SPECIFICATIONS: Readonly<Record<string, readonly string[]>> = {
  expedia_rapid: ['expedia-rapid/openapi.json'],
  hotelbeds: ['hotelbeds/openapi.derived.json'],
  ratehawk: ['ratehawk/openapi.derived.json'],
  liteapi: ['liteapi/search.openapi.json', 'liteapi/booking.openapi.json'],
}

/** Answers that a supplier documents in prose, and its specification does not list. */
const UNLISTED: Readonly<Record<string, readonly number[]>> = { liteapi: [401, 429, 500] }

const specifications = new Map<string, Specification>()

function specificationFor(code: string): Specification {
  const known = specifications.get(code) ?? specificationOf(SPECIFICATIONS[code] ?? [])
  specifications.set(code, known)
  return known
}

/** Violations of the supplier's specification in an exchange: `request` by the adapter, `answer` by the supplier. */
export function exchangeFaults({ supplierCode, request, status, answer }: WireExchange): string[] {
  const specification = specificationFor(supplierCode)
  // A body that is not JSON is a fault that the test asked for; what an adapter makes of it is judged elsewhere.
  const isJudged = answer !== undefined && !UNLISTED[supplierCode]?.includes(status)
  const faults = [
    ...specification.requestFaults(request).map((fault) => ['request', fault]),
    ...(isJudged ? specification.answerFaults(request, status, answer).map((fault) => ['answer', fault]) : []),
  ]
  return faults.map(([side, fault]) => `${side} ${supplierCode} ${request.method} ${request.path}: ${fault}`)
}
