import { AUDIT_COMMANDS } from './audit.ts'
import { BOOKING_COMMANDS } from './bookings.ts'
import { CASE_COMMANDS } from './cases.ts'
import { CATALOGUE_COMMANDS } from './catalogue.ts'
import { certifyCommand } from './certify.ts'
import type { Command } from './command.ts'
import { DELIVERY_COMMANDS } from './deliveries.ts'
import { KEY_MATERIAL_COMMANDS } from './key-material.ts'
import { KEY_COMMANDS } from './keys.ts'
import { LEAVING_COMMANDS } from './leaving.ts'
import { MAPPING_COMMANDS } from './mappings.ts'
import { ORGANIZATION_COMMANDS } from './organizations.ts'
import { PERSON_COMMANDS } from './people.ts'
import { RATE_COMMANDS } from './rates.ts'
import { SUPPLIER_BOOKS_COMMANDS } from './supplier-books.ts'
import { SUPPLIER_COMMANDS } from './suppliers.ts'
import { TERMS_COMMANDS } from './terms.ts'
import { WEBHOOK_COMMANDS } from './webhooks.ts'

/** All commands, in the order of the help. */
export const COMMANDS: readonly Command[] = [
  ...ORGANIZATION_COMMANDS,
  ...KEY_COMMANDS,
  ...SUPPLIER_COMMANDS,
  certifyCommand,
  ...TERMS_COMMANDS,
  ...SUPPLIER_BOOKS_COMMANDS,
  ...CATALOGUE_COMMANDS,
  ...MAPPING_COMMANDS,
  ...BOOKING_COMMANDS,
  ...CASE_COMMANDS,
  ...RATE_COMMANDS,
  ...WEBHOOK_COMMANDS,
  ...DELIVERY_COMMANDS,
  ...PERSON_COMMANDS,
  ...LEAVING_COMMANDS,
  ...AUDIT_COMMANDS,
  ...KEY_MATERIAL_COMMANDS,
]
