import type { MovingRow } from '../../../store/moves/moving-rows.ts'
import type { Seals } from '../key-material/sealed-places.ts'
import type { Reseal } from './copy-rows.ts'

const PLACES = { guests_sealed: 'guests', credentials: 'credentials', secrets: 'webhooks' } as const

/** Seals for the target what the source has sealed. Throws for what the source's master keys do not open. */
export function createReseal(source: Seals, target: Seals): Reseal {
  return (table, rows) => {
    if (table.sealed === null) return rows
    const place = PLACES[table.sealed]
    function again(sealed: Uint8Array, id: string): Buffer {
      return target[place].seal(source[place].open(sealed, id), id)
    }
    return rows.map((row) => (table.sealed === 'secrets' ? resealSecrets(row, again) : resealBytes(row, again)))
  }
}

type Again = (sealed: Uint8Array, id: string) => Buffer

/** `bytea` in JSON is `\x` and hexadecimal digits. */
function resealBytes({ row, sealed }: MovingRow, again: Again): MovingRow {
  const text = sealed === null ? null : (JSON.parse(sealed) as string | null)
  if (text === null) return { row, sealed: 'null' }
  const after = again(Buffer.from(text.slice(2), 'hex'), idOf(row))
  return { row, sealed: JSON.stringify(`\\x${after.toString('hex')}`) }
}

function resealSecrets({ row, sealed }: MovingRow, again: Again): MovingRow {
  const secrets = JSON.parse(sealed ?? '[]') as { readonly sealed: string }[]
  const after = secrets.map((secret) => ({
    ...secret,
    sealed: again(Buffer.from(secret.sealed, 'base64'), idOf(row)).toString('base64'),
  }))
  return { row, sealed: JSON.stringify(after) }
}

function idOf(row: string): string {
  return (JSON.parse(row) as { readonly id: string }).id
}
