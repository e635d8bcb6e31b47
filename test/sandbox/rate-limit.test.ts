import { afterAll, beforeAll, describe, expect, it } from 'vitest'
import { RATE_LIMIT_HEADER } from '../../src/suppliers/directory.ts'
import { createSupplierFetch } from '../../src/suppliers/fetch.ts'
import { SUPPLIERS } from '../../src/suppliers/registry.ts'
import type { SupplierFetch, SupplierResponse } from '../../src/suppliers/supplier-call.ts'
import {
  COUPLE,
  questionFor,
  type SupplierSandbox,
  scenarioAt,
  startSupplierSandbox,
} from '../support/suppliers/sandbox.ts'

let sandbox: SupplierSandbox
const wire = createSupplierFetch()

beforeAll(async () => {
  sandbox = await startSupplierSandbox()
})
afterAll(async () => {
  await sandbox.close()
  await wire.close()
})

/** What each supplier says to a call too many. */
const MANNERS: Readonly<Record<string, object>> = {
  expedia_rapid: { status: 429, headers: { 'rate-limit-minute-remaining': '0' }, json: { type: 'too_many_requests' } },
  hotelbeds: { status: 403, headers: { 'x-mashery-error-code': 'ERR_403_DEVELOPER_OVER_QPS' } },
  ratehawk: { status: 429, json: { error: 'endpoint_exceeded_limit' } },
  liteapi: { status: 429, json: { error: { code: 4290 } } },
}

describe('[X-04] a sandbox supplier with a limit of calls a second', () => {
  it.each(SUPPLIERS.map((supplier) => [supplier.code, supplier] as const))(
    '%s refuses what is above it in its own manner, and counts each contract for itself',
    async (code, supplier) => {
      const seen: SupplierResponse[] = []
      function limited(contract: string): SupplierFetch {
        return async (request) => {
          const answer = await wire({
            ...request,
            headers: { ...request.headers, [RATE_LIMIT_HEADER]: `2;${contract}` },
          })
          if (answer.ok) seen.push(answer.value)
          return answer
        }
      }
      const question = { ...questionFor(COUPLE), supplierHotelIds: [scenarioAt(supplier, 'confirm')] }
      async function search(contract: string): Promise<string> {
        const answer = await supplier.search(sandbox.call(supplier, { fetch: limited(contract) }), question)
        return answer.ok ? 'answered' : answer.error.kind
      }
      const outcomes = [await search('conn_a'), await search('conn_a'), await search('conn_a'), await search('conn_b')]
      expect(outcomes).toEqual(['answered', 'answered', 'RATE_LIMITED', 'answered'])
      expect(seen[2]).toMatchObject(MANNERS[code] ?? {})
      await expect.poll(() => search('conn_a'), { timeout: 60_000, interval: 1_100 }).toBe('answered')
    },
  )
})
