import { Stack } from '@mantine/core'
import { Part } from '../../kit/part.tsx'
import { ScreenHead } from '../../kit/screen-head.tsx'
import { oneOf } from '../../kit/search-state.ts'
import { Segments } from '../../kit/segments.tsx'
import { useRead } from '../../kit/use-read.ts'
import { useSearchState } from '../../kit/use-search-state.ts'
import { HEALTH, SETTINGS, STORAGE, WORK } from './documents.ts'
import { HealthView } from './health.tsx'
import { SettingsView } from './settings.tsx'
import { StorageView } from './storage.tsx'
import { WorkView } from './work.tsx'

const TABS = ['health', 'work', 'storage', 'settings'] as const
const FIELDS = { tab: oneOf(TABS, 'health') }
const REFRESH_MS = 10_000

/** How the installation is, as the process that answers knows it. */
export function SystemScreen() {
  const [{ tab }, setState] = useSearchState(FIELDS)
  const shown = tab === '' ? 'health' : tab
  return (
    <Stack gap="md">
      <ScreenHead title="System" answers="What runs, what waits, and what is wrong with what is under it?">
        <Segments
          label="Part"
          value={shown}
          options={[
            ['health', 'Health'],
            ['work', 'Queues and jobs'],
            ['storage', 'Storage'],
            ['settings', 'Configuration'],
          ]}
          onChange={(next) => setState({ tab: next })}
        />
      </ScreenHead>
      {shown === 'health' && <HealthTab />}
      {shown === 'work' && <WorkTab />}
      {shown === 'storage' && <StorageTab />}
      {shown === 'settings' && <SettingsTab />}
    </Stack>
  )
}

function HealthTab() {
  const read = useRead(HEALTH, {}, { everyMs: REFRESH_MS })
  return (
    <Part what="The health of the system" read={read}>
      {({ system }) => <HealthView health={system} />}
    </Part>
  )
}

function WorkTab() {
  const read = useRead(WORK, {}, { everyMs: REFRESH_MS })
  return (
    <Part what="Queues and jobs" read={read}>
      {({ system }) => <WorkView work={system} />}
    </Part>
  )
}

function StorageTab() {
  const read = useRead(STORAGE, {})
  return (
    <Part what="Storage" read={read}>
      {({ system }) => <StorageView storage={system} />}
    </Part>
  )
}

function SettingsTab() {
  const read = useRead(SETTINGS, {})
  return (
    <Part what="The configuration" read={read}>
      {({ system }) => <SettingsView settings={system.settings} />}
    </Part>
  )
}
