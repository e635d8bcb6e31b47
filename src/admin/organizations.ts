import { type Command, optionalText, text, UsageError, wholeNumber } from './command.ts'

const ID = /^org_[a-z0-9_]{1,40}$/

const currencyOf = (given: string | null): string | null => {
  if (given === null || given === 'USD') return null
  if (given !== 'EUR') throw new UsageError('--list-currency is USD or EUR')
  return given
}

const create: Command = {
  noun: 'organization',
  verb: 'create',
  summary: 'adds an organization',
  usage: '--id org_acme --name "Acme Travel" [--list-currency EUR] [--rate-limit-factor 1]',
  options: {
    id: { type: 'string' },
    name: { type: 'string' },
    'list-currency': { type: 'string' },
    'rate-limit-factor': { type: 'string' },
  },
  required: ['id', 'name'],
  run: async ({ store, clock }, values) => {
    const organizationId = text(values, 'id')
    if (!ID.test(organizationId)) throw new UsageError('--id is org_ and up to 40 of a-z, 0-9 and _')
    if (await store.organizations.find(organizationId)) throw new UsageError(`${organizationId} exists already`)
    const organization = {
      organizationId,
      name: text(values, 'name'),
      listCurrency: currencyOf(optionalText(values, 'list-currency')),
      rateLimitFactor: wholeNumber(values, 'rate-limit-factor') ?? 1,
      rateLimits: {},
    }
    await store.organizations.insert(organization, clock.now())
    return [organization]
  },
}

const list: Command = {
  noun: 'organization',
  verb: 'list',
  summary: 'lists the organizations',
  usage: '',
  options: {},
  required: [],
  run: ({ store }) => store.organizations.list(),
}

const set: Command = {
  noun: 'organization',
  verb: 'set',
  summary: 'changes an organization; --rate-limit search=500 sets one class, in points a minute',
  usage: '--id org_acme [--name …] [--list-currency USD|EUR] [--rate-limit-factor 2] [--rate-limit class=points]',
  options: {
    id: { type: 'string' },
    name: { type: 'string' },
    'list-currency': { type: 'string' },
    'rate-limit-factor': { type: 'string' },
    'rate-limit': { type: 'string' },
  },
  required: ['id'],
  run: async ({ store }, values) => {
    const organizationId = text(values, 'id')
    const known = await store.organizations.find(organizationId)
    if (!known) throw new UsageError(`no organization ${organizationId}`)
    const currency = optionalText(values, 'list-currency')
    const name = optionalText(values, 'name')
    const factor = wholeNumber(values, 'rate-limit-factor')
    const limit = optionalText(values, 'rate-limit')
    await store.organizations.update(organizationId, {
      ...(name === null ? {} : { name }),
      ...(currency === null ? {} : { listCurrency: currencyOf(currency) }),
      ...(factor === null ? {} : { rateLimitFactor: factor }),
      ...(limit === null ? {} : { rateLimits: { ...known.rateLimits, ...limitOf(limit) } }),
    })
    const changed = await store.organizations.find(organizationId)
    return changed ? [changed] : []
  },
}

const limitOf = (given: string): Record<string, number> => {
  const [, name, points] = /^([a-z_]+)=(\d{1,7})$/.exec(given) ?? []
  if (!name || !points) throw new UsageError('--rate-limit is class=points, e.g. search=500')
  return { [name]: Number(points) }
}

export const ORGANIZATION_COMMANDS: readonly Command[] = [create, list, set]
