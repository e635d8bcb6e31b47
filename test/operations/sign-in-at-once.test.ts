import { beforeEach, expect, it } from 'vitest'
import type { ConsoleRole } from '../../src/domain/console-role.ts'
import { type ProvedPerson, type SignInTerms, signInByProvider } from '../../src/operations/console/provider-sign-in.ts'
import type { Deps } from '../../src/operations/deps.ts'
import { createClock } from '../../src/platform/clock.ts'
import { pooledRandomBytes } from '../../src/platform/random-bytes.ts'
import { type StoreWorld, useStore } from '../support/use-store.ts'

let world: StoreWorld
useStore((started) => {
  world = started
})
beforeEach(() => world.query('DELETE FROM console_users'))

const clock = createClock({ worlds: true })
const randomBytes = pooledRandomBytes()
const ADA: ProvedPerson = {
  issuer: 'https://idp.example',
  sub: 'ada',
  email: 'ada@example.com',
  groups: ['staff'],
  calledName: 'Ada Lovelace',
  authenticatedAt: null,
}
const TERMS: SignInTerms = {
  surface: 'console',
  rolesOfGroups: new Map<string, ConsoleRole[]>([['staff', ['support']]]),
  renews: null,
  requestId: 'req_1',
}

function depsOf(store: Deps['store']): Deps {
  return { store, clock, randomBytes } as unknown as Deps // what a sign-in uses of them
}

type Look = 'list' | 'findBy'
type Beside = { readonly meanwhile: () => Promise<unknown>; readonly person?: ProvedPerson; readonly before?: Look }

/** Signs in; `meanwhile` happens before one of its looks: after that for the account at who is there, and then for a name that is free. */
function signInBeside({ meanwhile, person = ADA, before = 'list' }: Beside) {
  let happened: Promise<unknown> | null = null
  async function happen(look: Look) {
    if (look === before) happened ??= meanwhile()
    await happened
  }
  const store: Deps['store'] = {
    ...world.store,
    transaction: (work) =>
      world.store.transaction((tx) => {
        async function list(organizationId: string | null) {
          await happen('list')
          return tx.consoleUsers.list(organizationId)
        }
        async function findBy(by: { name: string }) {
          await happen('findBy')
          return tx.consoleUsers.findBy(by)
        }
        return work({ ...tx, consoleUsers: { ...tx.consoleUsers, list, findBy } })
      }),
  }
  return signInByProvider(depsOf(store), person, TERMS)
}

it.each(['list', 'findBy'] as const)(
  'a first sign-in that another tab has overtaken before its %s is the same person’s',
  async (before) => {
    let other: Awaited<ReturnType<typeof signInByProvider>> | null = null
    async function meanwhile() {
      other = await signInByProvider(depsOf(world.store), ADA, TERMS)
    }
    const signedIn = await signInBeside({ meanwhile, before })
    expect([other, signedIn]).toMatchObject([{ ok: true }, { ok: true }])
    expect(await world.query('SELECT name FROM console_users')).toEqual([{ name: 'ada-lovelace' }])
  },
)

it.each(['list', 'findBy'] as const)(
  'a namesake with another account is refused, also one who has come just before its %s',
  async (before) => {
    const person = { ...ADA, sub: 'another ada', email: null }
    function meanwhile() {
      return signInByProvider(depsOf(world.store), ADA, TERMS)
    }
    const signedIn = await signInBeside({ meanwhile, person, before })
    expect(signedIn).toMatchObject({ ok: false, error: 'namesake' })
  },
)
