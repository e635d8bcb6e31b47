import type { Action, Values } from '../kit/action.ts'
import { type Document, query } from '../kit/graphql.ts'

type OwnAction<Data, Variables> = Omit<Action, 'mutation' | 'send' | 'asksReason'> & {
  readonly document: Document<Data, Variables>
  /** What was filled in, as the mutation takes it. */
  readonly variablesOf: (values: Values) => Variables
  readonly pick: (data: Data) => unknown
}

/** What a partner changes of their own: no reason is asked, and the mutation is one of the portal's. */
export function ownAction<Data, Variables>({
  document,
  variablesOf,
  pick,
  ...action
}: OwnAction<Data, Variables>): Action {
  return {
    ...action,
    mutation: '',
    asksReason: false,
    send: async (values) => ({ rows: pick(await query(document, variablesOf(values))), proposal: null }),
  }
}

/** A text that was filled in; null for one that was left empty. */
export function given(values: Values, name: string): string | null {
  const value = values[name]
  return typeof value === 'string' && value !== '' ? value : null
}

/** A whole number that was filled in; null for one that was left empty. */
export function givenNumber(values: Values, name: string): number | null {
  const value = given(values, name)
  return value === null ? null : Number(value)
}

/** Words divided by commas, blanks or lines; null for none. */
export function givenWords(values: Values, name: string): readonly string[] | null {
  return (
    given(values, name)
      ?.split(/[\s,]+/)
      .filter(Boolean) ?? null
  )
}
