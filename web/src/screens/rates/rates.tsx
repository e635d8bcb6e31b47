import { Alert, Stack } from '@mantine/core'
import { ActionButton } from '../../kit/action-button.tsx'
import { type Column, DataTable } from '../../kit/data-table.tsx'
import { NothingYet } from '../../kit/empty.tsx'
import { Part } from '../../kit/part.tsx'
import { ScreenHead } from '../../kit/screen-head.tsx'
import { text } from '../../kit/search-state.ts'
import { Sheet } from '../../kit/sheet.tsx'
import { StatusBadge } from '../../kit/status-badge.tsx'
import { Time } from '../../kit/time.tsx'
import { useList } from '../../kit/use-list.ts'
import { useNow } from '../../kit/use-now.ts'
import { useRead } from '../../kit/use-read.ts'
import { useSearchState } from '../../kit/use-search-state.ts'
import { PlainTable } from '../system/plain-table.tsx'
import { CHANGES, RATES, type Rate, type RateChange } from './documents.ts'

const FIELDS = { currency: text() }
const DAY_MS = 86_400_000
const REFRESH_MS = 30_000

function percent(change: RateChange): string {
  if (change.changePercent === null) return '–'
  return `${change.changePercent > 0 ? '+' : ''}${change.changePercent.toFixed(2)} %`
}

/** Rates with their age, who set them, and what they were. */
export function RatesScreen() {
  const [{ currency }, setState] = useSearchState(FIELDS)
  const read = useRead(RATES, {}, { everyMs: REFRESH_MS })
  return (
    <>
      <ScreenHead title="Rates" answers="Which exchange rate is used, how old is it, and who set it?">
        <SetRate currency="" />
      </ScreenHead>
      <Part what="The rates" read={read}>
        {({ exchangeRates }) => (
          <Stack gap="md">
            <Missing rates={exchangeRates} />
            {exchangeRates.length === 0 ? (
              <NothingYet title="No rate is stored">
                Prices are sold in their suppliers’ currencies alone until one is set.
              </NothingYet>
            ) : (
              <Rates rates={exchangeRates} onOpen={(next) => setState({ currency: next })} />
            )}
          </Stack>
        )}
      </Part>
      <Sheet title={`USD/${currency}`} isOpen={currency !== ''} close={() => setState({ currency: '' })} size={680}>
        {currency !== '' && <History currency={currency} />}
      </Sheet>
    </>
  )
}

/** A currency in use without a rate is an error, not an empty row. */
function Missing({ rates }: { readonly rates: readonly Rate[] }) {
  const missing = rates.filter(({ isActive, usedBy }) => !isActive && usedBy.length > 0)
  if (missing.length === 0) return null
  return (
    <Alert color="red" variant="light" title="Currencies in use without a rate">
      {missing.map(({ currency, usedBy }) => (
        <div key={currency}>
          {currency}: {usedBy.slice(0, 5).join(', ')}
        </div>
      ))}
    </Alert>
  )
}

const CONFIRM = {
  name: 'confirm',
  label: 'It is more than 5 % away from the last one, and right',
  kind: 'flag',
  hint: 'Then a second person has to approve it.',
} as const

function SetRate({ currency }: { readonly currency: string }) {
  return (
    <ActionButton
      {...(currency === '' ? {} : { size: 'compact-xs' })}
      action={{
        label: 'Set',
        title: currency === '' ? 'Set a rate' : `Set USD/${currency}`,
        mutation: 'setRate',
        roles: ['finance'],
        ...(currency === '' ? {} : { values: { currency } }),
        fields: [
          ...(currency === ''
            ? [{ name: 'currency', label: 'Currency', hint: 'Three letters, for example EUR', isRequired: true }]
            : []),
          {
            name: 'rate',
            label: 'Units for one US dollar',
            hint: 'For example 0.92; none takes it out of force',
            isRequired: true,
          },
          CONFIRM,
        ],
        says: 'Prices are converted by it within seconds, in every process.',
      }}
    />
  )
}

