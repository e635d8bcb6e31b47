import { afterEach, beforeEach, describe, expect, it } from 'vitest'
import type { MoveState } from '../../../src/domain/organization-move.ts'
import { MOVED_TABLES } from '../../../src/store/moves/moved-tables.ts'
import { rememberOversight } from '../../../src/store/oversight.ts'
import type { Settlement } from '../../../src/store/webhook-queue.ts'
import { inSeconds, type StoreWorld, useStore } from '../../support/use-store.ts'

let world: StoreWorld
useStore((started) => {
  world = started
})

const DAY_S = 86_400
const OLD = inSeconds(-400 * DAY_S)

beforeEach(async () => {
  for (const organization of ['org_1', 'org_moving']) {
    await world.put('webhook_endpoints', { id: `end_${organization}`, organization_id: organization })
    const position = organization === 'org_1' ? 1 : 2
    const bookingId = `ubk_${organization}`
    await world.put('bookings', { id: bookingId, organization_id: organization, status: 'CANCELLED', updated_at: OLD })
    const body = '{"hotel_contact_phone":"+442071234567"}'
    await world.put('booking_events', { position, organization_id: organization, body, created_at: OLD })
    await world.put('webhook_deliveries', {
      id: `whd_${organization}`,
      organization_id: organization,
      endpoint_id: `end_${organization}`,
      event_position: position,
      lease_id: 'lease_1',
      leased_until: inSeconds(60),
    })
    await world.put('booking_attempts', { id: `att_${organization}`, booking_id: bookingId, started_at: OLD })
    await world.query(`UPDATE booking_attempts SET detail = 'told', outcome = 'ACCEPTED' WHERE id = $1`, [
      `att_${organization}`,
    ])
  }
})
afterEach(() => world.query('DELETE FROM organization_moves'))

/** As a move leaves it in that state; long ago, so that nothing is expected of requests any more. */
async function isIn(state: MoveState): Promise<void> {
  await world.query(
    `INSERT INTO organization_moves (organization_id, move_id, state, peer, opened_at) VALUES ('org_moving', 'mov_1', $1, 'other', $2)`,
    [state, OLD],
  )
}

const CLOSED: readonly MoveState[] = ['FENCED', 'SWITCHED', 'ARRIVED', 'ARRIVING']

function settled(deliveryId: string): Settlement {
  const attempt = {
    attempt: 1,
    trigger: 'SCHEDULED',
    startedAt: Date.now(),
    durationMs: 1,
    dnsMs: null,
    connectMs: null,
    tlsMs: null,
    firstByteMs: null,
    responseStatus: 204,
    error: null,
    responseBodyExcerpt: null,
  } as const
  return { deliveryId, leaseId: 'lease_1', status: 'DELIVERED', delayMs: null, attempt }
}

describe.each(CLOSED)('while an organization is %s', (state) => {
  beforeEach(() => isIn(state))

  it('[21] the deliveries of others are settled, though one of its own ended with them', async () => {
    const moved = await world.queue.settle([settled('whd_org_moving'), settled('whd_org_1')])
    expect([...moved]).toEqual(['whd_org_1'])
    expect(await world.query('SELECT delivery_id FROM webhook_attempts')).toEqual([{ delivery_id: 'whd_org_1' }])
  })

  it('[21] what others have leased can be given back together with its own', async () => {
    await world.queue.release(['lease_1'])
    const rows = await world.query('SELECT id FROM webhook_deliveries WHERE lease_id IS NULL')
    expect(rows).toEqual([{ id: 'whd_org_1' }])
  })

  it('[21] terms that have ended are seen to for others, however few rows a statement takes', async () => {
    expect(await world.store.forgetting.forgetEvents(30, 1)).toBe(1)
    expect(await world.store.forgetting.forgetAttempts(30, 1)).toBe(1)
    expect(await world.store.retention.calls(30, 1)).toBe(1)
    // Nothing is left for a loop that goes on until there is nothing.
    expect(await world.store.forgetting.forgetEvents(30, 1)).toBe(0)
    expect(await world.store.forgetting.forgetAttempts(30, 1)).toBe(0)
    expect(await world.store.retention.calls(30, 1)).toBe(0)
    const kept = await world.query(`SELECT organization_id FROM booking_events WHERE body LIKE '%+44%'`)
    expect(kept).toEqual([{ organization_id: 'org_moving' }])
  })

  it('[21] no worker finishes what concerns all deliveries of its endpoints', async () => {
    await world.query('DELETE FROM organization_moves')
    await world.query('UPDATE webhook_endpoints SET closing = true')
    await isIn(state)
    expect(await world.store.webhookBatches.unfinished()).toEqual([{ endpointId: 'end_org_1', isClosing: true }])
  })
})

