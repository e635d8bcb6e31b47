import { Panel } from '../../kit/panel.tsx'
import type { Settings } from './documents.ts'
import { PlainTable } from './plain-table.tsx'

/** Every setting as the process that answers has read it; whatever may be a secret is only said to be set. */
export function SettingsView({ settings }: Settings) {
  return (
    <Panel title="Configuration as this process has read it" isFlush>
      <PlainTable
        what="Configuration"
        heads={[['Setting'], ['Value', 'URLs, keys and names are told as set: they may hold a secret'], ['From']]}
        rows={settings.map(({ name, value, isDefault }) => [
          name,
          [
            <span key="name" className="mono">
              {name}
            </span>,
            value === null ? <span className="quiet">not set</span> : <span className="mono">{value}</span>,
            isDefault ? <span className="quiet">default</span> : 'the environment',
          ],
        ])}
      />
    </Panel>
  )
}
