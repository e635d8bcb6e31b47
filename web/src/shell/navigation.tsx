import { AppShell, NavLink, ScrollArea, Text } from '@mantine/core'
import { Link, useLocation } from '@tanstack/react-router'
import { useViewer } from '../kit/viewer.ts'
import { GROUPS, type Placed } from '../screen.ts'
import { isFor, PLACES } from '../screens.ts'

/** The screens that the viewer's roles open, in their groups. */
export function Navigation() {
  const { roles } = useViewer()
  const mine = PLACES.filter((screen) => isFor(screen, roles))
  const groups = GROUPS.map((group) => ({ group, screens: mine.filter(({ nav }) => nav.group === group) })).filter(
    ({ screens }) => screens.length > 0,
  )
  return (
    <AppShell.Section grow component={ScrollArea} type="auto" py="xs">
      {groups.map(({ group, screens }) => (
        <div key={group} className="navigation-group">
          <Text size="xs" fw={600} className="navigation-head">
            {group}
          </Text>
          {screens.map((screen) => (
            <Place key={screen.path} screen={screen} />
          ))}
        </div>
      ))}
    </AppShell.Section>
  )
}

function Place({ screen: { path, label, nav, key } }: { readonly screen: Placed }) {
  const { pathname } = useLocation()
  const isHere = path === '/' ? pathname === '/' : pathname === path || pathname.startsWith(`${path}/`)
  const Icon = nav.icon
  return (
    <NavLink
      component={Link}
      to={path}
      label={label}
      active={isHere}
      aria-current={isHere ? 'page' : undefined}
      leftSection={<Icon size={15} strokeWidth={1.75} aria-hidden />}
      rightSection={key && <kbd className="navigation-key">g {key}</kbd>}
    />
  )
}
