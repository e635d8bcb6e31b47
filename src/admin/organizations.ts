import { isDeepStrictEqual } from 'node:util'
import { RATE_CONDITIONS, type RateCondition, SELLING_PRICE_RULES, type SellingPriceRule } from '../domain/selling.ts'
import { RATE_CLASSES } from '../operations/access/rate-limits.ts'
import type { Organization, VoucherContact } from '../store/organizations.ts'
import { SUPPLIERS } from '../suppliers/registry.ts'
import { type Command, optionalText, text, UsageError, type Values, wholeNumber } from './command.ts'
import { knownOrganization } from './known-organization.ts'

const ID = /^org_[a-z0-9_]{1,40}$/

function currencyOf(given: string | null): string | null {
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
  change: async ({ tx, core }, values) => {
    const organizationId = text(values, 'id')
    if (!ID.test(organizationId)) throw new UsageError('--id is org_ and up to 40 of a-z, 0-9 and _')
    if (await tx.organizations.find(organizationId)) throw new UsageError(`${organizationId} exists already`)
    const organization = {
      organizationId,
      name: text(values, 'name'),
      listCurrency: currencyOf(optionalText(values, 'list-currency')),
      rateLimitFactor: wholeNumber(values, 'rate-limit-factor') ?? 1,
      rateLimits: {},
      supplierOrder: [],
      rateConditions: [],
      closedUserGroup: false,
      sellingPriceRule: 'TELL' as const,
    }
    await tx.organizations.insert(organization, core.clock.real())
    const trace = { action: 'organization.create', subject: organizationId, organizationId }
    return { rows: [organization], trace: { ...trace, before: null, after: organization } }
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

const CHANGEABLE = [
  'name',
  'list-currency',
  'rate-limit-factor',
  'rate-limit',
  'supplier-order',
  'rate-conditions',
  'closed-user-group',
  'selling-price',
  'voucher-contact',
]

const set: Command = {
  noun: 'organization',
  verb: 'set',
  summary: 'changes an organization; --rate-limit search=500 sets one class, in points per minute',
  usage:
    '--id org_acme [--name …] [--list-currency USD|EUR] [--rate-limit-factor 2] [--rate-limit class=points] [--supplier-order hotelbeds,liteapi|as-connected] [--rate-conditions package-only,opaque|none] [--closed-user-group yes|no] [--selling-price tell|hide] [--voucher-contact "Acme Travel; +442079460100; help@acme.example"|none]',
  options: {
    id: { type: 'string' },
    name: { type: 'string' },
    'list-currency': { type: 'string' },
    'rate-limit-factor': { type: 'string' },
    'rate-limit': { type: 'string' },
    'supplier-order': { type: 'string' },
    'rate-conditions': { type: 'string' },
    'closed-user-group': { type: 'string' },
    'selling-price': { type: 'string' },
    'voucher-contact': { type: 'string' },
  },
  required: ['id'],
  change: async ({ tx }, values) => {
    const organizationId = text(values, 'id')
    // Without the lock, two concurrent changes of rate limits would overwrite each other.
    await tx.organizations.lock(organizationId)
    const known = await knownOrganization(tx, organizationId)
    const changes = changesOf(known, values)
    const changed = { ...known, ...changes }
    if (isDeepStrictEqual(changed, known)) return { rows: [known], trace: null }
    await tx.organizations.update(organizationId, changes)
    const trace = { action: 'organization.set', subject: organizationId, organizationId, before: known, after: changed }
    return { rows: [changed], trace }
  },
}

function changesOf(known: Organization, values: Values): Partial<Organization> {
  const currency = optionalText(values, 'list-currency')
  const name = optionalText(values, 'name')
  const factor = wholeNumber(values, 'rate-limit-factor')
  const limit = optionalText(values, 'rate-limit')
  const order = optionalText(values, 'supplier-order')
  const conditions = optionalText(values, 'rate-conditions')
  const closed = optionalText(values, 'closed-user-group')
  const priceRule = optionalText(values, 'selling-price')
  const contact = optionalText(values, 'voucher-contact')
  if (CHANGEABLE.every((option) => values[option] === undefined))
    throw new UsageError(`nothing to change: give at least one of ${CHANGEABLE.map((one) => `--${one}`).join(', ')}`)
  return {
    ...(name === null ? {} : { name }),
    ...(currency === null ? {} : { listCurrency: currencyOf(currency) }),
    ...(factor === null ? {} : { rateLimitFactor: factor }),
    ...(limit === null ? {} : { rateLimits: { ...known.rateLimits, ...limitOf(limit) } }),
    ...(order === null ? {} : { supplierOrder: orderOf(order) }),
    ...(conditions === null ? {} : { rateConditions: conditionsOf(conditions) }),
    ...(closed === null ? {} : { closedUserGroup: yesOrNo(closed, 'closed-user-group') }),
    ...(priceRule === null ? {} : { sellingPriceRule: priceRuleOf(priceRule) }),
    ...(contact === null ? {} : { voucherContact: contactOf(contact) }),
  }
}

/** Which rates the organization sells besides those that are sold alone and openly; `none` is the default. */
function conditionsOf(given: string): readonly RateCondition[] {
  if (given === 'none') return []
  const names = given.split(',').map((name) => name.trim().toUpperCase().replaceAll('-', '_'))
  const known = RATE_CONDITIONS.filter((condition) => names.includes(condition))
  if (known.length !== names.length)
    throw new UsageError(
      `--rate-conditions is none, or some of ${RATE_CONDITIONS.map((one) => one.toLowerCase().replaceAll('_', '-')).join(', ')}`,
    )
  return known
}

function yesOrNo(given: string, name: string): boolean {
  if (given !== 'yes' && given !== 'no') throw new UsageError(`--${name} is yes or no`)
  return given === 'yes'
}

/** What becomes of rates that would break a binding selling price if they were sold at the price that is told. */
function priceRuleOf(given: string): SellingPriceRule {
  const rule = SELLING_PRICE_RULES.find((one) => one.toLowerCase() === given)
  if (!rule) throw new UsageError('--selling-price is tell or hide')
  return rule
}

/** Whom vouchers name for questions: a name, a telephone number and an e-mail address, of which the last two may be empty. */
function contactOf(given: string): VoucherContact | null {
  if (given === 'none') return null
  const [name = '', phone = '', email = '', ...more] = given.split(';').map((part) => part.trim())
  const isRight =
    name !== '' &&
    (phone === '' || /^\+?[\d ()-]{5,30}$/.test(phone)) &&
    (email === '' || /^[^\s@]+@[^\s@]+$/.test(email))
  if (!isRight || more.length > 0 || given.length > 200)
    throw new UsageError('--voucher-contact is "name; phone; email" in at most 200 characters, or none')
  return { name, phone: phone || null, email: email || null }
}

function limitOf(given: string): Record<string, number> {
  const [, name, points] = /^([a-z_]+)=(\d{1,7})$/.exec(given) ?? []
  if (!name || !points) throw new UsageError('--rate-limit is class=points, e.g. search=500')
  if (!Object.hasOwn(RATE_CLASSES, name))
    throw new UsageError(`--rate-limit: there is no class ${name}; there are ${Object.keys(RATE_CLASSES).join(', ')}`)
  return { [name]: Number(points) }
}

/** The order of suppliers whose prices represent a hotel in this organization's lists; `as-connected` is the default. */
function orderOf(given: string): readonly string[] {
  if (given === 'as-connected') return []
  const codes = given.split(',').map((code) => code.trim())
  const known = SUPPLIERS.map(({ code }) => code)
  const isRight = new Set(codes).size === codes.length && codes.every((code) => known.includes(code))
  if (!isRight) throw new UsageError(`--supplier-order is as-connected, or some of ${known.join(', ')}, each once`)
  return codes
}

export const ORGANIZATION_COMMANDS: readonly Command[] = [create, list, set]
