import { Group } from '@mantine/core'
import { NothingYet } from '../../kit/empty.tsx'
import { Panel } from '../../kit/panel.tsx'
import { Part } from '../../kit/part.tsx'
import { ScreenLink } from '../../kit/screen-link.tsx'
import { useRead } from '../../kit/use-read.ts'
import { ConnectionState } from '../suppliers/state.tsx'
import { type Connection, STRIP } from './documents.ts'

const EVERY_MS = 15_000
const MOST_SHOWN = 24

/** The worst first. */
const ORDER = [
  'CREDENTIALS_REFUSED',
  'WRONG_ENVIRONMENT',
  'DOWN',
  'SLOW',
  'NEVER_TESTED',
  'PAUSED',
  'NO_TRAFFIC',
  'WORKING',
]

function worstFirst(items: readonly Connection[]): readonly Connection[] {
  return items.toSorted((one, other) => ORDER.indexOf(one.state) - ORDER.indexOf(other.state))
}

/** Each connection with its state, as the screen Suppliers judges it. */
export function SupplierStrip() {
  const read = useRead(STRIP, {}, { isLive: true, everyMs: EVERY_MS })
  return (
    <Panel title="Suppliers" aside={<ScreenLink to="/suppliers">All, and by what they are judged</ScreenLink>}>
      <Part what="The suppliers" read={read}>
        {({ supplierConnections: { items, next } }) =>
          items.length === 0 ? (
            <NothingYet title="No supplier is connected">
              <ScreenLink to="/suppliers/connect" underline="always">
                Connect one
              </ScreenLink>
            </NothingYet>
          ) : (
            <Connections items={items} isMore={next !== null} />
          )
        }
      </Part>
    </Panel>
  )
}

function Connections({ items, isMore }: { readonly items: readonly Connection[]; readonly isMore: boolean }) {
  const rest = items.length - MOST_SHOWN
  return (
    <Group component="ul" gap="6px 16px" p={0} m={0} style={{ listStyle: 'none' }} aria-label="The connections">
      {worstFirst(items)
        .slice(0, MOST_SHOWN)
        .map(({ id, state, why }) => (
          <li key={id} className="nowrap">
            <ScreenLink to={`/suppliers/${id}`} className="mono">
              {id}
            </ScreenLink>{' '}
            <ConnectionState state={state} why={why} />
          </li>
        ))}
      {(rest > 0 || isMore) && (
        <li className="quiet">
          {isMore ? 'These are the worst of the first 200 connections.' : `${rest} more are no worse.`}
        </li>
      )}
    </Group>
  )
}
