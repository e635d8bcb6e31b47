import { explainSale } from '../operations/operator/explain-sale.ts'
import { type Command, text, UsageError } from './command.ts'
import { knownOrganization } from './known-organization.ts'

/** So many bookings are looked at at once, and so many a second: it must not look like an attack to a supplier that has just come back. */
const MOST_LOOKS = 500
const LOOKS_A_SECOND = 10

const look: Command = {
  noun: 'supplier',
  verb: 'look',
  summary: `has workers look now at the bookings that wait for the supplier of a connection, for example when it is repaired, instead of at their planned times: those that have waited longest first, ${MOST_LOOKS} at most, ${LOOKS_A_SECOND} a second`,
  usage: 'conn_acme',
  options: { connection: { type: 'string' } },
  positional: 'connection',
  required: ['connection'],
  change: async ({ tx }, values) => {
    const connectionId = text(values, 'connection')
    if (!(await tx.connections.find(connectionId))) throw new UsageError(`there is no connection ${connectionId}`)
    const waiting = await tx.looks.waitingOver(connectionId, 10 * MOST_LOOKS)
    const looks = await tx.looks.lookSoonOver(connectionId, { limit: MOST_LOOKS, perSecond: LOOKS_A_SECOND })
    const done = { looks: looks.length, left: Math.max(waiting - looks.length, 0) }
    const trace = { action: 'supplier.look', subject: connectionId, organizationId: null, before: null, after: done }
    return { rows: [{ connectionId, ...done, doneWithinSeconds: Math.ceil(looks.length / LOOKS_A_SECOND) }], trace }
  },
}

const explain: Command = {
  noun: 'supplier',
  verb: 'explain',
  summary:
    'says over which connections an organization’s search of a place asks, and why not over the others: switched off, market or country not sold, another contract, refused credentials, no hotel',
  usage: '--organization org_acme --place 1842|London --nationality US',
  options: { organization: { type: 'string' }, place: { type: 'string' }, nationality: { type: 'string' } },
  required: ['organization', 'place', 'nationality'],
  run: async ({ deps, store }, values) => {
    const { organizationId } = await knownOrganization(store, text(values, 'organization'))
    const [place, nationality] = [text(values, 'place'), text(values, 'nationality').toUpperCase()]
    if (!/^[A-Z]{2}$/.test(nationality)) throw new UsageError('--nationality is ISO 3166-1 alpha-2, for example GB')
    const sale = await explainSale(deps, { organizationId, place, nationality })
    if (!sale) throw new UsageError(`there is no place ${place}`)
    if (sale.connections.length === 0) throw new UsageError(`${organizationId} has no supplier: connect one`)
    return sale.connections.map((one) => ({
      place: `${sale.place.name} (${sale.place.placeId})`,
      ...one,
      of: sale.hotels,
    }))
  },
}

export const SUPPLIER_QUESTIONS: readonly Command[] = [look, explain]
