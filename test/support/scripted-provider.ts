import { createHmac, generateKeyPairSync, type KeyObject, sign } from 'node:crypto'
import { createServer, type ServerResponse } from 'node:http'
import type { AddressInfo } from 'node:net'

/** What the provider answers at one of its ends; `hang` never does. */
export type Scripted =
  | 'well'
  | 'hang'
  | { readonly status: number; readonly body: string; readonly headers?: Readonly<Record<string, string>> }

/** An identity provider that answers what it is told to, over HTTP, and signs whatever it is told to. */
export type ScriptedProvider = {
  readonly issuer: string
  readonly clientId: string
  readonly clientSecret: string
  readonly script: {
    metadata: Scripted
    keys: Scripted
    token: Scripted
    userinfo: Scripted
    /** Over what metadata would say. */
    changedMetadata: Readonly<Record<string, unknown>>
    /** The ID token's claims over those of a good one; null: no ID token. */
    claims: Readonly<Record<string, unknown>> | null
    /** How the ID token is signed. */
    signed: 'well' | 'by another key' | 'not at all' | 'with the secret'
  }
  /** What was asked for at the token's end, as forms. */
  readonly asked: URLSearchParams[]
  /** How often it was asked what it says of itself. */
  readonly timesAsked: () => number
  readonly close: () => Promise<void>
}

const KID = 'one'

function base64url(value: unknown): string {
  return Buffer.from(JSON.stringify(value)).toString('base64url')
}

export async function startScriptedProvider(clientSecret = 'a-secret-of-the-tests'): Promise<ScriptedProvider> {
  const [own, other] = [
    generateKeyPairSync('ec', { namedCurve: 'P-256' }),
    generateKeyPairSync('ec', { namedCurve: 'P-256' }),
  ]
  const server = createServer()
  await new Promise<void>((resolve) => server.listen(0, '127.0.0.1', resolve))
  const issuer = `http://127.0.0.1:${(server.address() as AddressInfo).port}/`
  const clientId = 'gateway'
  const asked: URLSearchParams[] = []
  let times = 0
  const script: ScriptedProvider['script'] = {
    metadata: 'well',
    keys: 'well',
    token: 'well',
    userinfo: 'well',
    changedMetadata: {},
    claims: {},
    signed: 'well',
  }

  function idToken(claims: Readonly<Record<string, unknown>>): string {
    const now = Math.floor(Date.now() / 1_000)
    const body = { iss: issuer, aud: clientId, sub: 'sub-1', iat: now, exp: now + 60, auth_time: now, ...claims }
    const algorithm = script.signed === 'with the secret' ? 'HS256' : script.signed === 'not at all' ? 'none' : 'ES256'
    const head = `${base64url({ alg: algorithm, kid: KID })}.${base64url(body)}`
    return `${head}.${signatureOf(head)}`
  }

  function signatureOf(head: string): string {
    if (script.signed === 'not at all') return ''
    if (script.signed === 'with the secret') return createHmac('sha256', clientSecret).update(head).digest('base64url')
    const key: KeyObject = script.signed === 'well' ? own.privateKey : other.privateKey
    return sign('sha256', Buffer.from(head), { key, dsaEncoding: 'ieee-p1363' }).toString('base64url')
  }

  const metadata = {
    issuer,
    authorization_endpoint: `${issuer}authorize`,
    token_endpoint: `${issuer}token`,
    jwks_uri: `${issuer}keys`,
    userinfo_endpoint: `${issuer}userinfo`,
    response_types_supported: ['code'],
    subject_types_supported: ['public'],
    id_token_signing_alg_values_supported: ['ES256'],
  }

  function answer(response: ServerResponse, scripted: Scripted, well: () => unknown): void {
    if (scripted === 'hang') return
    const {
      status,
      body,
      headers = {},
    } = scripted === 'well' ? { status: 200, body: JSON.stringify(well()) } : scripted
    response.writeHead(status, { 'content-type': 'application/json', ...headers }).end(body)
  }

  server.on('request', (request, response) => {
    const chunks: Buffer[] = []
    request.on('data', (chunk: Buffer) => chunks.push(chunk))
    request.on('end', () => {
      const path = new URL(request.url ?? '/', issuer).pathname
      if (path === '/.well-known/openid-configuration') {
        times += 1
        return answer(response, script.metadata, () => ({ ...metadata, ...script.changedMetadata }))
      }
      if (path === '/keys')
        return answer(response, script.keys, () => ({
          keys: [{ ...own.publicKey.export({ format: 'jwk' }), kid: KID, use: 'sig', alg: 'ES256' }],
        }))
      if (path === '/userinfo') return answer(response, script.userinfo, () => ({ sub: 'sub-1', ...script.claims }))
      const form = new URLSearchParams(Buffer.concat(chunks).toString('utf8'))
      asked.push(form)
      return answer(response, script.token, () => ({
        access_token: 'access',
        token_type: 'Bearer',
        expires_in: 60,
        // The code is the nonce: so sign-ins that come at once are told apart.
        ...(script.claims ? { id_token: idToken({ nonce: form.get('code'), ...script.claims }) } : {}),
      }))
    })
  })
  return {
    issuer,
    clientId,
    clientSecret,
    script,
    asked,
    timesAsked: () => times,
    close: () =>
      new Promise((resolve) => {
        server.closeAllConnections()
        server.close(() => resolve())
      }),
  }
}
