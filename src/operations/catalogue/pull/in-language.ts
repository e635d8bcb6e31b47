import type { UncheckedRow } from './clean-row.ts'

/**
 * What a row in another language than English adds: names, descriptions, policies, captions and the names of rooms. All else was told in
 * English. Texts that name no language are in that of the pass.
 */
export function inLanguage(row: UncheckedRow, language: string): UncheckedRow {
  const { name, names, description, descriptions, policies, images, rooms } = row
  return {
    names: { ...(typeof name === 'string' ? { [language]: name } : {}), ...(isRecord(names) ? names : {}) },
    descriptions: [
      ...list(descriptions).map((text) => inThis(text, language)),
      ...(typeof description === 'string' && description !== ''
        ? [{ kind: 'general', language, html: description }]
        : []),
    ],
    policies: list(policies).map((text) => inThis(text, language)),
    images: list(images).filter(isRecord),
    rooms: list(rooms),
  }
}

function inThis(text: unknown, language: string): unknown {
  return isRecord(text) && text['language'] === undefined ? { ...text, language } : text
}

function list(value: unknown): readonly unknown[] {
  return Array.isArray(value) ? value : []
}

function isRecord(value: unknown): value is Readonly<Record<string, unknown>> {
  return typeof value === 'object' && value !== null && !Array.isArray(value)
}