describe('the nightly comparison of a connection', () => {
  beforeEach(async () => {
    await world.query(`UPDATE bookings SET connection_id = 'con_moving' WHERE organization_id = 'org_moving'`)
    await world.query('DELETE FROM supplier_comparisons')
    await world.query(`INSERT INTO supplier_comparisons (connection_id, due_at)
      SELECT id, now() - interval '1 minute' FROM unnest('{con_1,con_moving,con_unused}'::text[]) id`)
  })

  async function claimed(): Promise<string[]> {
    const { comparisons } = world.store
    const found = [await comparisons.claim('lease_1', 60_000), await comparisons.claim('lease_2', 60_000)]
    return [...found, await comparisons.claim('lease_3', 60_000)].map((one) => one?.connectionId ?? 'none').sort()
  }

  it.each(CLOSED)('[21] waits while all who have booked over it are %s, and no other one', async (state) => {
    await isIn(state)
    expect(await claimed()).toEqual(['con_1', 'con_unused', 'none'])
  })

  it('[21] takes place where others have booked over it, too', async () => {
    await world.query(`UPDATE bookings SET connection_id = 'con_moving' WHERE organization_id = 'org_1'`)
    await isIn('ARRIVED')
    expect(await claimed()).toEqual(['con_1', 'con_moving', 'con_unused'])
  })
})

it('[21] every table that a move compares has the fence', async () => {
  const rows = await world.query(
    `SELECT DISTINCT tgrelid::regclass::text AS name FROM pg_trigger WHERE tgfoid = 'refuse_while_moving'::regproc`,
  )
  const compared = MOVED_TABLES.filter(({ isAddedTo }) => !isAddedTo).map(({ table }) => table)
  expect(rows.map(({ name }) => name)).toEqual(expect.arrayContaining(compared))
})

/** What is of an organization and stays: its own record, that it has left, what open subscriptions leave, and what its sandbox is told to do wrong. */
const STAYS = ['organization_moves', 'departed_organizations', 'booking_followers', 'sandbox_faults']

it('[21] every table that names an organization moves with it, or is said to stay', async () => {
  const rows = await world.query(
    `SELECT relname AS name FROM pg_class JOIN pg_attribute ON attrelid = pg_class.oid
     WHERE relnamespace = 'public'::regnamespace AND relkind IN ('r', 'p') AND NOT relispartition AND attname = 'organization_id'
     ORDER BY 1`,
  )
  const moved = MOVED_TABLES.map(({ table }) => table)
  expect(rows.map(({ name }) => name).filter((name) => !moved.includes(name) && !STAYS.includes(name))).toEqual([])
})

