import { GROUPS, type Placed, type Role, type Screen } from './screen.ts'
import { SURFACE } from './surface.ts'

const found = import.meta.glob<{ readonly screens: readonly Screen[] }>('./screens/*/screen.ts', { eager: true })

/** Every screen of both surfaces: one file a folder, so that a new one touches nothing of another. */
export const ALL_SCREENS: readonly Screen[] = Object.values(found).flatMap(({ screens }) => screens)

/** The screens of this page's surface. */
export const SCREENS: readonly Screen[] = ALL_SCREENS.filter(({ on }) => on.includes(SURFACE))

export function isFor(screen: Pick<Screen, 'roles'>, held: readonly string[]): boolean {
  return screen.roles.some((role: Role) => held.includes(role))
}

function hasPlace(screen: Screen): screen is Placed {
  return screen.nav !== undefined
}

/** The screens of the navigation, in its order. */
export const PLACES: readonly Placed[] = SCREENS.filter(hasPlace).sort(
  ({ nav: one }, { nav: other }) => GROUPS.indexOf(one.group) - GROUPS.indexOf(other.group) || one.order - other.order,
)
