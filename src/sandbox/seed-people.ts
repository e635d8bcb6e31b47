import { HOUR_MS, type Instant } from '../domain/time.ts'
import { makeSignInLink } from '../operations/console/sign-in.ts'
import type { Deps } from '../operations/deps.ts'
import type { Store } from '../store/store.ts'

/** The sandbox's people. What an operator has changed about one of them is not overwritten. */
const PEOPLE = [
  { userId: 'usr_sandbox_operator', name: 'sandbox-operator', organizationId: null, roles: ['admin'] },
  // What two people must agree on needs a second one: `npm run admin -- user link sandbox-second`.
  { userId: 'usr_sandbox_second', name: 'sandbox-second', organizationId: null, roles: ['admin'] },
  { userId: 'usr_sandbox_partner', name: 'sandbox-partner', organizationId: 'org_sandbox', roles: ['partner_admin'] },
] as const

/** A page that is opened later needs a new link: `npm run admin -- user link …`. */
const LINK_LIVES_MS = HOUR_MS

/** Paths that sign in once: to the console, and to the portal of the sandbox's organization. */
export type SignInPaths = { readonly console: string; readonly portal: string }

type PeopleDeps = { readonly store: Store; readonly now: () => Instant }

export async function seedPeople({ store, now }: PeopleDeps): Promise<void> {
  for (const { roles, ...person } of PEOPLE)
    if (!(await store.consoleUsers.find(person.userId)))
      await store.consoleUsers.insert({
        ...person,
        roles,
        email: null,
        subject: null,
        createdAt: now(),
        disabledAt: null,
      })
}

export async function makeSignInPaths({
  store,
  randomBytes,
  now,
}: PeopleDeps & Pick<Deps, 'randomBytes'>): Promise<SignInPaths> {
  const deps = { store, randomBytes, clock: { real: now } }
  const [operator, , partner] = PEOPLE
  const [forConsole, forPortal] = [
    await makeSignInLink(deps, { userId: operator.userId, livesMs: LINK_LIVES_MS }),
    await makeSignInLink(deps, { userId: partner.userId, livesMs: LINK_LIVES_MS }),
  ]
  return { console: `/console/sign-in?link=${forConsole}`, portal: `/portal/sign-in?link=${forPortal}` }
}
