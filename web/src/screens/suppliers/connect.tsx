import { Alert, Button, Checkbox, Group, PasswordInput, Select, Stack, Textarea, TextInput } from '@mantine/core'
import { useQueryClient } from '@tanstack/react-query'
import { type FormEvent, useState } from 'react'
import { Failure } from '../../kit/failure.tsx'
import { query } from '../../kit/graphql.ts'
import { Panel } from '../../kit/panel.tsx'
import { Part } from '../../kit/part.tsx'
import { ScreenHead } from '../../kit/screen-head.tsx'
import { text } from '../../kit/search-state.ts'
import { useGo } from '../../kit/use-go.ts'
import { useRead } from '../../kit/use-read.ts'
import { useSearchState } from '../../kit/use-search-state.ts'
import { type Filled, missingIn, placeFaults, toGiven } from './connect-form.ts'
import { CHECK, CONNECT, type FieldFault, KINDS, type SupplierKind } from './documents.ts'

const FIELDS = { organization: text(), supplier: text(), connection: text() }

/** Stores a contract with a supplier, or its new credentials, when the supplier has taken them. */
export function ConnectScreen() {
  const kinds = useRead(KINDS, {})
  const [{ connection }] = useSearchState(FIELDS)
  return (
    <>
      <ScreenHead
        title={connection === '' ? 'Connect a supplier' : `New credentials of ${connection}`}
        answers="The supplier is asked with these credentials before they are stored, and until it has taken them those of before stay in use; a contract that is there keeps what you leave empty, but for its credentials."
      />
      <Part what="The suppliers" read={kinds}>
        {({ supplierKinds }) => <ConnectForm kinds={supplierKinds} />}
      </Part>
    </>
  )
}

type Sent = { readonly faults: readonly FieldFault[]; readonly error: Error | null; readonly isSending: boolean }
const NOT_SENT: Sent = { faults: [], error: null, isSending: false }

function useConnect(kinds: readonly SupplierKind[]) {
  const [address] = useSearchState(FIELDS)
  const [filled, setFilled] = useState<Filled>({
    ...address,
    credentials: {},
    settings: '',
    baseUrl: '',
    hotel: '',
    unchecked: false,
    replace: false,
    further: false,
    reason: '',
  })
  const [sent, setSent] = useState(NOT_SENT)
  const client = useQueryClient()
  const go = useGo()
  const kind = kinds.find(({ code }) => code === filled.supplier) ?? null

  async function connect(): Promise<void> {
    const missing = missingIn(filled)
    if (missing.length > 0 || !kind) return setSent({ ...NOT_SENT, faults: missing })
    setSent({ ...NOT_SENT, isSending: true })
    try {
      const given = toGiven(filled, kind)
      const { checkSupplierConnection: faults } = await query(CHECK, given)
      if (faults.length > 0) return setSent({ ...NOT_SENT, faults })
      await query(CONNECT, {
        ...given,
        organization: filled.organization.trim(),
        hotel: filled.hotel.trim() || null,
        unchecked: filled.unchecked || null,
        replace: filled.replace || null,
        further: filled.further || null,
        reason: filled.reason.trim(),
      })
      await client.invalidateQueries({ queryKey: ['read'] })
      go(`/suppliers/${given.connection}`)
    } catch (error) {
      setSent({ ...NOT_SENT, error: error instanceof Error ? error : new Error('unknown') })
    }
  }
  return { filled, change: (changes: Partial<Filled>) => setFilled({ ...filled, ...changes }), kind, sent, connect }
}

function ConnectForm({ kinds }: { readonly kinds: readonly SupplierKind[] }) {
  const form = useConnect(kinds)
  const { filled, change, kind, sent, connect } = form
  const faults = placeFaults(sent.faults, kind)
  function submit(event: FormEvent): void {
    event.preventDefault()
    void connect()
  }
  return (
    <form onSubmit={submit} noValidate>
      <Stack gap="md" maw={640}>
        <Contract {...form} kinds={kinds} faults={faults} />
        {kind && <Wanted {...form} kind={kind} faults={faults} />}
        <Panel title="Why">
          <Textarea
            label="Reason"
            description="It is in the audit log, with the names of the credentials and never their values"
            required
            value={filled.reason}
            error={faults['reason']}
            onChange={({ currentTarget }) => change({ reason: currentTarget.value })}
          />
        </Panel>
        {faults['whole'] && (
          <Alert color="red" variant="light" role="alert">
            {faults['whole']}
          </Alert>
        )}
        {sent.error && <Failure what="The connection" error={sent.error} />}
        <Group>
          <Button type="submit" loading={sent.isSending}>
            {filled.unchecked ? 'Store without asking' : 'Ask the supplier, then store'}
          </Button>
        </Group>
      </Stack>
    </form>
  )
}

