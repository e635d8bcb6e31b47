import { randomBytes, randomUUID } from 'node:crypto'
import pg from 'pg'
import type { MoveMoment } from '../../src/operations/bookings/machinery/kill-points.ts'
import type { Cells } from '../../src/operations/operator/moving/copy-rows.ts'
import type { MoveOptions } from '../../src/operations/operator/moving/move-organization.ts'
import { createTestDatabase, type TestDatabase } from './database.ts'

/** Two cells' databases on one server, each with a session as the command opens it. */
export type TwoCells = Cells & {
  readonly a: TestDatabase
  readonly b: TestDatabase
  readonly close: () => Promise<void>
}

async function openSession(url: string): Promise<pg.Client> {
  const client = new pg.Client({ connectionString: url })
  await client.connect()
  await client.query("SET TimeZone = 'UTC'")
  return client
}

export async function openTwoCells(): Promise<TwoCells> {
  const a = await createTestDatabase()
  const b = await createTestDatabase()
  const source = await openSession(a.url)
  const target = await openSession(b.url)
  return {
    a,
    b,
    source,
    target,
    organizationId: `org_${randomBytes(4).toString('hex')}`,
    close: async () => {
      await source.end()
      await target.end()
      await a.drop()
      await b.drop()
    },
  }
}

/** How tests move an organization; both cells have one master key: what is sealed is the same on both sides. */
export function moveOptions(reach: (moment: MoveMoment) => unknown = () => undefined): MoveOptions {
  const peers = { source: 'a', target: 'b' }
  return {
    reseal: (_, rows) => rows,
    areSame: ({ ours, theirs }) => Buffer.from(ours).equals(theirs),
    peers,
    drainMs: 500,
    newMoveId: randomUUID,
    actor: 'operator:test',
    reach,
  }
}
