import { createHash, randomBytes } from 'node:crypto'
import type { TestDatabase } from './database.ts'
import type { Json } from './http-client.ts'

export type ConsoleClient = {
  /** The cookie of the session, for a browser or a client of its own. */
  readonly cookie: string
  /** The base path: `/console` or `/portal`. */
  readonly base: string
  /** What a document answers: `data`, or `errors` as they are. */
  readonly answer: (document: string, variables?: Json) => Promise<Json>
  /** The data of a document; throws when it has errors. */
  readonly ask: (document: string, variables?: Json) => Promise<Json>
  /** The code of the first error of a document; null: it had none. */
  readonly refusal: (document: string, variables?: Json) => Promise<string | null>
}

type Whom = {
  readonly url: string
  readonly database: TestDatabase
  /** A person who exists; by default the sandbox's operator, with the role admin. */
  readonly name?: string
}

/** A link's token that signs a person in once. */
export async function makeLink(database: TestDatabase, name: string): Promise<{ base: string; token: string }> {
  const token = randomBytes(32).toString('base64url')
  const [user] = await database.query('SELECT id, organization_id FROM console_users WHERE name = $1', [name])
  if (!user) throw new Error(`nobody is named ${name}`)
  await database.query(
    "INSERT INTO console_links (token_hash, user_id, created_at, expires_at) VALUES ($1, $2, now(), now() + interval '1 hour')",
    [createHash('sha256').update(token).digest(), user.id],
  )
  return { base: user.organization_id === null ? '/console' : '/portal', token }
}

/** Makes somebody of these roles who can be signed in as `name`. */
export async function makePerson(
  database: TestDatabase,
  { name, roles, organizationId = null }: { name: string; roles: readonly string[]; organizationId?: string | null },
): Promise<void> {
  await database.query(
    'INSERT INTO console_users (id, organization_id, name, roles, created_at) VALUES ($1, $2, $3, $4, now())',
    [`usr_${randomBytes(8).toString('hex')}`, organizationId, name, [...roles]],
  )
}

/** Somebody's session in the console or the portal, over HTTP. */
export async function signIn({ url, database, name = 'sandbox-operator' }: Whom): Promise<ConsoleClient> {
  const { base, token } = await makeLink(database, name)
  const entered = await fetch(`${url}${base}/sign-in?link=${token}`, { redirect: 'manual' })
  const [cookie = ''] = (entered.headers.get('set-cookie') ?? '').split(';')
  if (entered.status !== 303 || !cookie.startsWith('hdg_console=')) throw new Error(`no session for ${name}`)
  return clientOf({ url, base, cookie })
}

/** A client of a session that there is. */
export function clientOf({
  url,
  base,
  cookie,
}: {
  readonly url: string
  readonly base: string
  readonly cookie: string
}): ConsoleClient {
  async function answer(document: string, variables: Json = {}): Promise<Json> {
    const response = await fetch(`${url}${base}/graphql`, {
      method: 'POST',
      headers: { 'content-type': 'application/json', 'x-console': '1', cookie },
      body: JSON.stringify({ query: document, variables }),
    })
    return response.json()
  }
  return {
    cookie,
    base,
    answer,
    ask: async (document, variables) => {
      const { data, errors } = await answer(document, variables)
      if (errors) throw new Error(JSON.stringify(errors))
      return data
    },
    refusal: async (document, variables) => (await answer(document, variables)).errors?.[0]?.extensions?.code ?? null,
  }
}
