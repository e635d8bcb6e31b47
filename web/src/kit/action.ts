import type { ReactNode } from 'react'
import type { Role } from '../screen.ts'
import { type Document, query } from './graphql.ts'

/** What a person has filled in, and what the button brought along. */
export type Values = Readonly<Record<string, string | boolean>>

export type ActionField = {
  /** The mutation's argument. */
  readonly name: string
  readonly label: string
  /** `text` by default. `secret` is not shown while it is typed. `date` is 2026-11-25, `instant` RFC 3339. */
  readonly kind?: 'text' | 'long' | 'choice' | 'flag' | 'secret' | 'date' | 'instant'
  readonly options?: readonly (readonly [value: string, label: string])[]
  readonly hint?: string
  readonly isRequired?: boolean
  readonly byDefault?: string | boolean
  /** Asked and sent only then, for example when another field has a certain value. */
  readonly isShown?: (values: Values) => boolean
}

export type Proposal = {
  readonly id: string
  readonly action: string
  readonly subject: string
  readonly reason: string
  readonly proposedBy: string
  readonly expiresAt: string
  /** APPROVED or REJECTED; null while it waits. */
  readonly decision: string | null
}

/** What an action has done: what the command line would print, or what waits for a second person. */
export type ActionDone = { readonly rows: unknown; readonly proposal: Proposal | null }

/** Something that a person can do. */
export type Action = {
  /** On the button. */
  readonly label: string
  /** Head of the dialog; the label by default. */
  readonly title?: string
  /** The mutation, for example `settleBooking`; its answer is an ActionResult. */
  readonly mutation: string
  /** Arguments that are not asked for. */
  readonly values?: Values
  /** Arguments of another type than String and Boolean: `{ id: 'ID' }`. */
  readonly types?: Readonly<Record<string, string>>
  readonly fields?: readonly ActionField[]
  /** What will happen, in a sentence or two, before it does. */
  readonly says: ReactNode | ((values: Values) => ReactNode)
  /** Who may: others do not see the button. */
  readonly roles?: readonly Role[]
  /** A second person has to approve; the dialog says so. */
  readonly needsTwo?: boolean
  readonly isDangerous?: boolean
  /** An argument that takes the reason too, as the note of `settleBooking`. */
  readonly reasonAs?: string
  /** False for what asks no reason: partners' own settings. */
  readonly asksReason?: boolean
  /** In place of the rows as a table. */
  readonly done?: (rows: unknown) => ReactNode
  /** In place of the mutation that is made from the name. */
  readonly send?: (values: Values) => Promise<ActionDone>
}

/** The reasons that the server takes. */
export const SHORTEST_REASON = 10

/** The document of an action's mutation: an argument is a text or a switch, unless its type is told, and what was left empty is not sent. */
export function mutationOf(
  { mutation, types = {} }: Pick<Action, 'mutation' | 'types'>,
  values: Values,
): Document<Readonly<Record<string, ActionDone>>, Values> {
  const given = Object.entries(values)
  const heads = given.map(
    ([argument, value]) => `$${argument}: ${types[argument] ?? (typeof value === 'boolean' ? 'Boolean' : 'String')}!`,
  )
  const passed = given.map(([argument]) => `${argument}: $${argument}`)
  return `mutation Act(${heads.join(', ')}) {
  ${mutation}(${passed.join(', ')}) {
    rows
    proposal { id action subject reason proposedBy expiresAt decision }
  }
}`
}

/** The fields that are asked with these values. */
export function askedFields({ fields = [] }: Pick<Action, 'fields'>, values: Values): readonly ActionField[] {
  return fields.filter(({ isShown }) => isShown === undefined || isShown(values))
}

/** What is sent: what the button brought, what was filled in, and the reason; empty texts and switches that are off are left out. */
export function sentValues(
  action: Pick<Action, 'fields' | 'values' | 'reasonAs'>,
  filled: Values,
  reason: string | null,
): Values {
  const asked = askedFields(action, filled).flatMap(({ name }) => {
    const value = filled[name]
    const given = typeof value === 'string' ? value.trim() : value
    return given === undefined || given === '' || given === false ? [] : [[name, given] as const]
  })
  return { ...action.values, ...Object.fromEntries(asked), ...reasonValues(action, reason) }
}

function reasonValues({ reasonAs }: Pick<Action, 'reasonAs'>, reason: string | null): Values {
  if (reason === null) return {}
  const told = reason.trim()
  return reasonAs === undefined ? { reason: told } : { reason: told, [reasonAs]: told }
}

/** What is missing still, by field. */
export function missingIn(
  action: Pick<Action, 'fields' | 'asksReason'>,
  filled: Values,
  reason: string,
): Readonly<Record<string, string>> {
  const missing = askedFields(action, filled)
    .filter(({ name, isRequired }) => isRequired === true && (filled[name] ?? '') === '')
    .map(({ name }) => [name, 'This is needed.'] as const)
  const isShort = action.asksReason !== false && reason.trim().length < SHORTEST_REASON
  const why = isShort
    ? [['reason', `Say why, in ${SHORTEST_REASON} characters at least; a ticket’s number will do.`] as const]
    : []
  return Object.fromEntries([...missing, ...why])
}

/** Does it. Throws a ServerError. */
export async function act(action: Action, values: Values): Promise<ActionDone> {
  if (action.send) return action.send(values)
  const answer = await query(mutationOf(action, values), values)
  return answer[action.mutation] ?? { rows: [], proposal: null }
}
