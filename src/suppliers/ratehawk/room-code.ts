import { RG_EXT_FIELDS } from '../../domain/rg-ext.ts'
import type { RgExt } from './schema.ts'

/**
 * The code of a room: all twelve numbers of `rg_ext`, as `3-2-0-2-3-0-2-0-0-0-0-0`. It is a room of the hotel's content only when all
 * are equal; names differ by language, and two rooms may have the same.
 */
export function roomCode(room: RgExt): string {
  return RG_EXT_FIELDS.map((field) => room[field]).join('-')
}
