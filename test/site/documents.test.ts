import { describe, expect, it } from 'vitest'
import { askAs } from '../support/ask-as.ts'
import { type StartedGateway } from '../support/gateway.ts'
import { useGateway } from '../support/use-gateway.ts'

let gateway: StartedGateway

useGateway((started) => {
  ;({ gateway } = started)
})

/** One of each kind that anybody may read. */
const DOCUMENTS = [
  '/',
  '/docs/quick-start',
  '/docs/assets/site.css',
  '/docs/changelog.xml',
  '/llms.txt',
  '/openapi.json',
]

describe('what anybody may read', () => {
  it.each(DOCUMENTS)('%s is kept for a while, and asked for by its tag then', async (path) => {
    const first = await askAs(gateway, path)
    const tag = String(first.headers.etag)
    expect(first.headers['cache-control']).toBe('public, max-age=300')
    expect(await askAs(gateway, path, { 'if-none-match': tag })).toMatchObject({ status: 304, body: '' })
    expect(await askAs(gateway, path, { 'if-none-match': '*' })).toMatchObject({ status: 304, body: '' })
    expect(await askAs(gateway, path, { 'if-none-match': 'W/"of-before"' })).toMatchObject({ status: 200 })
  })

  it.each(DOCUMENTS)('%s is packed as the client says', async (path) => {
    const encodings = await Promise.all(
      ['br', 'br;q=0, gzip', 'gzip;q=0.5', 'br;q=0', 'identity'].map(
        async (accepted) => (await askAs(gateway, path, { 'accept-encoding': accepted })).headers['content-encoding'],
      ),
    )
    expect(encodings).toEqual(['br', 'gzip', 'gzip', undefined, undefined])
  })

  it.each([...DOCUMENTS, '/docs', '/docs/reference'])(
    '[C-012] %s is read only: another method is a 405',
    async (path) => {
      for (const method of ['POST', 'PUT', 'DELETE']) {
        const { status, headers, body } = await askAs(gateway, path, { method, accept: 'application/json' })
        expect({ method, status, allow: headers.allow }).toEqual({ method, status: 405, allow: 'GET, HEAD' })
        expect(JSON.parse(body)).toMatchObject({ code: 'METHOD_NOT_ALLOWED', details: { allowed: ['GET', 'HEAD'] } })
      }
      expect((await askAs(gateway, path, { method: 'HEAD' })).body).toBe('')
    },
  )

  it('has a feed whose ids and links are the same under every name of the service', async () => {
    const [here, there] = await Promise.all([
      askAs(gateway, '/docs/changelog.xml'),
      askAs(gateway, '/docs/changelog.xml', { host: 'elsewhere.example', 'x-forwarded-proto': 'https' }),
    ])
    expect(there.body).toBe(here.body)
    const ids = [...here.body.matchAll(/<id>(.*?)<\/id>/g)].map(([, id = '']) => id)
    expect(new Set(ids).size).toBe(ids.length)
    expect(ids.length).toBeGreaterThan(1)
    expect(ids.filter((id) => !/^tag:[a-z.-]+,\d{4}:changelog[\w/-]*$/.test(id))).toEqual([])
    const links = [...here.body.matchAll(/href="(.*?)"/g)].map(([, href = '']) => href)
    expect(links.filter((href) => !href.startsWith('/docs/changelog'))).toEqual([])
  })
})
