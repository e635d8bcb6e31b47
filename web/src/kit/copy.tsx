import { ActionIcon, CopyButton, Tooltip } from '@mantine/core'
import { Check, Copy as CopyIcon } from 'lucide-react'

/** A small button that copies `value`; `what` names it for those who hear the page. */
export function Copy({ value, what }: { readonly value: string; readonly what: string }) {
  return (
    <CopyButton value={value} timeout={1_500}>
      {({ copied, copy }) => (
        <Tooltip label={copied ? 'Copied' : `Copy ${what}`}>
          <ActionIcon variant="subtle" color="gray" size={24} onClick={copy} aria-label={`Copy ${what}`}>
            {copied ? <Check size={12} /> : <CopyIcon size={12} />}
          </ActionIcon>
        </Tooltip>
      )}
    </CopyButton>
  )
}

/** An id in the machine's letters, with its copy button. */
export function Id({ value, what = 'the id' }: { readonly value: string; readonly what?: string }) {
  return (
    <span style={{ display: 'inline-flex', alignItems: 'center', gap: 2, maxWidth: '100%' }}>
      <span className="mono line-clamp" title={value}>
        {value}
      </span>
      <Copy value={value} what={what} />
    </span>
  )
}
