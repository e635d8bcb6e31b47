import { describe, expect, it } from 'vitest'
import { runDuePulls } from '../../../../src/operations/catalogue/pull/run-due-pulls.ts'
import { pageSource, withSource } from '../../../support/page-source.ts'
import {
  CONNECTION,
  type ContentSupplier,
  hotels,
  SECOND_CONNECTION,
  useContentSupplier,
} from '../../../support/use-content-supplier.ts'

let supplier: ContentSupplier
useContentSupplier((opened) => {
  supplier = opened
})

function runMorning(): Promise<void> {
  const { deps } = supplier.core
  return runDuePulls({ ...deps, suppliers: withSource(deps.suppliers, pageSource) }, () => false)
}

describe('[20] connections whose morning has come', () => {
  it('are pulled, though one that cannot even begin comes before them', async () => {
    const { query } = supplier.database
    supplier.has.set('WHOLE en', hotels(3))
    await supplier.pull()
    await supplier.pull({ connectionId: SECOND_CONNECTION })
    await query(
      `UPDATE content_pulls SET due_at = now() - make_interval(hours => CASE connection_id WHEN '${CONNECTION}' THEN 2 ELSE 1 END)`,
    )
    await query(`UPDATE supplier_connections SET environment = 'production' WHERE id = $1`, [CONNECTION])
    await runMorning()
    await query(`UPDATE supplier_connections SET environment = 'sandbox' WHERE id = $1`, [CONNECTION])
    expect(await query('SELECT connection_id AS id, due_at > now() AS done FROM content_pulls ORDER BY 1')).toEqual([
      { id: CONNECTION, done: false },
      { id: SECOND_CONNECTION, done: true },
    ])
  })

  it('are read whole when their last pulls were made in days that are still to come', async () => {
    supplier.has.set('WHOLE en', hotels(3))
    await supplier.pull()
    await supplier.database.query(
      `UPDATE content_passes SET began_date = to_char(now() + interval '90 days', 'YYYY-MM-DD')`,
    )
    expect(await supplier.pull()).toMatchObject({ passes: [{ kind: 'WHOLE', counts: { unchanged: 3 } }] })
    expect(await supplier.pull()).toMatchObject({ passes: [{ kind: 'CHANGES' }] })
  })
})
