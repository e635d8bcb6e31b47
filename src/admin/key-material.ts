import type { Core } from '../core.ts'
import { toRfc3339 } from '../domain/time.ts'
import { keyMaterialStatus } from '../operations/operator/key-material/key-material-status.ts'
import { rotateKeyMaterial } from '../operations/operator/key-material/rotate-key-material.ts'
import { createKeyMaterialStore } from '../store/key-material.ts'
import { type Command, UsageError } from './command.ts'
import { clearBar, createProgress } from './progress.ts'

const list: Command = {
  noun: 'key-material',
  verb: 'list',
  summary: 'lists the master keys that this database has used, and how many messages are sealed under each',
  usage: '',
  options: {},
  required: [],
  run: async ({ database, masterKeys }) => {
    const found = await keyMaterialStatus(createKeyMaterialStore(database))
    return found.map(({ keyId, known, messages }) => ({
      keyId,
      role: roleOf(masterKeys, keyId),
      createdAt: known && toRfc3339(known.createdAt),
      retiredAt: known?.retiredAt == null ? null : toRfc3339(known.retiredAt),
      messages,
    }))
  },
}

/** The role of a key, as the operator sees it. */
function roleOf({ sealing, opening }: Core['masterKeys'], keyId: string): string {
  if (keyId === sealing.id) return 'MASTER_KEY'
  return opening.some(({ id }) => id === keyId) ? 'MASTER_KEY_OPEN_ONLY' : 'not set'
}

const rotate: Command = {
  noun: 'key-material',
  verb: 'rotate',
  summary: 'seals everything again under MASTER_KEY while the gateways keep running, and retires every other key',
  usage: '',
  options: {},
  required: [],
  subjectOf: () => 'key_material',
  work: async ({ database, masterKeys, clock }) => {
    const store = createKeyMaterialStore(database)
    const total = await countOthers(store, masterKeys.sealing.id)
    const show = createProgress()
    const rotated = await rotateKeyMaterial({
      store,
      keys: masterKeys,
      now: () => clock.real(),
      onProgress: ({ column, pass, resealed }) =>
        show(
          resealed,
          total,
          `${column}, pass ${pass}: ${resealed.toLocaleString('en')} of ${total.toLocaleString('en')} sealed again`,
        ),
    })
    clearBar()
    if (!rotated.ok) throw new UsageError(rotated.error)
    return [rotated.value]
  },
}

async function countOthers(store: ReturnType<typeof createKeyMaterialStore>, own: string): Promise<number> {
  const others = (await keyMaterialStatus(store)).filter(({ keyId }) => keyId !== own)
  return others.flatMap(({ messages }) => Object.values(messages)).reduce((sum, count) => sum + count, 0)
}

export const KEY_MATERIAL_COMMANDS: readonly Command[] = [list, rotate]
