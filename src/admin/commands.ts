import type { Command } from './command.ts'

/** A file of commands, and the nouns that they begin with. */
type Group = readonly [nouns: readonly string[], load: () => Promise<readonly Command[]>]

/** In the order of the help. Each file is loaded with its noun: what all of them need takes longer than most commands. */
const GROUPS: readonly Group[] = [
  [['organization'], async () => (await import('./organizations.ts')).ORGANIZATION_COMMANDS],
  [['key'], async () => (await import('./keys.ts')).KEY_COMMANDS],
  [['supplier'], async () => (await import('./suppliers.ts')).SUPPLIER_COMMANDS],
  [['supplier'], async () => (await import('./supplier-questions.ts')).SUPPLIER_QUESTIONS],
  [['supplier'], async () => [(await import('./certify.ts')).certifyCommand]],
  [['organization'], async () => (await import('./terms.ts')).TERMS_COMMANDS],
  [['supplier'], async () => (await import('./supplier-books.ts')).SUPPLIER_BOOKS_COMMANDS],
  [['catalogue'], async () => (await import('./catalogue.ts')).CATALOGUE_COMMANDS],
  [['content'], async () => (await import('./content.ts')).CONTENT_COMMANDS],
  [['catalogue'], async () => (await import('./content-trust.ts')).CONTENT_TRUST_COMMANDS],
  [['mapping'], async () => (await import('./mappings.ts')).MAPPING_COMMANDS],
  [['mapping'], async () => [(await import('./judge-hotels.ts')).judgeHotelsCommand]],
  [['mapping'], async () => [(await import('./judge-rooms.ts')).judgeRoomsCommand]],
  [['booking', 'review'], async () => (await import('./bookings.ts')).BOOKING_COMMANDS],
  [['booking'], async () => [(await import('./booking-export.ts')).exportCommand]],
  [['case'], async () => (await import('./cases.ts')).CASE_COMMANDS],
  [['rate'], async () => (await import('./rates.ts')).RATE_COMMANDS],
  [['webhook'], async () => (await import('./webhooks.ts')).WEBHOOK_COMMANDS],
  [['delivery'], async () => (await import('./deliveries.ts')).DELIVERY_COMMANDS],
  [['job'], async () => (await import('./jobs.ts')).JOB_COMMANDS],
  [['traffic'], async () => (await import('./traffic.ts')).TRAFFIC_COMMANDS],
  [['person'], async () => (await import('./people.ts')).PERSON_COMMANDS],
  [['organization'], async () => (await import('./leaving.ts')).LEAVING_COMMANDS],
  [['user'], async () => (await import('./users.ts')).USER_COMMANDS],
  [['audit'], async () => (await import('./audit.ts')).AUDIT_COMMANDS],
  [['key-material'], async () => (await import('./key-material.ts')).KEY_MATERIAL_COMMANDS],
]

/** The commands that begin with `noun`; none when there is no such noun. */
export async function commandsOf(noun: string): Promise<readonly Command[]> {
  const files = await loaded(GROUPS.filter(([nouns]) => nouns.includes(noun)))
  return files.filter((one) => one.noun === noun)
}

/** All commands, in the order of the help. */
export function allCommands(): Promise<readonly Command[]> {
  return loaded(GROUPS)
}

async function loaded(groups: readonly Group[]): Promise<readonly Command[]> {
  return (await Promise.all(groups.map(([, load]) => load()))).flat()
}
