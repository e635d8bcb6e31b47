import {
  isArrowFunction,
  isFunctionExpression,
  isFunctionLikeDeclaration,
  isPropertyAssignment,
  isPropertyDeclaration,
  isVariableDeclaration,
  type Node,
} from 'typescript/unstable/ast'
import { complexityOf } from './complexity.ts'
import { lineAt, type Source, visit } from './source.ts'

export type MeasuredFunction = {
  readonly path: string
  readonly line: number
  readonly name: string
  readonly lines: number
  readonly parameters: number
  /** Cognitive complexity, with that of the functions within it. */
  readonly complexity: number
}

/**
 * The functions that have a name: declarations, methods, and function values which a variable or a property holds. Callbacks count
 * as lines of the function which they are in.
 */
export function functionsIn({ path, file }: Source): MeasuredFunction[] {
  const found: MeasuredFunction[] = []
  visit(file, (node) => {
    if (!isFunctionLikeDeclaration(node) || !node.body) return
    const name = nameOf(node)
    if (name === null) return
    const line = lineAt(file, node.getStart(file))
    found.push({
      path,
      line,
      name,
      lines: lineAt(file, node.end) - line + 1,
      parameters: node.parameters.length,
      complexity: complexityOf(node.body),
    })
  })
  return found
}

function nameOf(node: Node): string | null {
  if (!isArrowFunction(node) && !isFunctionExpression(node)) return textOfName(node) ?? 'constructor'
  const { parent } = node
  const isHeld = isVariableDeclaration(parent) || isPropertyAssignment(parent) || isPropertyDeclaration(parent)
  return isHeld ? textOfName(parent) : null
}

function textOfName(node: Node): string | null {
  return 'name' in node && isNode(node.name) ? node.name.getText() : null
}

function isNode(value: unknown): value is Node {
  return typeof value === 'object' && value !== null && 'kind' in value
}
