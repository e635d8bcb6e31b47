import { expediaRapid } from './expedia-rapid/index.ts'
import { hotelbeds } from './hotelbeds/index.ts'
import { liteapi } from './liteapi/index.ts'
import { ratehawk } from './ratehawk/index.ts'
import type { Supplier } from './supplier.ts'

/** Every adapter. Adding a supplier is its folder and a line here. */
export const SUPPLIERS: readonly Supplier[] = [expediaRapid, hotelbeds, ratehawk, liteapi]
