import { CONTENT_FIELDS } from '../domain/content/page-content.ts'
import { DEFAULT_TRUST, isContentField, trustOrders } from '../operations/operator/content-trust.ts'
import { type Command, text, UsageError } from './command.ts'

const show: Command = {
  noun: 'catalogue',
  verb: 'trust',
  summary: 'shows which suppliers each part of the hotels’ content is taken from first (docs/catalogue.md)',
  usage: '',
  options: {},
  required: [],
  run: async ({ store }) => {
    const own = await store.contentTrust.all()
    const orders = await trustOrders(store)
    return CONTENT_FIELDS.map((part) => ({
      part,
      suppliers: (orders[part] ?? []).join(','),
      setBy: own[part] ? 'operator' : 'default',
    }))
  },
}

const set: Command = {
  noun: 'catalogue',
  verb: 'set-trust',
  summary: 'sets the order for one part of the content; the next merge of a hotel follows it',
  usage: '--part images --suppliers expedia_rapid,hotelbeds|default',
  options: { part: { type: 'string' }, suppliers: { type: 'string' } },
  required: ['part', 'suppliers'],
  change: async ({ tx, core }, values) => {
    const part = text(values, 'part')
    if (!isContentField(part)) throw new UsageError(`--part is one of ${CONTENT_FIELDS.join(', ')}`)
    const given = text(values, 'suppliers')
    const suppliers = given === 'default' ? null : given.split(',')
    const unknown = (suppliers ?? []).filter((code) => !core.suppliers.find(code))
    if (unknown.length > 0) throw new UsageError(`--suppliers: there is no supplier ${unknown.join(', ')}`)
    if (suppliers && new Set(suppliers).size < suppliers.length) throw new UsageError('--suppliers names one twice')
    const before = (await tx.contentTrust.all())[part] ?? null
    await tx.contentTrust.set(part, suppliers)
    const isSame = JSON.stringify(before) === JSON.stringify(suppliers)
    return {
      rows: [
        { part, suppliers: (suppliers ?? DEFAULT_TRUST[part]).join(','), setBy: suppliers ? 'operator' : 'default' },
      ],
      trace: isSame
        ? null
        : {
            action: 'catalogue.set-trust',
            subject: part,
            organizationId: null,
            before: { suppliers: before },
            after: { suppliers },
          },
    }
  },
}

export const CONTENT_TRUST_COMMANDS: readonly Command[] = [show, set]
