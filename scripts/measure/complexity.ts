import {
  type BinaryExpression,
  type IfStatement,
  isBinaryExpression,
  isFunctionLikeDeclaration,
  isIfStatement,
  type Node,
  SyntaxKind,
} from 'typescript/unstable/ast'

/** Each adds one, and one more for every level that it is nested in. */
const NESTING = new Set([
  SyntaxKind.CatchClause,
  SyntaxKind.ConditionalExpression,
  SyntaxKind.DoStatement,
  SyntaxKind.ForInStatement,
  SyntaxKind.ForOfStatement,
  SyntaxKind.ForStatement,
  SyntaxKind.SwitchStatement,
  SyntaxKind.WhileStatement,
])

const LOGICAL = new Set([SyntaxKind.AmpersandAmpersandToken, SyntaxKind.BarBarToken])

/**
 * Cognitive complexity as SonarSource defines it: what breaks the straight line of reading, and more the deeper it is nested.
 * Functions within the function count as a level. Recursion and labels, which this code does not use, are not counted.
 */
export function complexityOf(body: Node): number {
  return childrenOf(body).reduce((sum, child) => sum + costOf(child, 0), 0)
}

function costOf(node: Node, depth: number): number {
  if (isIfStatement(node)) return 1 + depth + costOfIf(node, depth)
  if (NESTING.has(node.kind)) return 1 + depth + costBelow(node, depth + 1)
  if (isFunctionLikeDeclaration(node)) return costBelow(node, depth + 1)
  if (isBinaryExpression(node) && LOGICAL.has(node.operatorToken.kind) && startsChain(node))
    return 1 + costBelow(node, depth)
  return costBelow(node, depth)
}

/** `else` and `else if` add one without regard to nesting: the reader is already there. */
function costOfIf({ expression, thenStatement, elseStatement }: IfStatement, depth: number): number {
  const own = costOf(expression, depth) + costOf(thenStatement, depth + 1)
  if (!elseStatement) return own
  if (isIfStatement(elseStatement)) return own + 1 + costOfIf(elseStatement, depth)
  return own + 1 + costOf(elseStatement, depth + 1)
}

/** Of a row of equal operators, `a && b && c`, only the outermost adds one. */
function startsChain(node: BinaryExpression): boolean {
  return !(isBinaryExpression(node.parent) && node.parent.operatorToken.kind === node.operatorToken.kind)
}

function costBelow(node: Node, depth: number): number {
  return childrenOf(node).reduce((sum, child) => sum + costOf(child, depth), 0)
}

function childrenOf(node: Node): Node[] {
  const children: Node[] = []
  node.forEachChild((child) => void children.push(child))
  return children
}
