import type { Values } from '../admin/command.ts'
import type { Core } from '../core.ts'

/**
 * Why a screen may not connect a supplier so; null: it may. Whoever leads a connection with bookings to another host answers for the supplier:
 * one person could settle bookings so, without the second one that settling takes. That is for whoever holds the machine.
 */
export async function refusesAnotherHost({ store }: Pick<Core, 'store'>, values: Values): Promise<string | null> {
  const known = await store.connections.find(String(values['connection']))
  if (!known) return null
  if (values['unchecked'] === true)
    return 'A connection that exists is stored only when its supplier has taken the credentials; without asking, by the command line.'
  const baseUrl = values['base-url'] ?? ''
  if (baseUrl !== '' && baseUrl !== (known.baseUrl ?? 'none'))
    return 'The base URL of a connection that exists is changed by the command line.'
  const settings = settingsOf(values)
  return settings && 'proxyUrl' in settings && settings['proxyUrl'] !== known.settings['proxyUrl']
    ? 'The proxy of a connection that exists is changed by the command line.'
    : null
}

/** Null: none are given, or what is given is no object, which the command says. */
function settingsOf({ settings }: Values): Readonly<Record<string, unknown>> | null {
  if (typeof settings !== 'string') return null
  try {
    const read: unknown = JSON.parse(settings)
    return typeof read === 'object' && read !== null ? (read as Readonly<Record<string, unknown>>) : null
  } catch {
    return null
  }
}
