import type { GraphQLSchema } from 'graphql'
import type { Command } from '../admin/command.ts'
import { guardRoots } from './guard-roots.ts'
import { addActions } from './schema/actions.ts'
import './schema/audit.ts'
import './schema/booking-export.ts'
import './schema/booking-mutations.ts'
import './schema/booking.ts'
import './schema/bookings.ts'
import { builder } from './schema/builder.ts'
import './schema/cases.ts'
import './schema/catalogue-hotel.ts'
import './schema/catalogue-runs.ts'
import './schema/home.ts'
import './schema/events.ts'
import './schema/explained-sale.ts'
import './schema/mapping-pair.ts'
import './schema/mapping-queue.ts'
import './schema/news.ts'
import './schema/organizations.ts'
import './schema/people.ts'
import './schema/portal/own-account.ts'
import './schema/portal/own-changes.ts'
import './schema/portal/own-delivery.ts'
import './schema/portal/own-endpoints.ts'
import './schema/portal/own-keys.ts'
import './schema/portal/own-people.ts'
import './schema/portal/own-sandbox.ts'
import './schema/portal/own-steps.ts'
import './schema/proposals.ts'
import './schema/requests.ts'
import './schema/rates.ts'
import './schema/supplier-calls.ts'
import './schema/suppliers.ts'
import './schema/system.ts'
import './schema/traffic-exchange.ts'
import './schema/traffic.ts'
import './schema/viewer.ts'
import './schema/webhook-deliveries.ts'
import './schema/webhooks.ts'

let made: GraphQLSchema | null = null

/** The schema of the console and the portal; made once, with a mutation for each of `commands` that screens run. */
export function consoleSchema(commands: readonly Command[]): GraphQLSchema {
  if (made) return made
  addActions(commands)
  made = guardRoots(builder.toSchema())
  return made
}
