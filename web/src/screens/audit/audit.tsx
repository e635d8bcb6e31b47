import { type Column, DataTable } from '../../kit/data-table.tsx'
import { ExportButton } from '../../kit/export-button.tsx'
import { FilterBar, FilterText } from '../../kit/filter-bar.tsx'
import { ScreenHead } from '../../kit/screen-head.tsx'
import { oneOf, type StateOf, text } from '../../kit/search-state.ts'
import { Segments } from '../../kit/segments.tsx'
import { Time } from '../../kit/time.tsx'
import { useList } from '../../kit/use-list.ts'
import { useNow } from '../../kit/use-now.ts'
import { useSearchState } from '../../kit/use-search-state.ts'
import { AUDIT, type AuditAnswer, type AuditEntry } from './documents.ts'
import { EntrySheet } from './entry-sheet.tsx'

const FIELDS = {
  actor: text(),
  action: text(),
  subject: text(),
  within: oneOf(['1h', '24h', '7d'], ''),
  entry: text(),
}

const LABELS = [
  ['actor', 'Who'],
  ['action', 'Did'],
  ['subject', 'To'],
  ['within', 'Within'],
] as const

const HOURS = { '1h': 1, '24h': 24, '7d': 168 } as const

const COLUMNS: readonly Column<AuditEntry>[] = [
  { key: 'at', head: 'When', cell: ({ at }) => <Time at={at} />, width: 120 },
  { key: 'actor', head: 'Who', cell: ({ actor }) => actor },
  { key: 'action', head: 'Did', cell: ({ action }) => <span className="mono">{action}</span> },
  { key: 'subject', head: 'To', cell: ({ subject }) => <span className="mono">{subject}</span> },
  { key: 'reason', head: 'Why', cell: ({ reason }) => reason ?? <span className="quiet">–</span>, isWide: true },
  { key: 'approvedBy', head: 'Approved by', cell: ({ approvedBy }) => approvedBy ?? '', isWide: true },
]

/** The beginning of the range, by the minute: what is asked stays the same while the minute lasts. */
function sinceOf(within: '' | keyof typeof HOURS, now: number): string | null {
  return within === '' ? null : new Date(now - HOURS[within] * 3_600_000).toISOString()
}

function pick({ auditEntries }: AuditAnswer): AuditAnswer['auditEntries'] {
  return auditEntries
}

export function AuditScreen() {
  const [filters, setFilters] = useSearchState(FIELDS)
  const now = useNow(60)
  const { entry, within } = filters
  const variables = {
    actor: filters.actor || null,
    action: filters.action || null,
    subject: filters.subject || null,
    since: sinceOf(within, now),
  }
  const list = useList(AUDIT, { variables, pick })
  const active = LABELS.flatMap(([name, label]) =>
    filters[name] === '' ? [] : [{ label: `“${label} ${filters[name]}”`, drop: () => setFilters({ [name]: '' }) }],
  )
  return (
    <>
      <ScreenHead title="Audit" answers="Who did what to what, when, and why.">
        <ExportButton name="audit" document={AUDIT} variables={variables} pick={pick} toRow={toCsvRow} />
      </ScreenHead>
      <AuditFilterBar filters={filters} setFilters={setFilters} />
      <DataTable
        what="The audit log"
        list={list}
        columns={COLUMNS}
        idOf={({ id }) => id}
        openId={entry}
        onOpen={({ id }) => setFilters({ entry: id }, { keepsPage: true })}
        none={{
          title: 'Nothing has been done yet',
          hint: 'Every change by the console, the command line or a key is written here.',
        }}
        filters={active}
        end="That is the first entry"
      />
      <EntrySheet
        entry={list.data?.items.find(({ id }) => id === entry) ?? null}
        close={() => setFilters({ entry: '' }, { keepsPage: true })}
      />
    </>
  )
}

type AuditFilterBarProps = {
  readonly filters: StateOf<typeof FIELDS>
  readonly setFilters: (changes: Partial<StateOf<typeof FIELDS>>) => void
}

function AuditFilterBar({ filters, setFilters }: AuditFilterBarProps) {
  return (
    <FilterBar>
      <FilterText
        label="Who"
        value={filters.actor}
        placeholder="operator:*"
        onChange={(actor) => setFilters({ actor })}
        isMain
      />
      <FilterText
        label="Did"
        value={filters.action}
        placeholder="key.*"
        onChange={(action) => setFilters({ action })}
      />
      <FilterText
        label="To"
        value={filters.subject}
        placeholder="an id"
        width={240}
        onChange={(subject) => setFilters({ subject })}
      />
      <Segments
        label="Within"
        value={filters.within}
        options={[
          ['', 'Ever'],
          ['7d', '7 days'],
          ['24h', '24 hours'],
          ['1h', '1 hour'],
        ]}
        onChange={(within) => setFilters({ within })}
      />
    </FilterBar>
  )
}

function toCsvRow({ at, actor, action, subject, reason, approvedBy, requestId, organizationId }: AuditEntry) {
  return { at, actor, action, subject, organizationId, reason, approvedBy, requestId }
}
