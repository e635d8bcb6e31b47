import type { Fate, Life } from './life.ts'
import type { World } from './world.ts'

/** What each fate is in the words of the sandbox suppliers' lever (docs/guides/sandbox.md). */
const ALTERATIONS: Readonly<Record<Fate, object>> = {
  CANCELS: { cancelled: true },
  FORGETS: { forgotten: true },
  REPRICES: { price_permille: 1_030 },
}

/** The supplier does to the life's booking what was drawn for it, once it has the booking. True when it has just done so. */
export async function strike(world: World, life: Life): Promise<boolean> {
  if (life.fate === null || life.isStruck) return false
  const [row] = await world.query(
    `SELECT connection_id, supplier_reference FROM bookings WHERE accepted_offer_id = $1 ORDER BY created_at DESC, id LIMIT 1`,
    [life.offer.offer_id],
  )
  if (!row) return false
  life.isStruck = await world.alter(row.connection_id, row.supplier_reference, ALTERATIONS[life.fate])
  return life.isStruck
}
