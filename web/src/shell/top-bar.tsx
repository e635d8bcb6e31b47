import {
  ActionIcon,
  Badge,
  Burger,
  Group,
  Menu,
  Text,
  Tooltip,
  UnstyledButton,
  useComputedColorScheme,
  useMantineColorScheme,
} from '@mantine/core'
import { Keyboard, LogOut, Moon, Search, Sun } from 'lucide-react'
import type { ReactNode } from 'react'
import { HEADERS } from '../kit/graphql.ts'
import { ScreenLink } from '../kit/screen-link.tsx'
import { useViewer } from '../kit/viewer.ts'
import { BASE_PATH, SURFACE } from '../surface.ts'
import { AsOf } from './as-of.tsx'
import { openPalette } from './palette-store.ts'
import { openShortcuts } from './shortcuts-store.ts'

type TopBarProps = { readonly isMenuOpen: boolean; readonly toggleMenu: () => void }

export function TopBar({ isMenuOpen, toggleMenu }: TopBarProps) {
  return (
    <Group h="100%" px="sm" gap="sm" wrap="nowrap">
      <Burger hiddenFrom="sm" size="sm" opened={isMenuOpen} onClick={toggleMenu} aria-label="Screens" />
      <Product />
      <UnstyledButton className="palette-button" onClick={openPalette}>
        <Search size={14} aria-hidden />
        <span className="palette-hint">Find an id or a screen</span>
        <kbd className="palette-hint">Ctrl K</kbd>
      </UnstyledButton>
      <Group gap={6} wrap="nowrap" ml="auto">
        <AsOf />
        <Tooltip label="Keys (?)">
          <ActionIcon variant="subtle" color="gray" onClick={openShortcuts} aria-label="Keys" visibleFrom="sm">
            <Keyboard size={16} />
          </ActionIcon>
        </Tooltip>
        <Scheme />
        <Person />
      </Group>
    </Group>
  )
}

function Product() {
  const { organization, environment } = useViewer()
  const name = SURFACE === 'portal' ? (organization?.name ?? 'Portal') : 'Gateway'
  return (
    <Group gap={8} wrap="nowrap" miw={0}>
      <ScreenLink to="/" fw={700} c="var(--mantine-color-text)" underline="never" className="line-clamp">
        {name}
      </ScreenLink>
      <Badge
        size="xs"
        variant="light"
        color={environment === 'production' ? 'red' : 'gray'}
        radius="sm"
        style={{ flexShrink: 0 }}
      >
        {environment}
      </Badge>
    </Group>
  )
}

type Other = { readonly next: 'light' | 'dark'; readonly icon: ReactNode; readonly show: () => void }

/** The scheme that is not shown now. */
function useOtherScheme(): Other {
  const scheme = useComputedColorScheme('light')
  const { setColorScheme } = useMantineColorScheme()
  const next = scheme === 'dark' ? 'light' : 'dark'
  const Icon = scheme === 'dark' ? Sun : Moon
  return { next, icon: <Icon size={15} />, show: () => setColorScheme(next) }
}

function Scheme() {
  const { next, icon, show } = useOtherScheme()
  return (
    <Tooltip label={`Show it ${next}`}>
      <ActionIcon variant="subtle" color="gray" onClick={show} aria-label={`Show it ${next}`} visibleFrom="sm">
        {icon}
      </ActionIcon>
    </Tooltip>
  )
}

function SchemeItem() {
  const { next, icon, show } = useOtherScheme()
  return (
    <Menu.Item leftSection={icon} onClick={show}>
      Show it {next}
    </Menu.Item>
  )
}

function Person() {
  const { name, email, actor, roles } = useViewer()
  return (
    <Menu position="bottom-end" width={260} shadow="md">
      <Menu.Target>
        <UnstyledButton className="person" aria-label={`${name.slice(0, 2).toUpperCase()}, signed in as ${name}`}>
          {name.slice(0, 2).toUpperCase()}
        </UnstyledButton>
      </Menu.Target>
      <Menu.Dropdown>
        <Menu.Label>
          <Text size="sm" fw={600} c="var(--mantine-color-text)">
            {name}
          </Text>
          {email && <Text size="xs">{email}</Text>}
          <Text size="xs" className="mono">
            {actor}
          </Text>
          <Text size="xs">{roles.join(', ')}</Text>
        </Menu.Label>
        <Menu.Divider />
        <SchemeItem />
        <Menu.Item leftSection={<LogOut size={14} />} onClick={() => void signOut()}>
          Sign out
        </Menu.Item>
      </Menu.Dropdown>
    </Menu>
  )
}

async function signOut(): Promise<void> {
  await fetch(`${BASE_PATH}/sign-out`, { method: 'POST', headers: HEADERS })
  window.location.assign(`${BASE_PATH}/`)
}
