import {
  type GraphQLInputType,
  type GraphQLObjectType,
  isEnumType,
  isInputObjectType,
  isListType,
  isNonNullType,
  isObjectType,
} from 'graphql'
import { describe, expect, it } from 'vitest'
import { allCommands } from '../../src/admin/commands.ts'
import { rolesOf } from '../../src/console/guard-roots.ts'
import { consoleSchema } from '../../src/console/schema.ts'
import { CONSOLE_ROLES, heldRoles, PORTAL_ROLES, type Role } from '../../src/domain/console-role.ts'
import { makePerson, signIn } from '../support/console-client.ts'
import type { TestDatabase } from '../support/database.ts'
import { type StartedGateway } from '../support/gateway.ts'
import type { Json } from '../support/http-client.ts'
import { until } from '../support/until.ts'
import { useGateway } from '../support/use-gateway.ts'

/** Every root field of the schema, by somebody of each role who may not use it; and what a request may cost that somebody signed in sends. */

let database: TestDatabase
let gateway: StartedGateway

useGateway((started) => {
  ;({ database, gateway } = started)
})

const schema = consoleSchema(await allCommands())

type RootField = { readonly name: string; readonly roles: readonly Role[]; readonly call: string }

/** A value of a type, as it stands in a document: whoever is refused is refused before it is looked at. */
function anyOf(type: GraphQLInputType): string {
  if (isNonNullType(type)) return anyOf(type.ofType)
  if (isListType(type)) return `[${anyOf(type.ofType)}]`
  if (isEnumType(type)) return type.getValues()[0]?.name ?? ''
  if (isInputObjectType(type)) return `{ ${fieldsOf(Object.values(type.getFields()))} }`
  return type.name === 'Int' || type.name === 'Float' ? '1' : type.name === 'Boolean' ? 'true' : '"x"'
}

function fieldsOf(fields: readonly { readonly name: string; readonly type: GraphQLInputType }[]): string {
  return fields
    .filter(({ type }) => isNonNullType(type))
    .map(({ name, type }) => `${name}: ${anyOf(type)}`)
    .join(', ')
}

function rootFields(root: GraphQLObjectType | null | undefined): RootField[] {
  return Object.values(root?.getFields() ?? {}).map((field) => {
    const given = fieldsOf(field.args)
    const inner = isNonNullType(field.type) ? field.type.ofType : field.type
    const item = isListType(inner) ? (isNonNullType(inner.ofType) ? inner.ofType.ofType : inner.ofType) : inner
    const call = `${field.name}${given ? `(${given})` : ''}${isObjectType(item) ? ' { __typename }' : ''}`
    return { name: field.name, roles: rolesOf(field) ?? [], call }
  })
}

async function wronglyAnswered(kind: 'query' | 'mutation', role: Role): Promise<string[]> {
  const isPortal = PORTAL_ROLES.some((one) => one === role)
  const name = `walk-${role.replaceAll('_', '-')}`
  const client = await signIn({ url: gateway.url, database, name })
  const held = heldRoles([role])
  const root = kind === 'query' ? schema.getQueryType() : schema.getMutationType()
  const forbidden = rootFields(root).filter(({ roles }) => !roles.some((one) => held.has(one)))
  expect(isPortal ? client.base : '/console').toBe(client.base)
  const wrong: string[] = []
  // One by one: a field that must not be null takes the others of its document with it.
  for (const { name: field, roles, call } of forbidden) {
    const { data, errors } = await client.answer(`${kind} { ${call} }`)
    const [error]: Json[] = errors ?? []
    const isRefused = error?.extensions?.code === 'FORBIDDEN' && String(error.extensions.needs) === String(roles)
    if (!isRefused || (data?.[field] ?? null) !== null) wrong.push(`${field}: ${JSON.stringify({ data, errors })}`)
  }
  async function kept(): Promise<number> {
    const [{ count }] = await database.query(
      "SELECT count(*)::int AS count FROM audit_log WHERE action = 'console.refused' AND actor LIKE $1 AND subject LIKE $2",
      [`%:${name}`, `${kind === 'query' ? 'Query' : 'Mutation'}.%`],
    )
    return count
  }
  // Entries of refusals are written in the background.
  await until('every try in the audit log', async () => (await kept()) >= forbidden.length)
  if ((await kept()) > forbidden.length) wrong.push(`${await kept()} of ${forbidden.length} tries are in the audit log`)
  return wrong
}

describe('[22] each role', () => {
  it.each([...CONSOLE_ROLES, ...PORTAL_ROLES])(
    '%s gets nothing of what is not its own, is told so, and the try is kept',
    { timeout: 180_000 },
    async (role) => {
      const organizationId = PORTAL_ROLES.some((one) => one === role) ? 'org_sandbox' : null
      await makePerson(database, { name: `walk-${role.replaceAll('_', '-')}`, roles: [role], organizationId })
      expect(await wronglyAnswered('query', role)).toEqual([])
      expect(await wronglyAnswered('mutation', role)).toEqual([])
    },
  )

  it('leaves somebody without a role with their name alone', async () => {
    await makePerson(database, { name: 'walk-nobody', roles: [] })
    const client = await signIn({ url: gateway.url, database, name: 'walk-nobody' })
    const open = rootFields(schema.getQueryType()).filter(
      ({ roles }) => roles.length === CONSOLE_ROLES.length + PORTAL_ROLES.length,
    )
    expect(open.map(({ name }) => name)).toEqual(['viewer'])
    expect(await client.refusal('{ auditEntries { next } }')).toBe('FORBIDDEN')
  })
})

