/** What a statement takes away from code that was written before it. */
const BREAKS: readonly (readonly [RegExp, string])[] = [
  [/\bDROP\s+TABLE\b/i, 'drops a table'],
  [/\bDROP\s+(?:MATERIALIZED\s+)?VIEW\b/i, 'drops a view'],
  [/\bDROP\s+(?:FUNCTION|SEQUENCE|TYPE|SCHEMA)\b/i, 'drops what statements may name'],
  [/\bDROP\s+COLUMN\b/i, 'drops a column'],
  [/\bRENAME\b/i, 'renames'],
  [/\bALTER\s+(?:COLUMN\s+)?\S+\s+(?:SET\s+DATA\s+)?TYPE\b/i, 'changes a type'],
  [/\bSET\s+NOT\s+NULL\b/i, 'demands a value that older code may not write'],
  [/\bDROP\s+DEFAULT\b/i, 'takes away a default that older code relies on'],
  [/\bADD\s+CONSTRAINT\b(?![\s\S]*\bFOREIGN\s+KEY\b[\s\S]*\bNOT\s+VALID\b)/i, 'forbids rows that older code may write'],
  [/\bCREATE\s+UNIQUE\s+INDEX\b/i, 'forbids rows that older code may write'],
  [/\bREVOKE\b/i, 'takes a right away'],
]

/** A column is added that has to have a value, and none is given: older code names only the columns that it knows. */
const ADDED_COLUMN = /\bADD\s+(?:COLUMN\s+)?(?:IF\s+NOT\s+EXISTS\s+)?"?\w+"?\s+[^,;]*\bNOT\s+NULL\b[^,;]*/gi

/** Marks a statement that older code survives all the same; the reason follows. */
const SURVIVES = /--\s*N-1:\s*\S.{9,}/

export type BreakingStatement = { readonly statement: string; readonly why: string }

/** Statements between semicolons outside of strings, `$$` bodies and comments, with the comments before them. */
function statementsOf(script: string): string[] {
  const parts = script.match(/(?:--[^\n]*|'(?:[^']|'')*'|\$(\w*)\$[\s\S]*?\$\1\$|[^;])+/g)
  return (parts ?? []).map((part) => part.trim()).filter((part) => part !== '')
}

/** Without comments, strings and bodies of functions: what is left is what is done to the schema. */
function bare(statement: string): string {
  return statement
    .replace(/\$(\w*)\$[\s\S]*?\$\1\$/g, "''")
    .replace(/'(?:[^']|'')*'/g, "''")
    .replace(/--[^\n]*/g, '')
}

/** The tables that a script makes itself: nothing older knows them. */
function madeTables(script: string): ReadonlySet<string> {
  return new Set(
    [...bare(script).matchAll(/\bCREATE\s+TABLE\s+(?:IF\s+NOT\s+EXISTS\s+)?"?(\w+)"?/gi)].map(([, name = '']) => name),
  )
}

function tableOf(statement: string): string | null {
  return (
    /\b(?:ALTER\s+TABLE\s+(?:IF\s+EXISTS\s+)?(?:ONLY\s+)?|\bON\s+(?:ONLY\s+)?)"?(\w+)"?/i.exec(statement)?.[1] ?? null
  )
}

/** The statements of a migration under which a running process of the version before would fail. */
export function breakingStatements(script: string): BreakingStatement[] {
  const made = madeTables(script)
  return statementsOf(script).flatMap((statement) => {
    const text = bare(statement)
    const table = tableOf(text)
    if (SURVIVES.test(statement) || (table !== null && made.has(table))) return []
    const why = BREAKS.find(([pattern]) => pattern.test(text))?.[1]
    if (why !== undefined) return [{ statement: text.trim(), why }]
    const lacking = [...text.matchAll(ADDED_COLUMN)].some(([added]) => !/\b(?:DEFAULT|GENERATED)\b/i.test(added))
    return lacking ? [{ statement: text.trim(), why: 'adds a column that older code does not fill' }] : []
  })
}
