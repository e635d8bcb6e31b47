import { Stack, Title } from '@mantine/core'
import { Id } from '../../kit/copy.tsx'
import { DiffView } from '../../kit/diff-view.tsx'
import { Facts } from '../../kit/facts.tsx'
import { JsonView } from '../../kit/json-view.tsx'
import { Sheet } from '../../kit/sheet.tsx'
import { Time } from '../../kit/time.tsx'
import type { AuditEntry } from './documents.ts'

type EntrySheetProps = { readonly entry: AuditEntry | null; readonly close: () => void }

/** One entry of the audit log, whole. */
export function EntrySheet({ entry, close }: EntrySheetProps) {
  return (
    <Sheet title={entry ? `${entry.actor} · ${entry.action}` : 'Entry'} isOpen={entry !== null} close={close}>
      {entry && <Entry entry={entry} />}
    </Sheet>
  )
}

function Entry({ entry }: { readonly entry: AuditEntry }) {
  const { before, after, details, requestId, organizationId } = entry
  return (
    <Stack gap="md">
      <Facts
        facts={[
          ['When', <Time key="at" at={entry.at} as="full" />],
          ['Who', entry.actor],
          ['Approved by', entry.approvedBy],
          [
            'Did',
            <span key="action" className="mono">
              {entry.action}
            </span>,
          ],
          ['To', <Id key="subject" value={entry.subject} />],
          ['Organization', organizationId && <Id value={organizationId} />],
          ['Why', entry.reason],
          ['Request', requestId && <Id value={requestId} what="the request id" />],
        ]}
      />
      {(before !== null || after !== null) && (
        <section>
          <Title order={2} mb={6}>
            What changed
          </Title>
          <DiffView before={before} after={after} />
        </section>
      )}
      <section>
        <Title order={2} mb={6}>
          The whole entry
        </Title>
        <JsonView value={details} what="the entry" />
      </section>
    </Stack>
  )
}
