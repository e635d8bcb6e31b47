import type { Import } from './imports.ts'

/**
 * The groups of files that reach each other through imports (strongly connected components, after Tarjan), the largest first, each
 * in alphabetical order. A file alone is no circle.
 */
export function circlesIn(imports: readonly Pick<Import, 'from' | 'to'>[]): string[][] {
  const graph = new Map<string, string[]>()
  for (const { from, to } of imports) graph.set(from, [...(graph.get(from) ?? []), to])
  const order = new Map<string, number>()
  const lowest = new Map<string, number>()
  const open: string[] = []
  const circles: string[][] = []

  function enter(file: string): number {
    const index = order.size
    order.set(file, index)
    open.push(file)
    let low = index
    for (const next of graph.get(file) ?? []) {
      if (!order.has(next)) low = Math.min(low, enter(next))
      else if (open.includes(next)) low = Math.min(low, lowest.get(next) ?? order.get(next) ?? low)
    }
    lowest.set(file, low)
    if (low === index) {
      const circle = open.splice(open.indexOf(file))
      if (circle.length > 1) circles.push(circle.sort())
    }
    return low
  }

  for (const file of graph.keys()) if (!order.has(file)) enter(file)
  return circles.sort((one, other) => other.length - one.length || String(one[0]).localeCompare(String(other[0])))
}
