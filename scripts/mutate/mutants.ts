/** Makes small faults in a source file: each is a piece of its text and what replaces it. */
import { parseAst } from 'vite'
import type { Mutant } from './mutant.ts'
import { faultsOfSql, withHoles } from './sql-mutants.ts'

type Node = { readonly type: string; readonly start: number; readonly end: number } & Readonly<Record<string, unknown>>

const OPERATORS: Readonly<Record<string, string>> = {
  '<': '<=',
  '<=': '<',
  '>': '>=',
  '>=': '>',
  '===': '!==',
  '!==': '===',
  '+': '-',
  '-': '+',
  '*': '/',
  '/': '*',
  '%': '*',
  '&&': '||',
  '||': '&&',
  '??': '&&',
}

const METHODS: Readonly<Record<string, string>> = {
  min: 'max',
  max: 'min',
  floor: 'ceil',
  ceil: 'floor',
  round: 'floor',
  some: 'every',
  every: 'some',
}

/** Parts that say nothing at run time, or whose change is no fault: types, imports, names of fields. */
const SKIPPED = /^(?:TS(?!AsExpression|NonNullExpression|SatisfiesExpression)|Import|ExportAll)/

/** Lines of the log, which are for people, and the points at which only tests end a process. */
const UNMUTATED = /^(?:\w+\.)*(?:log\.\w+|killPoint)\(/

/** All faults of a file, in its order. */
export function mutantsOf(code: string): Mutant[] {
  const found: Mutant[] = []
  visit(parseAst(code, { lang: 'ts' }) as unknown as Node, code, found)
  return found.filter((mutant) => isCode(withFault(code, mutant))).sort((a, b) => a.start - b.start)
}

/** The code with this fault. */
export function withFault(code: string, { start, end, text }: Pick<Mutant, 'start' | 'end' | 'text'>): string {
  return code.slice(0, start) + text + code.slice(end)
}

/** What cannot be read is no fault that anybody could make: it would be counted as caught. */
function isCode(code: string): boolean {
  try {
    parseAst(code, { lang: 'ts' })
    return true
  } catch {
    return false
  }
}

function visit(node: Node, code: string, found: Mutant[]): void {
  if (node.type === 'ExpressionStatement' && UNMUTATED.test(code.slice(node.start, node.end))) return
  found.push(...ofNode(node, code))
  for (const [name, child] of Object.entries(node)) {
    if (name === 'typeAnnotation' || name === 'typeArguments' || name === 'returnType') continue
    if (name === 'key' && node['computed'] !== true) continue
    for (const one of Array.isArray(child) ? child : [child])
      if (isNode(one) && !SKIPPED.test(one.type)) visit(one, code, found)
  }
}

function isNode(value: unknown): value is Node {
  return typeof value === 'object' && value !== null && typeof (value as Partial<Node>).type === 'string'
}

function ofNode(node: Node, code: string): Mutant[] {
  switch (node.type) {
    case 'BinaryExpression':
    case 'LogicalExpression':
      return ofOperator(node, code)
    case 'ConditionalExpression':
    case 'IfStatement':
      return whole(node['test'], ['true', 'false'], 'condition')
    case 'UnaryExpression':
      return node['operator'] === '!' || node['operator'] === '-'
        ? [{ start: node.start, end: node.start + 1, text: '', kind: 'sign' }]
        : []
    case 'Literal':
      return ofLiteral(node)
    case 'CallExpression':
      return ofCall(node)
    case 'ExpressionStatement':
      return whole(node, [';'], 'statement')
    case 'Property':
      return ofQuery(node, code)
    case 'TaggedTemplateExpression':
      return ofSql(node, code)
    default:
      return []
  }
}

function whole(node: unknown, texts: readonly string[], kind: string): Mutant[] {
  return isNode(node) ? texts.map((text) => ({ start: node.start, end: node.end, text, kind })) : []
}

function ofOperator(node: Node, code: string): Mutant[] {
  const { left, right, operator } = node
  const text = OPERATORS[String(operator)]
  if (text === undefined || !isNode(left) || !isNode(right)) return []
  const isText = [left, right].some((side) => side.type === 'TemplateLiteral' || typeof side['value'] === 'string')
  if (operator === '+' && isText) return []
  const start = code.indexOf(String(operator), left.end)
  return [{ start, end: start + String(operator).length, text, kind: 'operator' }]
}

function ofLiteral(node: Node): Mutant[] {
  const { value } = node
  if (typeof value === 'boolean') return whole(node, [String(!value)], 'literal')
  if (value === 'asc' || value === 'desc') return whole(node, [value === 'asc' ? "'desc'" : "'asc'"], 'literal')
  if (typeof value === 'number') return whole(node, [String(value + 1)], 'literal')
  // Texts with spaces are messages to people, and codes are members of closed unions, whose change the compiler refuses.
  if (typeof value === 'string' && !/ |^[A-Z][A-Z0-9_]+$/.test(value))
    return whole(node, [value === '' ? "'x'" : "''"], 'literal')
  return []
}

function ofCall({ callee }: Node): Mutant[] {
  if (!isNode(callee) || callee.type !== 'MemberExpression' || !isNode(callee['property'])) return []
  const text = METHODS[String(callee['property']['name'])]
  return text === undefined ? [] : whole(callee['property'], [text], 'method')
}

function ofSql({ tag, quasi }: Node, code: string): Mutant[] {
  if (!isNode(tag) || !isNode(quasi) || !/\$(?:queryRaw|executeRaw)|sql$/.test(code.slice(tag.start, tag.end)))
    return []
  const parts = nodesOf(quasi['quasis']).map(({ start, end }) => ({ start, end: Math.min(end, quasi.end - 1) }))
  const [first] = parts
  return first ? faultsOfSql(withHoles(code, parts), first.start).map((fault) => ({ ...fault, kind: 'sql' })) : []
}

/** Of statements that Prisma makes: a condition, or what is written, is left out. */
function ofQuery({ key, value }: Node, code: string): Mutant[] {
  if (!isNode(key) || !isNode(value) || !/^(?:where|data)$/.test(String(key['name']))) return []
  const properties = value.type === 'ObjectExpression' ? nodesOf(value['properties']) : []
  if (properties.length < 2) return []
  return properties.map(({ start, end }) => {
    const comma = /^\s*,/.exec(code.slice(end))
    return { start, end: end + (comma?.[0].length ?? 0), text: '', kind: 'sql' }
  })
}

function nodesOf(value: unknown): Node[] {
  return Array.isArray(value) ? value.filter(isNode) : []
}