describe('[22] what one request may cost', () => {
  async function post(path: string, body: object | string, headers: Record<string, string> = {}): Promise<Response> {
    const { cookie } = await signIn({ url: gateway.url, database, name: 'sandbox-partner' })
    return fetch(`${gateway.url}/portal${path}`, {
      method: 'POST',
      headers: { 'content-type': 'application/json', 'x-console': '1', cookie, ...headers },
      body: typeof body === 'string' ? body : JSON.stringify(body),
    })
  }

  function times(count: number, field: (index: number) => string): string {
    return Array.from({ length: count }, (_, index) => field(index)).join(' ')
  }

  const SEARCH = 'searchGuests(text: "Nobody") { searched }'
  /** Each spreads the one before it twice: three thousand lines of fields, written in thirty. */
  const DOUBLING = times(
    10,
    (at) => `fragment F${at} on OwnPerson { a${at}: name ${at === 0 ? '' : `...F${at - 1} ...F${at - 1}`} }`,
  )

  it.each([
    ['ten thousand aliases', `{ ${times(10_000, (at) => `a${at}: viewer { name }`)} }`],
    ['eleven root fields', `{ ${times(11, (at) => `a${at}: viewer { name }`)} }`],
    [
      'eleven root fields in fragments',
      `{ ...A ...B } fragment A on Query { ${times(6, (at) => `a${at}: viewer { name }`)} } fragment B on Query { ${times(5, (at) => `b${at}: viewer { name }`)} }`,
    ],
    ['two searches for a guest', `mutation { a: ${SEARCH} b: ${SEARCH} }`],
    ['aliases that double', `{ ownPeople { ...F9 b: name ...F9 } } ${DOUBLING}`],
    ['a fragment that spreads itself', '{ ...A } fragment A on Query { viewer { name } ...A }'],
    ['one field again and again', `{ viewer { ${'name '.repeat(51)} } }`],
    ['the whole schema', '{ __schema { types { name } } }'],
  ])('is bounded: %s are refused before anything is done', async (_what, query) => {
    const answer = await post('/graphql', { query })
    const { data, errors } = await answer.json()
    expect(data ?? null).toBeNull()
    expect(errors[0].extensions).toMatchObject({
      code: expect.stringMatching(/^(BAD_INPUT|GRAPHQL_VALIDATION_FAILED)$/),
      requestId: expect.any(String),
    })
  })

  it.each([
    ['NUL', 'ten letters \u0000 and more'],
    ['half of a pair', 'ten letters \ud83d and more'],
  ])('is no fault of ours: %s, which no column holds, is the sender’s', async (_what, reason) => {
    const client = await signIn({ url: gateway.url, database })
    const asked = [
      'mutation ($reason: String!) { redactBooking(id: "ubk_none", reason: $reason) { rows } }',
      'mutation ($reason: String!) { noteBooking(id: "ubk_none", reason: $reason) { rows } }',
      'query ($reason: String!) { auditEntries(subject: $reason) { next } }',
      'mutation { redactBooking(id: "ubk_none", reason: "ten letters \\u0000 and more") { rows } }',
    ]
    for (const document of asked) {
      const { errors } = await client.answer(document, document.includes('$') ? { reason } : {})
      expect(errors?.[0]).toMatchObject({
        message: expect.stringMatching(/^(reason|subject) has a character that no text has/),
        extensions: { code: 'BAD_INPUT', field: expect.any(String) },
      })
    }
  })

  it('is bounded: a body above 64 KiB is not read, and one that is no JSON is no fault of ours', async () => {
    const large = await post('/graphql', { query: '{ viewer { name } }', variables: { text: 'x'.repeat(65_536) } })
    expect([large.status, (await large.json()).errors[0].extensions.code]).toEqual([413, 'BAD_INPUT'])
    const broken = await post('/graphql', '{"query"')
    expect([broken.status, (await broken.json()).errors[0].extensions.code]).toEqual([400, 'BAD_INPUT'])
  })

  it('is bounded: what is refused under ten names is one entry of the audit log', async () => {
    const answer = await post('/graphql', { query: `{ ${times(10, (at) => `a${at}: organization(id: "x") { id }`)} }` })
    const [{ extensions }] = (await answer.json()).errors
    expect(extensions.code).toBe('FORBIDDEN')
    const entries = "SELECT subject FROM audit_log WHERE details->>'requestId' = $1"
    await until('the entry', async () => (await database.query(entries, [extensions.requestId])).length > 0)
    // Entries are written at once; a second one would be there with the next request's.
    await post('/graphql', { query: '{ viewer { name } }' })
    expect(await database.query(entries, [extensions.requestId])).toEqual([{ subject: 'Query.organization' }])
  })

  it.each([
    ['text/event-stream', '"code":"BAD_INPUT"'],
    ['*/*', '"code":"BAD_INPUT"'],
    ['multipart/mixed', ''],
  ])(
    'is bounded: a stream that is asked for as %s where streams are not counted is refused',
    { timeout: 180_000 },
    async (accept, told) => {
      const answer = await post('/graphql', { query: 'subscription { news }' }, { accept })
      // It ends by itself.
      const text = await answer.text()
      expect(text).toContain(told)
      expect(text).not.toContain('"news"')
    },
  )
})
