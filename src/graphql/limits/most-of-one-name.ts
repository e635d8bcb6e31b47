import { type DocumentNode, visit } from 'graphql'

/** The highest number of fields with the same response name in a document: validation compares each with each. */
export function mostOfOneName(document: DocumentNode): number {
  const counts = new Map<string, number>()
  visit(document, {
    Field: ({ alias, name }) => {
      const key = (alias ?? name).value
      counts.set(key, (counts.get(key) ?? 0) + 1)
    },
  })
  return Math.max(0, ...counts.values())
}
