import {
  type AnyRoute,
  createRootRoute,
  createRoute,
  createRouter,
  lazyRouteComponent,
  Navigate,
} from '@tanstack/react-router'
import { parseSearch, printSearch } from './kit/search-state.ts'
import { useViewer } from './kit/viewer.ts'
import type { Screen } from './screen.ts'
import { isFor, PLACES, SCREENS } from './screens.ts'
import { Layout } from './shell/layout.tsx'
import { NotFound } from './shell/not-found.tsx'
import { ScreenFailure } from './shell/screen-failure.tsx'
import { ScreenFrame } from './shell/screen-frame.tsx'
import { ScreenSkeleton } from './shell/screen-skeleton.tsx'
import { BASE_PATH } from './surface.ts'

const root = createRootRoute({ component: Layout, notFoundComponent: NotFound })

function toRoute(screen: Screen): AnyRoute {
  return createRoute({
    getParentRoute: () => root,
    path: screen.path,
    component: lazyRouteComponent(async () => {
      const Shown = await screen.load()
      return {
        default: () => (
          <ScreenFrame screen={screen}>
            <Shown />
          </ScreenFrame>
        ),
      }
    }),
  })
}

/** Where there is no Home: the first screen of the navigation that the viewer's roles open. */
function FirstScreen() {
  const { roles } = useViewer()
  const first = PLACES.find((screen) => isFor(screen, roles))
  return first ? <Navigate to={first.path} replace /> : <NotFound />
}

export function makeRouter() {
  const hasHome = SCREENS.some(({ path }) => path === '/')
  const first = createRoute({ getParentRoute: () => root, path: '/', component: FirstScreen })
  const routes = [...(hasHome ? [] : [first]), ...SCREENS.map(toRoute)]
  return createRouter({
    routeTree: root.addChildren(routes),
    basepath: BASE_PATH,
    parseSearch: parseSearch as (text: string) => Record<string, unknown>,
    stringifySearch: printSearch,
    defaultPreload: 'intent',
    defaultPendingMs: 150,
    defaultPendingMinMs: 0,
    defaultPendingComponent: ScreenSkeleton,
    defaultErrorComponent: ScreenFailure,
    defaultNotFoundComponent: NotFound,
    scrollRestoration: true,
    trailingSlash: 'preserve',
  })
}