type ContractProps = Pick<ReturnType<typeof useConnect>, 'filled' | 'change'> & {
  readonly kinds: readonly SupplierKind[]
  readonly faults: Readonly<Record<string, string>>
}

function Contract({ kinds, filled, change, faults }: ContractProps) {
  return (
    <Panel title="The contract">
      <Stack gap="xs">
        <TextInput
          label="Organization"
          description="Who sells over it first"
          placeholder="org_…"
          required
          value={filled.organization}
          error={faults['organization']}
          onChange={({ currentTarget }) => change({ organization: currentTarget.value })}
        />
        <Select
          label="Supplier"
          required
          data={kinds.map(({ code, name }) => ({ value: code, label: name }))}
          value={filled.supplier || null}
          error={faults['supplier']}
          onChange={(supplier) => change({ supplier: supplier ?? '', credentials: {} })}
        />
        <TextInput
          label="Connection"
          description="An id of your choice. One that exists gets these credentials in place of its own"
          placeholder="conn_acme"
          required
          value={filled.connection}
          error={faults['connection']}
          onChange={({ currentTarget }) => change({ connection: currentTarget.value })}
        />
      </Stack>
    </Panel>
  )
}

type WantedProps = Pick<ReturnType<typeof useConnect>, 'filled' | 'change'> & {
  readonly kind: SupplierKind
  readonly faults: Readonly<Record<string, string>>
}

/** What a supplier's contract needs. */
function Wanted({ kind, filled, change, faults }: WantedProps) {
  return (
    <>
      <Panel title={`Credentials of ${kind.name}`}>
        <Stack gap="xs">
          {kind.credentials.map((name) => (
            <PasswordInput
              key={name}
              label={name}
              autoComplete="off"
              value={filled.credentials[name] ?? ''}
              error={faults[name]}
              onChange={({ currentTarget }) =>
                change({ credentials: { ...filled.credentials, [name]: currentTarget.value } })
              }
            />
          ))}
        </Stack>
      </Panel>
      <Panel title="Settings">
        <Stack gap="xs">
          <Textarea
            label="Settings"
            description={`JSON of: ${kind.settings.join(', ')}`}
            placeholder={'{"currency":"EUR"}'}
            autosize
            minRows={2}
            value={filled.settings}
            error={faults['settings']}
            onChange={({ currentTarget }) => change({ settings: currentTarget.value })}
          />
          <TextInput
            label="Base URL"
            description={`Empty: ${kind.baseUrl}, or the sandbox’s own supplier`}
            value={filled.baseUrl}
            error={faults['baseUrl']}
            onChange={({ currentTarget }) => change({ baseUrl: currentTarget.value })}
          />
          <TextInput
            label="A hotel to ask about"
            description="By the supplier’s id; empty: any that is mapped"
            value={filled.hotel}
            onChange={({ currentTarget }) => change({ hotel: currentTarget.value })}
          />
          <Flags filled={filled} change={change} />
        </Stack>
      </Panel>
    </>
  )
}

function Flags({ filled, change }: Pick<WantedProps, 'filled' | 'change'>) {
  return (
    <>
      <Checkbox
        label="Keep the organization’s other contracts with this supplier"
        checked={filled.further}
        onChange={({ currentTarget }) => change({ further: currentTarget.checked })}
      />
      <Checkbox
        label="Overwrite a connection that other organizations use too"
        checked={filled.replace}
        onChange={({ currentTarget }) => change({ replace: currentTarget.checked })}
      />
      <Checkbox
        label="Store it without asking the supplier"
        checked={filled.unchecked}
        onChange={({ currentTarget }) => change({ unchecked: currentTarget.checked })}
      />
    </>
  )
}
