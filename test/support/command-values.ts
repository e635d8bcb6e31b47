import type { Command, Values } from '../../src/admin/command.ts'
import { SANDBOX_CREDENTIALS } from '../../src/sandbox/suppliers/credentials.ts'
import { dateOf } from './offered.ts'

/** A function looks at the command. */
type Sample = string | ((command: Command) => string | undefined)

const SETTINGS = '{"supplierTerms":{"version":"2026-01"}}'

/** Values that any operator's command can be tried with; `ids` has what it is tried on, also what is put there later. */
export function commandValues(ids: Readonly<Record<string, string>>): (command: Command) => Values {
  /** What an option is tried with; a function looks at the command. A new command needs no more than names that stand here. */
  const SAMPLES: Readonly<Record<string, Sample>> = {
    organization: ({ noun, verb }) => (noun === 'user' && verb === 'invite' ? undefined : 'org_walk'),
    id: ({ noun, verb }) => (noun === 'user' ? 'walk' : (ids[noun === 'booking' ? verb : noun] ?? 'org_walk')),
    name: ({ noun }) => (noun === 'user' ? 'walk' : 'Walk'),
    roles: 'support',
    sub: 'walk-1',
    'list-currency': 'EUR',
    'rate-limit-factor': '2',
    'rate-limit': 'search=500',
    supplier: ({ noun }) => (noun === 'content' ? undefined : 'hotelbeds'),
    'supplier-hotel': 'walk-1',
    connection: ({ noun, verb }) =>
      noun === 'supplier' && verb === 'look'
        ? 'conn_sandbox_expedia_rapid'
        : noun === 'booking'
          ? undefined
          : 'conn_walk',
    credentials: JSON.stringify(SANDBOX_CREDENTIALS.hotelbeds),
    hotel: ({ verb }) => (verb === 'certify' ? undefined : '900003'),
    place: ({ noun }) => (noun === 'supplier' ? '1842' : undefined),
    nationality: 'GB',
    only: ({ noun }) => (noun === 'content' ? 'dictionaries' : 'H-02'),
    out: () => `${ids['file']}.bundle`,
    file: ({ noun }) => (noun === 'rate' ? ids['rates'] : ids['file']),
    to: ({ noun, verb }) => (verb === 'reconcile' ? dateOf(Date.now()) : `${ids['file']}.${noun}.csv`),
    decision: 'reject',
    note: 'asked by telephone',
    found: 'absent',
    currency: 'SEK',
    rate: '10.5',
    'room-of': () => ids['room-of'],
    room: () => ids['room'],
    endpoint: () => ids['endpoint'],
    delivery: () => ids['delivery'],
    since: ({ noun }) => (noun === 'content' ? '2026-01-01' : '2020-01-01T00:00:00Z'),
    minutes: '5',
    share: '0.5',
    exchange: () => ids['exchange'],
    number: '0',
    backend: 'cell_0',
    addresses: '203.0.113.0/24',
    version: '2026-01',
    part: 'images',
    suppliers: 'hotelbeds',
    listing: ({ verb }) => (verb === 'list' ? undefined : verb === 'remove' ? ids['mapped'] : 'hotelbeds/walk-9'),
  }

  return (command) => {
    const wanted = [
      ...Object.keys(command.options),
      ...(command.positional ? [command.positional] : []),
      ...(command.positionals ?? []),
    ]
    const given = wanted.flatMap((name) => {
      const sample = SAMPLES[name]
      const value = typeof sample === 'function' ? sample(command) : sample
      if (value === undefined && command.required.includes(name))
        throw new Error(`no sample of --${name}, which ${command.noun} ${command.verb} needs: add one to SAMPLES`)
      return value === undefined ? [] : [[name, value] as const]
    })
    return { settings: SETTINGS, verification: 'VERIFIED', unchecked: true, ...Object.fromEntries(given) }
  }
}
