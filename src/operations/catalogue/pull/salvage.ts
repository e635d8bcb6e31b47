import type { z } from 'zod'
import { listingLine } from '../../inputs/listing-line.ts'
import { type Cleaning, type UncheckedRow, writable } from './clean-row.ts'

/** Without these, or with wrong ones, nobody knows which hotel it is, or sells it for another: their faults put the row aside. */
const ESSENTIAL: ReadonlySet<string> = new Set([
  'type',
  'supplier_code',
  'supplier_hotel_id',
  'name',
  'names',
  'country_code',
  'latitude',
  'longitude',
  'status',
])

type Salvaged = { readonly row: UncheckedRow; readonly dropped: readonly Cleaning[] }

/**
 * Leaves out of a row what is bad and not essential, so that a hotel is not lost with one of its forty images: the item of a list, or
 * the whole field where it is no list. What was left out is told by its field, as `dropped_images`. Null when nothing can be left out.
 */
export function salvage(row: UncheckedRow): Salvaged | null {
  const parsed = listingLine.safeParse(row)
  if (parsed.success) return null
  const bad = badParts(row, parsed.error.issues)
  if (bad.size === 0) return null
  const dropped: Cleaning[] = []
  const left: Record<string, unknown> = { ...row }
  for (const [field, items] of bad) {
    const value = left[field]
    if (items === 'ALL' || !Array.isArray(value)) {
      left[field] = null
      dropped.push({ kind: `dropped_${field}`, was: shortJson(value) })
      continue
    }
    left[field] = value.filter((_, index) => !items.has(index))
    for (const index of items) dropped.push({ kind: `dropped_${field}`, was: shortJson(value[index]) })
  }
  return { row: left, dropped }
}

/** By field the places in its list that are bad, or ALL for the field itself. */
function badParts(row: UncheckedRow, issues: readonly z.core.$ZodIssue[]): Map<string, Set<number> | 'ALL'> {
  const bad = new Map<string, Set<number> | 'ALL'>()
  for (const { path, code } of issues) {
    const [field, index] = path
    if (typeof field !== 'string' || ESSENTIAL.has(field)) continue
    const known = bad.get(field)
    if (typeof index === 'number' && known !== 'ALL') bad.set(field, (known ?? new Set()).add(index))
    // Of a list that is too long the end is left out.
    else if (code === 'too_big' && Array.isArray(row[field]) && path.length === 1)
      bad.set(field, behind(row[field], mostOf(issues, field)))
    else bad.set(field, 'ALL')
  }
  return bad
}

function behind(list: readonly unknown[], most: number): Set<number> {
  return new Set(list.keys().filter((index) => index >= most))
}

function mostOf(issues: readonly z.core.$ZodIssue[], field: string): number {
  const found = issues.find(({ path, code }) => code === 'too_big' && path.length === 1 && path[0] === field)
  return found?.code === 'too_big' ? Number(found.maximum) : 0
}

function shortJson(value: unknown): string {
  return writable((JSON.stringify(value) ?? '').slice(0, 80))
}
