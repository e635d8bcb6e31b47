import { describe, expect, it } from 'vitest'
import { type ConsoleClient, makePerson, signIn } from '../../support/console-client.ts'
import type { TestDatabase } from '../../support/database.ts'
import { type StartedGateway } from '../../support/gateway.ts'
import type { Json } from '../../support/http-client.ts'
import { bookScenario, httpJourney } from '../../support/journey.ts'
import { type PortalField, portalFields } from '../../support/portal-walk.ts'
import { strangerTo, useGateway } from '../../support/use-gateway.ts'

let database: TestDatabase
let gateway: StartedGateway
let own: ConsoleClient
let theirs: Json

const ORGANIZATION = 'org_sandbox_default'

useGateway(async (started) => {
  ;({ database, gateway } = started)
  await makePerson(database, { name: 'stranger', roles: ['partner_admin'], organizationId: ORGANIZATION })
  await makePerson(database, { name: 'colleague', roles: ['partner_support'], organizationId: ORGANIZATION })
  const stranger = await signIn({ url: gateway.url, database, name: 'stranger' })
  own = await signIn({ url: gateway.url, database, name: 'sandbox-partner' })
  theirs = await makeTheirs(stranger)
})

/** A thing of each kind that really is, of another organization. */
async function makeTheirs(stranger: ConsoleClient): Promise<Json> {
  const { makeOwnEndpoint } = await stranger.ask(
    'mutation { makeOwnEndpoint(url: "http://127.0.0.1:9/hooks") { endpoint { id } } }',
  )
  const endpoint = makeOwnEndpoint.endpoint.id
  const { testOwnEndpoint } = await stranger.ask(
    'mutation ($endpoint: ID!) { testOwnEndpoint(endpointId: $endpoint) { id } }',
    { endpoint },
  )
  const { ownKeys } = await stranger.ask('{ ownKeys { id } }')
  const journey = httpJourney(gateway, await strangerTo(gateway))
  const booking = await bookScenario(gateway, journey, 'confirm', 'INSTANT')
  const [person] = await database.query("SELECT id FROM console_users WHERE name = 'colleague'")
  const [event] = await database.query(
    "SELECT request_id FROM booking_events WHERE organization_id = $1 AND type <> 'webhook.test' LIMIT 1",
    [ORGANIZATION],
  )
  return {
    endpoint,
    delivery: testOwnEndpoint.id,
    key: ownKeys[0].id,
    booking: booking.booking_id,
    person: person?.id,
    request: event?.request_id,
    organization: ORGANIZATION,
  }
}

const UNKNOWN: Json = {
  endpoint: 'whe_01JABCDEFGHJKMNPQRSTVWXYZ0',
  delivery: 'whd_00000000000000000000000000000000',
  key: 'key_0000000000000000',
  booking: 'ubk_01JABCDEFGHJKMNPQRSTVWXYZ0',
  person: 'usr_0000000000000000',
  request: 'req_nobody_has_it',
  organization: 'org_nobody',
}

type Kind = 'endpoint' | 'delivery' | 'key' | 'booking' | 'person' | 'request' | 'organization'

/** The arguments that name something of an organization. */
const NAMES: Readonly<Record<string, Kind>> = {
  endpointId: 'endpoint',
  deliveryId: 'delivery',
  keyId: 'key',
  bookingId: 'booking',
  organizationId: 'organization',
  'booking.id': 'booking',
  'bookingMatches.text': 'booking',
  'noteBooking.id': 'booking',
  'unmaskBooking.id': 'booking',
  'request.id': 'request',
  'webhookDelivery.id': 'delivery',
  'webhookEndpoint.id': 'endpoint',
  'ownEndpoint.id': 'endpoint',
  'ownDelivery.id': 'delivery',
  'linkOwnPerson.id': 'person',
  'setOwnPersonRoles.id': 'person',
  'disableOwnPerson.id': 'person',
}

/** What else has to be said. */
const OTHERS: Json = {
  addresses: [],
  roles: ['partner_support'],
  since: '2026-01-01T00:00:00Z',
  enabled: false,
  reason: 'to see whether it is ours',
  text: 'Lovelace',
}

/** What names nothing of an organization, so that nobody else's can be asked for. */
const OF_NOBODY = new Set([
  'ownAccount',
  'ownChanges',
  'ownEndpoints',
  'ownKeys',
  'ownPeople',
  'ownSandbox',
  'ownSteps',
  'eventTypes',
  'viewer',
  'makeOwnEndpoint',
  'inviteOwnPerson',
  'moveOwnClock',
  'resetOwnClock',
  'causeOwnFault',
  'clearOwnFaults',
])

function kindOf(field: PortalField, argument: string): Kind | undefined {
  return NAMES[`${field.name}.${argument}`] ?? NAMES[argument]
}

/** A call for each argument of the field that names something, with everything that it must have besides. */
function callsOf(field: PortalField, ids: Json): readonly { document: string; variables: Json; kind: Kind }[] {
  return field.args.flatMap(({ name }) => {
    const kind = kindOf(field, name)
    if (kind === undefined) return []
    const given = field.args.filter((one) => one.name === name || one.isRequired)
    const variables = Object.fromEntries(
      given.map((one) => {
        const other = kindOf(field, one.name)
        return [one.name, other === undefined ? OTHERS[one.name] : ids[other]]
      }),
    )
    const heads = given.map((one) => `$${one.name}: ${one.type}`).join(', ')
    const passed = given.map((one) => `${one.name}: $${one.name}`).join(', ')
    return [{ document: `${field.kind} (${heads}) { ${field.name}(${passed}) ${field.selection} }`, variables, kind }]
  })
}

