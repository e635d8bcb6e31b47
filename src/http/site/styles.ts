import { readFileSync } from 'node:fs'
import { join } from 'node:path'

/** The parts of the style sheet, in the order in which they override one another. They are sent as one. */
const PARTS = ['base', 'frame', 'text', 'front-door', 'machine'] as const

export function styleSheet(): string {
  return PARTS.map((part) => readFileSync(join(import.meta.dirname, 'assets', `${part}.css`), 'utf8')).join('')
}
