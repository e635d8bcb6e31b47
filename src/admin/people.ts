import type { Core } from '../core.ts'
import { erasePerson, reasonAgainst } from '../operations/operator/erasing/erase-person.ts'
import type { PersonQuery } from '../operations/operator/erasing/find-person.ts'
import { lookForPerson } from '../operations/operator/erasing/look-for-person.ts'
import { parsePhone } from '../operations/operator/erasing/match-person.ts'
import { type Command, optionalText, type Rows, UsageError, type Values } from './command.ts'
import { io, note } from './io.ts'
import { knownOrganization } from './known-organization.ts'

const PERSON_OPTIONS = {
  email: { type: 'string' },
  phone: { type: 'string' },
  name: { type: 'string' },
  organization: { type: 'string' },
} as const

async function queryOf({ store }: Core, values: Values): Promise<PersonQuery> {
  const person = {
    email: optionalText(values, 'email'),
    phone: optionalText(values, 'phone'),
    name: optionalText(values, 'name'),
  }
  if (Object.values(person).every((one) => one === null))
    throw new UsageError('give --email, --phone or --name, or several: one booking must match all of them')
  if (person.email !== null && !/^\S+@\S+$/.test(person.email.trim()))
    throw new UsageError('--email is not an e-mail address')
  if (person.phone !== null && !parsePhone(person.phone))
    throw new UsageError('--phone is not a telephone number of 7 to 15 digits')
  const organizationId = optionalText(values, 'organization')
  if (organizationId !== null) await knownOrganization(store, organizationId)
  return { person, organizationId, onProgress: showProgress() }
}

/** Shows a counter on a terminal. Otherwise it shows nothing, because scripts read the output. */
function showProgress(): (searched: number) => void {
  const { isTerminal, err } = io()
  return isTerminal ? (searched) => void err(`\r${searched} bookings searched `) : () => undefined
}

function reportUnreadable(unreadable: readonly string[]): void {
  if (unreadable.length > 0)
    note(
      `${unreadable.length} bookings could not be decrypted (sealed under another MASTER_KEY), so their guests are unknown: ${unreadable.slice(0, 20).join(', ')}`,
    )
}

async function preview(core: Core, values: Values, actor: string): Promise<Rows> {
  const { found, unreadable } = await lookForPerson(core.deps, await queryOf(core, values), actor)
  reportUnreadable(unreadable)
  return found.map((booking) => {
    const { bookingId, organizationId, status, checkOutDate, where } = booking
    const reason = reasonAgainst(booking, values['force'] === true)
    return {
      bookingId,
      organizationId,
      status,
      checkOutDate,
      where: where.join(', '),
      erasable: reason === null,
      reason,
    }
  })
}

const find: Command = {
  noun: 'person',
  verb: 'find',
  summary: 'finds the bookings that mention a person in guests, requests, references or metadata; shows ids only',
  usage: '[--email …] [--phone …] [--name "…"] [--organization org_…]',
  options: PERSON_OPTIONS,
  required: [],
  run: preview,
}

const erase: Command = {
  noun: 'person',
  verb: 'erase',
  summary: 'deletes the personal data of every booking that mentions a person; --force: even if the stay is to come',
  usage: '[--email …] [--phone …] [--name "…"] [--organization org_…] [--dry-run] [--force]',
  options: { ...PERSON_OPTIONS, 'dry-run': { type: 'boolean' }, force: { type: 'boolean' } },
  required: [],
  run: async (core, values, actor) => {
    if (values['dry-run'] === true) return preview(core, values, actor)
    const query = await queryOf(core, values)
    const { bookings, unreadable } = await erasePerson(core.deps, {
      ...query,
      actor,
      force: values['force'] === true,
    })
    reportUnreadable(unreadable)
    return bookings.map(({ bookingId, organizationId, status, where, erased, reason }) => ({
      bookingId,
      organizationId,
      status,
      where: where.join(', '),
      erased,
      reason,
    }))
  },
}

export const PERSON_COMMANDS: readonly Command[] = [find, erase]
