import { Group } from '@mantine/core'
import { ActionButton } from '../../kit/action-button.tsx'
import { Id } from '../../kit/copy.tsx'
import { NothingYet } from '../../kit/empty.tsx'
import { Facts } from '../../kit/facts.tsx'
import { Panel } from '../../kit/panel.tsx'
import { Part } from '../../kit/part.tsx'
import { ScreenHead } from '../../kit/screen-head.tsx'
import { Time } from '../../kit/time.tsx'
import { useRead } from '../../kit/use-read.ts'
import { CardList } from '../../portal/card-list.tsx'
import { OWN_KEYS, type OwnKey } from './documents.ts'
import { bindKey, revokeKey, rollKey } from './key-actions.tsx'

export function OwnKeysScreen() {
  const read = useRead(OWN_KEYS, {})
  return (
    <>
      <ScreenHead
        title="Keys"
        answers="Which keys work, what may they do, and are they still used? What a key may do never grows: roll it to take scopes away."
      />
      <Part what="The keys" read={read}>
        {({ ownKeys }) =>
          ownKeys.length === 0 ? (
            <NothingYet title="No key is in use">
              Whoever runs the gateway makes the first one for your organization.
            </NothingYet>
          ) : (
            <CardList label="The keys in use">
              {ownKeys.map((key) => (
                <KeyCard key={key.id} of={key} />
              ))}
            </CardList>
          )
        }
      </Part>
    </>
  )
}

function KeyCard({ of: key }: { readonly of: OwnKey }) {
  const { id, prefix, scopes, addresses, createdAt, expiresAt, lastUsedAt, rolledFrom } = key
  return (
    <Panel
      title={<span className="mono">{prefix}…</span>}
      aside={
        <>
          <ActionButton action={rollKey(key)} />
          <ActionButton action={bindKey(key)} />
          <ActionButton action={revokeKey(key)} />
        </>
      }
    >
      <Facts
        facts={[
          ['Id', <Id key="id" value={id} what="the key’s id" />],
          [
            'May',
            <Group key="scopes" gap={8}>
              {scopes.map((scope) => (
                <span key={scope} className="mono">
                  {scope}
                </span>
              ))}
            </Group>,
          ],
          ['From', addresses.length === 0 ? 'everywhere' : addresses.join(', ')],
          ['Last used', <Time key="used" at={lastUsedAt} as="ago" none="never" />],
          ['Expires', <Time key="expires" at={expiresAt} none="never" />],
          ['Made', <Time key="made" at={createdAt} />],
          ['Replaces', rolledFrom && <Id value={rolledFrom} what="the id of the key before" />],
        ]}
      />
    </Panel>
  )
}
