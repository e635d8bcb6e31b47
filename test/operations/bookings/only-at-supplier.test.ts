import { describe, expect, it } from 'vitest'
import { confirmOnlyThere } from '../../../src/operations/bookings/comparison/confirm-only-there.ts'
import { recordOf, says } from '../../support/desk.ts'
import type { Json } from '../../support/http-client.ts'
import { type Booker, useOneBooker } from '../../support/use-one-booker.ts'

let booker: Booker
useOneBooker((started) => {
  booker = started
})

const LISTED = { supplierReference: 'ZZZZZZZZZZZZZZZZZZZZ', record: recordOf() }

function confirm(): Promise<boolean | null> {
  return confirmOnlyThere(
    booker.deps,
    { connectionId: 'con_desk', turn: async () => undefined },
    { listed: LISTED, booking: null },
  )
}

function cases(): Promise<readonly Json[]> {
  return booker.query("SELECT subject, detail FROM cases WHERE kind = 'ONLY_AT_SUPPLIER'")
}

describe('[X-07] a booking that the supplier’s books have, and nobody here', () => {
  it('whose record the supplier refuses to show is a case all the same, and holds no comparison up', async () => {
    booker.desk.says('retrieve', { status: 400, json: {} })
    expect(await confirm()).toBe(true)
    expect(await cases()).toMatchObject([{ subject: 'con_desk/theirs-1', detail: { status: 'UNKNOWN' } }])
  })

  it('is none when its record does not stand, or there is none', async () => {
    for (const record of [null, recordOf({ status: 'CANCELLED' })]) {
      booker.desk.says('retrieve', says(record))
      expect(await confirm()).toBe(false)
    }
    expect(await cases()).toEqual([])
  })

  it('is asked about again later when its supplier does not answer', async () => {
    booker.desk.says('retrieve', { status: 503, json: {} })
    expect(await confirm()).toBeNull()
    expect(await cases()).toEqual([])
  })
})
