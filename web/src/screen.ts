import type { LucideIcon } from 'lucide-react'
import type { ComponentType } from 'react'
import type { Surface } from './surface.ts'

/** The roles of `src/domain/console-role.ts`; the server says which somebody has, with those that they include. */
export type Role =
  | 'viewer'
  | 'support'
  | 'operations'
  | 'finance'
  | 'admin'
  | 'partner_support'
  | 'partner_developer'
  | 'partner_admin'

/** The parts of the navigation, in their order. */
export const GROUPS = ['Now', 'Bookings', 'Supply', 'Partners', 'Integration', 'Money', 'System'] as const
export type Group = (typeof GROUPS)[number]

/** A page of the console or the portal. `screens/<noun>/screen.ts` exports a list of them. */
export type Screen = {
  /** Under the base: `/bookings`, `/bookings/$id`. */
  readonly path: string
  readonly label: string
  readonly on: readonly Surface[]
  /** Who sees it: those who have one of these roles. */
  readonly roles: readonly Role[]
  readonly load: () => Promise<ComponentType>
  /** Its place in the navigation; a page of one thing has none. */
  readonly nav?: { readonly group: Group; readonly order: number; readonly icon: LucideIcon }
  /** The letter after `g` that opens it. */
  readonly key?: string
  /** Beginnings of ids that the palette opens here, for example `ubk_`; `path` has `$id` then. */
  readonly ids?: readonly string[]
  /** More words by which the palette finds it. */
  readonly words?: string
}

/** A screen that is in the navigation. */
export type Placed = Screen & { readonly nav: NonNullable<Screen['nav']> }
