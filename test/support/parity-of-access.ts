import { expect } from 'vitest'
import { alike, same } from './facade-shapes.ts'
import type { Json } from './http-client.ts'
import type { useBothFacades } from './use-both-facades.ts'

/** Both facades tell the same of keys, of what they may do, and of what their organization has accepted. */
export function ofAccess({ get, post, data, query, mutate, rolledKey }: ReturnType<typeof useBothFacades>) {
  return {
    getMe: async () => {
      const [viaHttp, viaGraphql] = [await get('/me'), await query('me')]
      // Each of the two requests takes a point.
      same({ ...viaHttp, limits: [] }, { ...viaGraphql, limits: [] })
      expect(viaHttp.limits.map(({ rate_class: name }: Json) => name)).toEqual(
        viaGraphql.limits.map(({ rateClass }: Json) => rateClass),
      )
    },
    listSupplierTerms: async () => {
      same(await get('/supplier-terms'), await query('supplierTerms'))
    },
    acceptSupplierTerms: async () => {
      const input = { supplierCode: 'expedia_rapid', version: '2026-01' }
      same(
        await post('/supplier-terms/expedia_rapid/accept', { version: '2026-01' }),
        await mutate('acceptSupplierTerms', input),
      )
    },
    listApiKeys: async () => {
      same(await get('/keys'), await query('apiKeys'))
    },
    rollApiKey: async () => {
      const keyId = await rolledKey()
      alike(await post(`/keys/${keyId}/roll`), await mutate('rollApiKey', { keyId }))
    },
    updateApiKey: async () => {
      const keyId = await rolledKey()
      const addresses = ['203.0.113.0/24']
      same(await data('PATCH', `/keys/${keyId}`, { addresses }), await mutate('updateApiKey', { keyId, addresses }))
    },
    revokeApiKey: async () => {
      const first = await rolledKey()
      const viaHttp = await post(`/keys/${first}/revoke`)
      alike(viaHttp, await mutate('revokeApiKey', { keyId: await rolledKey() }))
    },
  }
}
