import { Copy } from '../kit/copy.tsx'

/** Something to paste into a terminal, with its copy button. */
export function CodeLine({ value, what }: { readonly value: string; readonly what: string }) {
  return (
    <div className="json mono" role="group" aria-label={what} tabIndex={0}>
      <span className="json-copy">
        <Copy value={value} what={what} />
      </span>
      <div className="json-leaf" style={{ paddingRight: 28 }}>
        {value}
      </div>
    </div>
  )
}
