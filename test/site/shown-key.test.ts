import { get } from 'node:http'
import { text } from 'node:stream/consumers'
import { describe, expect, it } from 'vitest'
import { readConfig } from '../../src/config.ts'
import type { StartedGateway } from '../support/gateway.ts'
import { useGateway } from '../support/use-gateway.ts'

type Answer = { readonly status: number; readonly headers: NodeJS.Dict<string | string[]>; readonly body: string }

/** A request with a `Host` of its own, which `fetch` does not allow. */
function ask({ url }: StartedGateway, path: string, headers: Readonly<Record<string, string>> = {}): Promise<Answer> {
  return new Promise((resolve, reject) => {
    const request = get(`${url}${path}`, { headers: { accept: 'text/html', ...headers } }, (response) => {
      text(response).then(
        (body) => resolve({ status: response.statusCode ?? 0, headers: response.headers, body }),
        reject,
      )
    })
    request.on('error', reject)
  })
}

const PAGES = ['/', '/docs/reference', '/graphql']

/** What other sites can run or show, and what tells of the requests of others. */
const ASSETS = ['reference-start.js', 'reference.js', 'site.js', 'search.js', 'sections.json', 'site.css']

describe('the key of a local sandbox', () => {
  let gateway: StartedGateway

  useGateway(
    (started) => {
      ;({ gateway } = started)
    },
    { env: { SANDBOX_SHOW_KEY: 'on' } },
  )

  it.each(PAGES)('is filled in at %s for a browser of this machine, which does not keep it', async (path) => {
    const { body, headers } = await ask(gateway, path)
    expect(body).toContain(gateway.apiKey)
    expect(headers['cache-control']).toBe('no-store')
    expect(headers['cross-origin-resource-policy']).toBe('same-origin')
  })

  it.each(PAGES)('is not at %s under a foreign name, or through a proxy or tunnel', async (path) => {
    for (const headers of [
      { host: 'evil.example' },
      { host: 'evil.example:4000' },
      { host: '127.0.0.1.evil.example' },
      { host: '10.0.0.1' },
      { 'x-forwarded-for': '203.0.113.7' },
      { 'x-forwarded-host': 'sandbox.example' },
      { forwarded: 'for=203.0.113.7' },
      { via: '1.1 tunnel' },
    ]) {
      const { status, body } = await ask(gateway, path, headers)
      expect({ headers, status, shown: body.includes(gateway.apiKey) }).toEqual({ headers, status: 200, shown: false })
    }
  })

  it('is in no script or other asset, which a page of another site could load', async () => {
    for (const name of ASSETS) {
      const { status, body, headers } = await ask(gateway, `/docs/assets/${name}`)
      expect(status).toBe(200)
      expect(body).not.toContain(gateway.apiKey)
      expect(headers['cross-origin-resource-policy']).toBe('same-origin')
    }
  })
})

describe('a page without a key', () => {
  let gateway: StartedGateway

  useGateway((started) => {
    ;({ gateway } = started)
  })

  it.each(PAGES)('is what a gateway on a shared database has at %s', async (path) => {
    expect((await ask(gateway, path)).body).not.toContain(gateway.apiKey)
  })

  it('has a first call that takes the key from the shell', async () => {
    const { body } = await ask(gateway, '/')
    expect(body).toContain('-H &quot;x-api-key: $KEY&quot;')
  })

  it('is kept for a while, and asked for by its tag then', async () => {
    const first = await ask(gateway, '/docs/quick-start')
    const tag = String(first.headers['etag'])
    expect(first.headers['cache-control']).toBe('public, max-age=300')
    expect(await ask(gateway, '/docs/quick-start', { 'if-none-match': tag })).toMatchObject({ status: 304, body: '' })
  })

  it('is packed as the browser says', async () => {
    const encodings = await Promise.all(
      ['br', 'br;q=0, gzip', 'gzip;q=0.5', 'br;q=0', 'identity'].map(
        async (accepted) =>
          (await ask(gateway, '/docs/quick-start', { 'accept-encoding': accepted })).headers['content-encoding'],
      ),
    )
    expect(encodings).toEqual(['br', 'gzip', 'gzip', undefined, undefined])
  })
})

describe('whether the key is shown', () => {
  it.each([
    [{}, true],
    [{ HOST: '0.0.0.0' }, false],
    [{ HOST: '0.0.0.0', SANDBOX_SHOW_KEY: 'on' }, false],
    [{ HOST: '::1' }, true],
    [{ SANDBOX_SHOW_KEY: 'off' }, false],
    [{ DATABASE_URL: 'postgresql://db/gateway' }, false],
    [{ DATABASE_URL: 'postgresql://db/gateway', SANDBOX_SHOW_KEY: 'on' }, true],
    [{ SANDBOX_API_KEY: 'a-key-that-a-team-has-agreed-on' }, false],
    [{ TRUSTED_PROXIES: '10.0.0.0/8' }, false],
  ])('with %j is %s', (settings, shown) => {
    expect(readConfig(settings)).toMatchObject({ showSandboxKey: shown })
  })
})
