import pg from 'pg'
import { describe, expect, it } from 'vitest'
import { until } from '../../../support/until.ts'
import {
  CONNECTION,
  type ContentSupplier,
  hotels,
  type Row,
  SECOND_CONNECTION,
  useContentSupplier,
} from '../../../support/use-content-supplier.ts'

let supplier: ContentSupplier
useContentSupplier((opened) => {
  supplier = opened
})

async function pullWith(rows: readonly Row[], connectionId?: string) {
  supplier.has.set('WHOLE en', rows)
  return supplier.pull({ isWhole: true, ...(connectionId ? { connectionId } : {}) })
}

async function gone(): Promise<readonly string[]> {
  return Object.entries(await supplier.staged()).flatMap(([id, { status }]) => (status === 'GONE' ? [id] : []))
}

function xmins() {
  return supplier.database.query('SELECT xmin::text FROM listings ORDER BY id')
}

/** A session that holds what a statement locks, from `take` to `end`. */
async function holdOpen(url: string, statement: string) {
  const client = new pg.Client({ connectionString: url })
  await client.connect()
  return {
    take: async (): Promise<void> => {
      await client.query('BEGIN')
      await client.query(statement)
    },
    end: () => client.end(),
  }
}

function waitingFor({ query }: ContentSupplier['database']) {
  return query(`SELECT 1 FROM pg_stat_activity WHERE datname = current_database() AND wait_event_type = 'Lock'`)
}

describe('[20] two connections of one supplier', () => {
  it('with different hotels do not end each other’s', async () => {
    await pullWith(hotels(60))
    expect(await pullWith(hotels(60).slice(30), SECOND_CONNECTION)).toMatchObject({
      outcome: 'DONE',
      passes: [{ counts: { unchanged: 30, gone: 0 } }],
    })
    expect(await pullWith(hotels(60))).toMatchObject({ outcome: 'DONE', passes: [{ counts: { gone: 0 } }] })
    expect(await gone()).toEqual([])
  })

  it('lose a hotel when neither of them has it any more', async () => {
    await pullWith(hotels(60))
    await pullWith(hotels(60), SECOND_CONNECTION)
    await pullWith(hotels(59))
    expect(await gone()).toEqual([])
    expect(await pullWith(hotels(59), SECOND_CONNECTION)).toMatchObject({ passes: [{ counts: { gone: 1 } }] })
    expect(await gone()).toEqual(['h59'])
    await pullWith(hotels(60))
    expect(await gone()).toEqual([])
  })

  it('lose a hotel that one is told has ended only when the other does not have it', async () => {
    await pullWith(hotels(60))
    await pullWith(hotels(59), SECOND_CONNECTION)
    const ended = [59, 58].map((index) => ({ ended: 'GONE', id: `h${index}` }))
    supplier.has.set('CHANGES en', ended)
    expect(await supplier.pull()).toMatchObject({ outcome: 'DONE', passes: [{ kind: 'CHANGES' }] })
    expect(await gone()).toEqual(['h59'])
    await supplier.pull({ connectionId: SECOND_CONNECTION })
    expect(await gone()).toEqual(['h58', 'h59'])
  })

  it('are held by the size of their own portfolio', async () => {
    await pullWith(hotels(400))
    await pullWith(hotels(60), SECOND_CONNECTION)
    expect(await pullWith(hotels(30), SECOND_CONNECTION)).toMatchObject({ outcome: 'HELD' })
    expect(await supplier.pull({ isWhole: true, isAccepted: true, connectionId: SECOND_CONNECTION })).toMatchObject({
      outcome: 'DONE',
      passes: [{ counts: { gone: 0 } }],
    })
    expect(await gone()).toEqual([])
  })

  it('no longer hold a hotel for each other when one is removed', async () => {
    await pullWith(hotels(60), SECOND_CONNECTION)
    await supplier.database.query(`UPDATE listings SET connection_ids = '{conn_removed}' || connection_ids`)
    await pullWith(hotels(59), SECOND_CONNECTION)
    expect(await gone()).toEqual(['h59'])
  })

  it('that read the same hotel at the same time lose nothing of what either tells', async () => {
    const { database } = supplier
    await pullWith(hotels(3))
    supplier.has.set('WHOLE fr', hotels(3, { 0: { names: { fr: 'Hôtel Zéro' } } }))
    // The first has read its rows, and waits here before it stages them, as if it were slow.
    const lease = await holdOpen(
      database.url,
      `SELECT FROM content_pulls WHERE connection_id = '${CONNECTION}' FOR UPDATE`,
    )
    supplier.before = async () => {
      supplier.before = () => false
      await lease.take()
      return false
    }
    const french = supplier.pull({ languages: ['fr'] })
    await until('it to wait', async () => (await waitingFor(database)).length > 0)
    await pullWith(hotels(3, { 0: { stars: 5 } }), SECOND_CONNECTION)
    await lease.end()
    expect(await french).toMatchObject({ outcome: 'DONE' })
    expect((await supplier.staged())['h0'].content).toMatchObject({ stars: 5, names: { fr: 'Hôtel Zéro' } })
  })

  it('cost no writing when both have been pulled before', async () => {
    await pullWith(hotels(60))
    await pullWith(hotels(60), SECOND_CONNECTION)
    const before = await xmins()
    await pullWith(hotels(60))
    await pullWith(hotels(60), SECOND_CONNECTION)
    expect(await xmins()).toEqual(before)
  })
})
