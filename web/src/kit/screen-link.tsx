import { Anchor, type AnchorProps } from '@mantine/core'
import { Link } from '@tanstack/react-router'
import type { ReactNode } from 'react'
import { parseSearch } from './search-state.ts'

/** A place of this page: `/bookings/ubk_1?show=attempts#evt_2`, under the base. */
export function placeOf(address: string): { to: string; search: Record<string, string>; hash?: string } {
  const [rest = '', hash] = address.split('#')
  const [to = '/', search = ''] = rest.split('?')
  return { to, search: { ...parseSearch(search) }, ...(hash === undefined ? {} : { hash }) }
}

type ScreenLinkProps = AnchorProps & {
  readonly to: string
  readonly children: ReactNode
  readonly 'aria-label'?: string
  readonly title?: string
}

/** A link to another screen, without loading the page again. */
export function ScreenLink({ to, children, ...props }: ScreenLinkProps) {
  return (
    <Anchor component={Link} size="sm" inherit {...(placeOf(to) as object)} {...props}>
      {children}
    </Anchor>
  )
}
