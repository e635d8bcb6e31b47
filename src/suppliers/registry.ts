import { expediaRapid } from './expedia-rapid/index.ts'
import { hotelbeds } from './hotelbeds/index.ts'
import { liteapi } from './liteapi/index.ts'
import { ratehawk } from './ratehawk/index.ts'
import type { Supplier } from './supplier.ts'

/** Every adapter. To add a supplier, add its folder and an entry here. */
export const SUPPLIERS: readonly Supplier[] = [expediaRapid, hotelbeds, ratehawk, liteapi]
