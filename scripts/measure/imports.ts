import { dirname, join, normalize } from 'node:path'
import {
  type ImportClause,
  isCallExpression,
  isExportDeclaration,
  isImportDeclaration,
  isImportTypeNode,
  isNamedExports,
  isNamedImports,
  isNamespaceImport,
  isStringLiteral,
  isVariableStatement,
  type Node,
  SyntaxKind,
} from 'typescript/unstable/ast'
import { lineAt, type Source, visit } from './source.ts'

export type Import = {
  readonly from: string
  /** A path below the measured folder. */
  readonly to: string
  /** Erased when the program runs. */
  readonly isType: boolean
  /** `'*'` for all of them. */
  readonly names: readonly string[] | '*'
}

export type Export = { readonly path: string; readonly line: number; readonly name: string }

/** The imports of our own files, re-exports and `import(…)` among them. */
export function importsIn({ path, file }: Source): Import[] {
  const found: Import[] = []
  function add(specifier: Node | undefined, { isType, names }: Pick<Import, 'isType' | 'names'>): void {
    if (!specifier || !isStringLiteral(specifier) || !specifier.text.startsWith('.')) return
    found.push({ from: path, to: normalize(join(dirname(path), specifier.text)), isType, names })
  }
  visit(file, (node) => {
    if (isImportDeclaration(node)) add(node.moduleSpecifier, fromClause(node.importClause))
    if (isExportDeclaration(node)) {
      const clause = node.exportClause
      const names = clause && isNamedExports(clause) ? clause.elements.map((one) => outerName(one)) : ('*' as const)
      add(node.moduleSpecifier, { isType: node.isTypeOnly, names })
    }
    if (isCallExpression(node) && node.expression.kind === SyntaxKind.ImportKeyword)
      add(node.arguments[0], { isType: false, names: '*' })
    if (isImportTypeNode(node)) node.argument.forEachChild((literal) => add(literal, { isType: true, names: '*' }))
  })
  return found
}

function fromClause(clause: ImportClause | undefined): Pick<Import, 'isType' | 'names'> {
  const isType = clause?.phaseModifier === SyntaxKind.TypeKeyword
  const bindings = clause?.namedBindings
  if (bindings && isNamespaceImport(bindings)) return { isType, names: '*' }
  const named = bindings && isNamedImports(bindings) ? bindings.elements.map((one) => outerName(one)) : []
  return { isType, names: clause?.name ? ['default', ...named] : named }
}

/** The name in the other file: `a` of `a as b`. */
function outerName({ propertyName, name }: { readonly propertyName?: Node; readonly name: Node }): string {
  return (propertyName ?? name).getText()
}

/** What a file offers by name. */
export function exportsIn({ path, file }: Source): Export[] {
  return file.statements.flatMap((statement) => {
    function at(node: Node): Export {
      return { path, line: lineAt(file, node.getStart(file)), name: node.getText() }
    }
    if (isExportDeclaration(statement)) {
      const clause = statement.exportClause
      return clause && isNamedExports(clause) ? clause.elements.map(({ name }) => at(name)) : []
    }
    if (!isExported(statement)) return []
    if (isVariableStatement(statement)) return statement.declarationList.declarations.map(({ name }) => at(name))
    return 'name' in statement && statement.name ? [at(statement.name as Node)] : []
  })
}

function isExported(node: Node): boolean {
  const modifiers = 'modifiers' in node && Array.isArray(node.modifiers) ? node.modifiers : []
  const kinds = new Set(modifiers.map(({ kind }: Node) => kind))
  return kinds.has(SyntaxKind.ExportKeyword) && !kinds.has(SyntaxKind.DefaultKeyword)
}

/** Exports that no other file names; they may still be used in their own. */
export function exportsUsedNowhere(exports: readonly Export[], imports: readonly Import[]): Export[] {
  const whole = new Set<string>()
  const named = new Set<string>()
  for (const { to, names } of imports) {
    if (names === '*') whole.add(to)
    else for (const name of names) named.add(`${to} ${name}`)
  }
  return exports.filter(({ path, name }) => !whole.has(path) && !named.has(`${path} ${name}`))
}