function Rates({ rates, onOpen }: { readonly rates: readonly Rate[]; readonly onOpen: (currency: string) => void }) {
  const now = useNow(60)
  return (
    <PlainTable
      what="The rates"
      heads={[
        ['Currency'],
        ['For 1 USD', 'exchange_rates.rate: units for one US dollar'],
        ['State'],
        ['Stored', 'exchange_rates.updated_at'],
        ['By', 'The last rate.set or rate.import of the audit log'],
        ['Source'],
        ['Last change'],
        ['Used by', 'Organizations that list prices in it, and connections that have it as their currency'],
        ['Change it'],
      ]}
      figures={[1, 6]}
      rows={rates.map((rate) => [
        rate.currency,
        [
          <button key="currency" type="button" className="plain-link mono" onClick={() => onOpen(rate.currency)}>
            {rate.currency}
          </button>,
          rate.rate ?? 'none',
          <RateState key="state" rate={rate} now={now} />,
          <Time key="stored" at={rate.storedAt} as="ago" none="never" />,
          rate.lastChange?.by ?? (
            <span key="by" className="quiet">
              unknown
            </span>
          ),
          sourceOf(rate),
          rate.lastChange ? percent(rate.lastChange) : '–',
          rate.usedBy.length === 0 ? '–' : rate.usedBy.slice(0, 3).join(', '),
          <SetRate key="set" currency={rate.currency} />,
        ],
      ])}
    />
  )
}

function sourceOf({ lastChange, rate }: Rate): string {
  if (lastChange) return lastChange.source === 'rate.import' ? 'European Central Bank’s file' : 'by hand'
  return rate === null ? '–' : 'not in the audit log'
}

function RateState({ rate, now }: { readonly rate: Rate; readonly now: number }) {
  if (rate.rate === null) return <StatusBadge status="MISSING" label="Missing" tone="bad" />
  if (!rate.isActive) return <StatusBadge status="INACTIVE" label="Out of force" tone="quiet" />
  const isOld = rate.storedAt !== null && now - Date.parse(rate.storedAt) > DAY_MS
  return isOld ? (
    <StatusBadge status="STALE" label="Older than a day" hint="exchange_rates.updated_at is more than 24 hours ago" />
  ) : (
    <StatusBadge status="ACTIVE" label="In force" />
  )
}

function columnsOf(currency: string): readonly Column<RateChange>[] {
  return [
    ...COLUMNS,
    { key: 'back', head: 'Put it back', cell: (change) => <PutBack currency={currency} change={change} /> },
  ]
}

/** Sets the rate again that was in force before a change. */
function PutBack({ currency, change: { before } }: { readonly currency: string; readonly change: RateChange }) {
  if (before === null) return null
  return (
    <ActionButton
      size="compact-xs"
      action={{
        label: `To ${before}`,
        title: `Put USD/${currency} back to ${before}`,
        mutation: 'setRate',
        roles: ['finance'],
        values: { currency, rate: String(before) },
        fields: [CONFIRM],
        says: `Sets ${before} units for one US dollar, the rate before this change. Prices are converted by it within seconds.`,
      }}
    />
  )
}

const COLUMNS: readonly Column<RateChange>[] = [
  { key: 'at', head: 'When', cell: ({ at }) => <Time at={at} /> },
  { key: 'by', head: 'Who', cell: ({ by }) => by },
  { key: 'before', head: 'Before', cell: ({ before }) => before ?? 'none', align: 'end' },
  { key: 'after', head: 'After', cell: ({ after }) => after ?? 'none', align: 'end' },
  { key: 'change', head: 'Change', cell: percent, align: 'end' },
  { key: 'reason', head: 'Why', cell: ({ reason }) => reason ?? '–', isWide: true },
  { key: 'approved', head: 'Approved by', cell: ({ approvedBy }) => approvedBy ?? '', isWide: true },
]

function History({ currency }: { readonly currency: string }) {
  const list = useList(CHANGES, {
    variables: { currency },
    pick: ({ exchangeRateChanges }) => exchangeRateChanges,
    cursor: 'change',
  })
  return (
    <DataTable
      what="What it was"
      list={list}
      columns={columnsOf(currency)}
      idOf={({ at, by }) => `${at} ${by}`}
      none={{ title: 'The audit log has no change of it', hint: 'A sandbox begins with rates that nobody has set.' }}
      hasKeys={false}
    />
  )
}