describe('what the alerts of a cell are made of', () => {
  beforeEach(async () => {
    await world.query(
      `UPDATE bookings SET status = 'PROCESSING', pending_since = created_at, look_at = now() - interval '1 hour', look_kind = 'RECONCILE'`,
    )
    await world.query(
      `INSERT INTO cases (id, kind, subject, organization_id, detail, opened_at, seen_at, due_at)
       SELECT 'case_' || id, 'LISTING_LEFT', id, organization_id, '{}', now(), now(), now() - interval '1 hour' FROM bookings`,
    )
    await world.query(`UPDATE webhook_deliveries SET status = 'PENDING', due_at = now()`)
  })

  async function told() {
    const { open = [], overdue, cases, casesOverdue, lateLook } = await rememberOversight(world.db)()
    const { waiting } = await world.queue.depth()
    return { open, overdue, cases, casesOverdue, isLate: Number(lateLook?.[0]?.value) > 60, waiting }
  }

  it.each(['SWITCHED', 'ARRIVED', 'ARRIVING'] as const)(
    '[21] leaves out an organization that is %s: nobody here could do anything about it',
    async (state) => {
      await isIn(state)
      await world.query(`UPDATE bookings SET look_at = NULL WHERE organization_id = 'org_1'`)
      expect(await told()).toMatchObject({
        open: [{ status: 'PROCESSING', value: 1 }],
        cases: [{ value: 1 }],
        casesOverdue: [{ value: 1 }],
        isLate: false,
        waiting: 1,
      })
    },
  )

  it('[21] has everybody who is served here', async () => {
    await isIn('FENCED')
    expect(await told()).toMatchObject({ open: [{ value: 2 }], cases: [{ value: 2 }], isLate: true, waiting: 2 })
  })
})

describe('a key of an organization', () => {
  it.each([
    ['COPYING', false],
    ['DRAINING', false],
    ['FENCED', false],
    ['SWITCHED', true],
    ['ARRIVED', true],
    ['CALLED_OFF', false],
    ['ARRIVING', true],
  ] as const)('[21] while it is %s is another cell’s: %s', async (state, isElsewhere) => {
    const keyHash = Buffer.from(`hash of a key, ${state}`)
    await world.query(`INSERT INTO organizations (id, name) VALUES ('org_moving', 'Two') ON CONFLICT DO NOTHING`)
    await world.query(
      `INSERT INTO api_keys (id, organization_id, environment, key_hash, prefix, scopes) VALUES ($1, 'org_moving', 'sandbox', $2, 'c', '{}')`,
      [`key_${state}`, keyHash],
    )
    expect(await world.store.apiKeys.findByHash(keyHash)).toMatchObject({ isElsewhere: false })
    await isIn(state)
    expect(await world.store.apiKeys.findByHash(keyHash)).toMatchObject({ organizationId: 'org_moving', isElsewhere })
  })
})

describe('a case of an organization', () => {
  const finding = {
    kind: 'LISTING_CLOSED',
    subject: 'ubk_org_moving',
    organizationId: 'org_moving',
    bookingId: 'ubk_org_moving',
    connectionId: null,
    atStake: null,
    dueAt: null,
    detail: {},
  } as const

  it.each(['SWITCHED', 'ARRIVED', 'ARRIVING'] as const)('[21] is not opened while it is %s', async (state) => {
    await isIn(state)
    await world.store.cases.open(finding)
    expect(await world.query('SELECT FROM cases')).toEqual([])
  })

  it.each(['SWITCHED', 'ARRIVED', 'ARRIVING'] as const)('[21] is listed for nobody while it is %s', async (state) => {
    const choice = { kinds: null, organizationId: null, isOpen: true, takenBy: null }
    await world.store.cases.open(finding)
    expect(await world.store.cases.count(choice)).toMatchObject({ count: 1 })
    await isIn(state)
    expect(await world.store.cases.count(choice)).toMatchObject({ count: 0 })
    expect(await world.store.cases.list({ ...choice, limit: 10, after: null })).toEqual([])
  })

  it('[21] is refused while it is FENCED: whoever found it finds it again', async () => {
    await isIn('FENCED')
    await expect(world.store.cases.open(finding)).rejects.toThrow(/moves to another cell/)
  })

  it('[21] is opened when it does not move', async () => {
    await world.store.cases.open(finding)
    expect(await world.query('SELECT subject FROM cases')).toEqual([{ subject: 'ubk_org_moving' }])
  })
})