/** Everything of the other organization that a request could have changed. */
async function stateOfTheirs(): Promise<Json> {
  return Promise.all([
    database.query('SELECT * FROM webhook_endpoints WHERE organization_id = $1 ORDER BY id', [ORGANIZATION]),
    database.query(
      'SELECT id, expires_at, revoked_at, addresses FROM api_keys WHERE organization_id = $1 ORDER BY id',
      [ORGANIZATION],
    ),
    database.query('SELECT * FROM console_users WHERE organization_id = $1 ORDER BY id', [ORGANIZATION]),
    database.query('SELECT id, trigger FROM webhook_deliveries WHERE organization_id = $1 ORDER BY id', [ORGANIZATION]),
  ])
}

describe('[22] another organization', () => {
  it('has nothing that a field or an action of the portal knows: its real ids are as unknown as made-up ones', async () => {
    const before = await stateOfTheirs()
    const fields = await portalFields()
    const walked: string[] = []
    for (const field of fields) {
      const [real, madeUp] = [callsOf(field, theirs), callsOf(field, UNKNOWN)]
      for (const [place, { document, variables, kind }] of real.entries()) {
        const answer = await own.answer(document, variables)
        const other = await own.answer(madeUp[place]?.document ?? '', madeUp[place]?.variables ?? {})
        expect([field.name, kind, told(answer, theirs)]).toEqual([field.name, kind, told(other, UNKNOWN)])
        const isNothing = answer.errors?.[0].extensions.code === 'NOT_FOUND' || isEmpty(answer.data?.[field.name])
        expect([field.name, kind, isNothing, JSON.stringify(answer)]).toEqual([
          field.name,
          kind,
          true,
          expect.any(String),
        ])
        walked.push(field.name)
      }
    }
    expect(await stateOfTheirs()).toEqual(before)
    const left = fields.map(({ name }) => name).filter((name) => !walked.includes(name) && !OF_NOBODY.has(name))
    expect(left).toEqual([])
    expect(new Set(walked).size).toBeGreaterThanOrEqual(14)
  })

  it('has a sandbox of its own: neither its clock moves nor its calls fail', async () => {
    await own.ask('mutation { moveOwnClock(advanceSeconds: 86400) { clock { offsetSeconds } } }')
    await own.ask(
      'mutation { causeOwnFault(supplierCode: "hotelbeds", operation: "search", fault: "500") { faults { fault } } }',
    )
    const stranger = await signIn({ url: gateway.url, database, name: 'stranger' })
    expect((await stranger.ask('{ ownSandbox { clock { offsetSeconds } faults { fault } } }')).ownSandbox).toEqual({
      clock: { offsetSeconds: 0 },
      faults: [],
    })
    await own.ask('mutation { resetOwnClock { clock { now } } }')
    await own.ask('mutation { clearOwnFaults { faults { fault } } }')
  })
})

describe('[22] the roles of the portal', () => {
  const RANKS = ['partner_support', 'partner_developer', 'partner_admin']

  it('open exactly the fields that say so, and an operator has none of a partner’s own', async () => {
    const fields = (await portalFields()).filter(({ name }) => name !== 'viewer')
    const operator = await signIn({ url: gateway.url, database })
    for (const [rank, role] of RANKS.entries()) {
      const name = `walker-${rank}`
      await makePerson(database, { name, roles: [role], organizationId: 'org_sandbox' })
      const person = await signIn({ url: gateway.url, database, name })
      for (const field of fields) {
        const isOpen = field.roles.some((one) => RANKS.indexOf(one) >= 0 && RANKS.indexOf(one) <= rank)
        if (isOpen) continue
        expect([role, field.name, await refusalOf(person, field)]).toEqual([role, field.name, 'FORBIDDEN'])
      }
    }
    for (const field of fields.filter(({ name }) => /own/i.test(name)))
      expect([field.name, await refusalOf(operator, field)]).toEqual([field.name, 'FORBIDDEN'])
  })
})

function refusalOf(person: ConsoleClient, field: PortalField): Promise<string | null> {
  const given = field.args.filter(({ isRequired }) => isRequired)
  const variables = Object.fromEntries(
    given.map(({ name, type }) => [name, type.startsWith('[') ? [] : type.startsWith('Int') ? 0 : 'x']),
  )
  const heads = given.map(({ name, type }) => `$${name}: ${type}`).join(', ')
  const passed = given.map(({ name }) => `${name}: $${name}`).join(', ')
  const [head, call] = given.length === 0 ? ['', ''] : [`(${heads})`, `(${passed})`]
  return person.refusal(`${field.kind} ${head} { ${field.name}${call} ${field.selection} }`, variables)
}

/** What an answer says, but for the id of the request, and whichever id was asked for. */
function told(answer: Json, asked: Json): Json {
  const { data, errors } = JSON.parse(
    Object.values(asked).reduce<string>((text, id) => text.replaceAll(String(id), 'the id'), JSON.stringify(answer)),
  )
  return {
    data,
    errors: errors?.map(({ message, extensions: { requestId: _, ...rest } }: Json) => ({ message, rest })),
  }
}

function isEmpty(value: Json): boolean {
  return value === null || (value?.items ?? value?.groups)?.length === 0
}
