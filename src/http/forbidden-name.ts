import { MAX_DEPTH } from '../operations/inputs/excess.ts'

/** An object as JSON.parse makes it: `__proto__` is a field like any other there. */
function entriesOf(value: unknown): readonly (readonly [string, unknown])[] {
  if (typeof value !== 'object' || value === null) return []
  const isList = Array.isArray(value)
  return Object.entries(value).map(([name, child]) => [isList ? `[${name}]` : name, child] as const)
}

function joined(path: string, name: string): string {
  return path === '' || name.startsWith('[') ? path + name : `${path}.${name}`
}

function isForbidden(name: string, value: unknown): boolean {
  return name === '__proto__' || (name === 'constructor' && entriesOf(value).some(([inner]) => inner === 'prototype'))
}

/**
 * The path of the first field that could reach for a prototype; null for a text without one, and for one that is no JSON. It reads a
 * body again, so only a body that was refused is given to it.
 */
export function forbiddenName(text: string): string | null {
  function look(value: unknown, path: string, depth: number): string | null {
    if (depth > MAX_DEPTH) return null
    for (const [name, child] of entriesOf(value)) {
      const here = joined(path, name)
      const found = isForbidden(name, child) ? here : look(child, here, depth + 1)
      if (found !== null) return found
    }
    return null
  }
  try {
    return look(JSON.parse(text), '', 0)
  } catch {
    return null
  }
}
