import { useState } from 'react'
import { Copy } from './copy.tsx'

type JsonViewProps = {
  readonly value: unknown
  readonly what?: string /** How many levels are open at first. */
  readonly depth?: number
}

/** JSON that can be folded and copied. Nothing of it is taken for markup. */
export function JsonView({ value, what = 'the JSON', depth = 2 }: JsonViewProps) {
  return (
    <div className="json mono">
      <span className="json-copy">
        <Copy value={JSON.stringify(value, null, 2)} what={what} />
      </span>
      <Node value={value} depth={depth} />
    </div>
  )
}

type NodeProps = { readonly name?: string; readonly value: unknown; readonly depth: number }

function Node({ name, value, depth }: NodeProps) {
  if (typeof value !== 'object' || value === null) return <Leaf name={name} value={value} />
  const entries = Object.entries(value)
  if (entries.length === 0) return <Leaf name={name} value={value} />
  return <Branch name={name} value={value} entries={entries} depth={depth} />
}

type BranchProps = {
  readonly name: string | undefined
  readonly value: object
  readonly entries: readonly (readonly [string, unknown])[]
  readonly depth: number
}

const SHOWN_AT_ONCE = 100

function Branch({ name, value, entries, depth }: BranchProps) {
  const [isOpen, setOpen] = useState(depth > 0)
  const [shown, setShown] = useState(SHOWN_AT_ONCE)
  const isList = Array.isArray(value)
  return (
    <details open={isOpen} onToggle={({ currentTarget }) => setOpen(currentTarget.open)} className="json-branch">
      <summary>
        {name !== undefined && <span className="json-name">{name}: </span>}
        <span className="quiet">{isList ? `[${entries.length}]` : `{${entries.length}}`}</span>
      </summary>
      {isOpen &&
        entries.slice(0, shown).map(([key, each]) => <Node key={key} name={key} value={each} depth={depth - 1} />)}
      {isOpen && entries.length > shown && (
        <button type="button" className="plain-link" onClick={() => setShown(shown + SHOWN_AT_ONCE)}>
          {entries.length - shown} more
        </button>
      )}
    </details>
  )
}

function Leaf({ name, value }: { readonly name: string | undefined; readonly value: unknown }) {
  return (
    <div className="json-leaf">
      {name !== undefined && <span className="json-name">{name}: </span>}
      <span className="json-value" data-kind={value === null ? 'null' : typeof value}>
        {typeof value === 'string' ? value : JSON.stringify(value)}
      </span>
    </div>
  )
}
