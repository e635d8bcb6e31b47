import { refusal } from '../errors.ts'
import { builder } from './builder.ts'

/** A page of a list: no number, no count. */
export type Page<Item> = {
  readonly items: readonly Item[]
  /** `after` of the next page; null: this is the last. */
  readonly next: string | null
}

const SIZE = 50
const LARGEST = 200

/** The arguments of every list. */
export const PAGE = builder.args((t) => ({
  after: t.string({ description: '`next` of the page before.' }),
  first: t.int({ description: `How many: ${SIZE} by default, ${LARGEST} at most.` }),
}))

export function pageSize(first: number | null | undefined): number {
  const size = first ?? SIZE
  if (size < 1 || size > LARGEST) throw refusal('BAD_INPUT', `first is 1 to ${LARGEST}`, { field: 'first' })
  return size
}
