import { AppShell } from '@mantine/core'
import { useDisclosure } from '@mantine/hooks'
import { Outlet, useLocation } from '@tanstack/react-router'
import { useEffect } from 'react'
import { ActionHost } from '../kit/action-host.tsx'
import { News } from '../kit/news.tsx'
import { DegradedBar } from './degraded-bar.tsx'
import { Navigation } from './navigation.tsx'
import { Palette } from './palette.tsx'
import { Shortcuts } from './shortcuts.tsx'
import { TopBar } from './top-bar.tsx'

/** What surrounds every screen: the bar on top, the navigation, the palette and the keys. */
export function Layout() {
  const [isOpen, { toggle, close }] = useDisclosure(false)
  const { pathname } = useLocation()
  useEffect(close, [pathname, close])
  return (
    <News>
      <AppShell
        header={{ height: 44 }}
        navbar={{ width: 196, breakpoint: 'sm', collapsed: { mobile: !isOpen } }}
        padding={{ base: 'xs', sm: 'md' }}
        transitionDuration={0}
      >
        <button type="button" className="skip-link" onClick={() => document.getElementById('main')?.focus()}>
          Skip the navigation
        </button>
        <AppShell.Header className="top-bar">
          <TopBar isMenuOpen={isOpen} toggleMenu={toggle} />
        </AppShell.Header>
        <AppShell.Navbar className="navigation" aria-label="Screens">
          <Navigation />
        </AppShell.Navbar>
        <AppShell.Main id="main" tabIndex={-1}>
          <DegradedBar />
          <ActionHost>
            <Outlet />
          </ActionHost>
        </AppShell.Main>
        <Palette />
        <Shortcuts />
      </AppShell>
    </News>
  )
}
