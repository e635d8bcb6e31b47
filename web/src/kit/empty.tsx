import { Button, Group, Stack, Text, Title } from '@mantine/core'
import { Inbox, Lock, SearchX } from 'lucide-react'
import type { ReactNode } from 'react'

type Shown = { readonly icon: ReactNode; readonly title: string; readonly children: ReactNode }

function Empty({ icon, title, children }: Shown) {
  return (
    <Stack align="center" gap={6} py="xl" px="md" ta="center" className="quiet" role="status">
      {icon}
      <Text fw={600} size="sm" c="var(--mantine-color-text)">
        {title}
      </Text>
      {children}
    </Stack>
  )
}

/** Nothing exists yet: `children` says how to make the first, or what its absence means. */
export function NothingYet({ title, children }: { readonly title: string; readonly children?: ReactNode }) {
  return (
    <Empty icon={<Inbox size={22} aria-hidden />} title={title}>
      {children && (
        <Text size="sm" component="div" maw={480}>
          {children}
        </Text>
      )}
    </Empty>
  )
}

export type ActiveFilter = { readonly label: string; readonly drop: () => void }

/** Something exists, and the filters hide it: each can be dropped with one click. */
export function NothingMatches({ filters }: { readonly filters: readonly ActiveFilter[] }) {
  return (
    <Empty icon={<SearchX size={22} aria-hidden />} title="Nothing matches">
      <Group gap={6} justify="center">
        {filters.map(({ label, drop }) => (
          <Button key={label} size="compact-xs" variant="default" onClick={drop}>
            without {label}
          </Button>
        ))}
      </Group>
    </Empty>
  )
}

/** The viewer may not see it, and is told which role would. */
export function NotAllowed({ needs }: { readonly needs: readonly string[] }) {
  return (
    <Empty icon={<Lock size={22} aria-hidden />} title="Not for your roles">
      <Text size="sm" maw={480}>
        This needs the role {needs.join(' or ')}. Whoever has the role admin can give it to you.
      </Text>
    </Empty>
  )
}

/** What the address names does not exist, or not for the viewer: the two are not told apart. */
export function NotThere({ told }: { readonly told: string }) {
  return (
    <Stack align="center" gap={6} py="xl" px="md" ta="center" className="quiet" role="status">
      <SearchX size={22} aria-hidden />
      <Title order={1} size="h3" c="var(--mantine-color-text)">
        {told}
      </Title>
      <Text size="sm">It may be of another installation, or it was deleted when its term was over.</Text>
    </Stack>
  )
}
