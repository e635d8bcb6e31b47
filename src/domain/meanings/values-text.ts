import type { ValuesMeaning } from './meaning.ts'

/** A text with the values of a closed list, for a field whose type does not tell them. `end` follows the list. */
export function withValues<Value extends string>(
  says: string,
  { values }: Pick<ValuesMeaning<Value>, 'values'>,
  end: string,
): string {
  const list = Object.entries<string>(values).map(([value, means]) => `- \`${value}\`: ${means}`)
  return [says, '', ...list, '', end].join('\n')
}

/** Follows a closed list to which nothing is added. */
export const NO_OTHERS = 'There are no other values.'
