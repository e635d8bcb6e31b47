import { SANDBOX_FAULTS } from '../../../domain/sandbox-faults.ts'
import type { SandboxClockView, SandboxControls, SandboxState } from '../../../operations/operator/sandbox-controls.ts'
import { type SandboxScenario, SCENARIOS } from '../../../sandbox/scenarios.ts'
import type { WaitingFault } from '../../../store/sandbox-faults.ts'
import { SUPPLIER_OPERATIONS } from '../../../suppliers/supplier-call.ts'
import type { ConsoleContext } from '../../context.ts'
import { refusal } from '../../errors.ts'
import { auditOwn, ownOrganization, takePoint, valueOf } from '../../portal-caller.ts'
import { builder, only } from '../builder.ts'

const OwnClock = builder.objectRef<SandboxClockView>('OwnClock').implement({
  description: 'The time of everything that belongs to the organization in its sandbox.',
  fields: (t) => ({
    now: t.expose('now', { type: 'DateTime' }),
    offsetSeconds: t.exposeInt('offsetSeconds', { description: 'How far it is ahead of real time.' }),
  }),
})

const OwnFault = builder.objectRef<WaitingFault>('OwnFault').implement({
  description: 'What goes wrong in the next calls of the organization to a sandbox supplier.',
  fields: (t) => ({
    supplierCode: t.exposeString('supplierCode'),
    operation: t.exposeString('operation'),
    fault: t.exposeString('fault'),
    remaining: t.exposeInt('remaining', { description: 'How many calls it waits for still.' }),
  }),
})

const Scenario = builder.objectRef<SandboxScenario>('Scenario').implement({
  description: 'A hotel of the sandbox that always behaves in one way.',
  fields: (t) => ({
    slug: t.exposeString('slug'),
    hotelId: t.exposeInt('hotelId'),
    supplierCode: t.exposeString('supplierCode'),
    currency: t.exposeString('currency'),
    happens: t.exposeString('happens'),
  }),
})

const OwnSandbox = builder.objectRef<SandboxState>('OwnSandbox').implement({
  fields: (t) => ({
    clock: t.field({ type: OwnClock, resolve: ({ clock }) => clock }),
    faults: t.field({ type: [OwnFault], resolve: ({ faults }) => faults }),
    scenarios: t.field({ type: [Scenario], resolve: () => SCENARIOS }),
    operations: t.stringList({ description: 'The calls that can fail.', resolve: () => [...SUPPLIER_OPERATIONS] }),
    kinds: t.stringList({ description: 'The faults that there are.', resolve: () => [...SANDBOX_FAULTS] }),
  }),
})

function controlsOf({ sandbox }: ConsoleContext): SandboxControls {
  if (!sandbox) throw refusal('NOT_FOUND', 'There is no sandbox here: this is production.')
  return sandbox
}

builder.queryField('ownSandbox', (t) =>
  t.field({
    type: OwnSandbox,
    ...only('partner_support'),
    resolve: (_root, _args, context) => controlsOf(context).read(ownOrganization(context)),
  }),
)

type Control = {
  readonly name: 'moveClock' | 'changeFaults'
  /** As the body of the route has it. */
  readonly input: object
  readonly action: string
}

/** Does what the routes `/sandbox/*` do, and has the audit log say who. */
async function control(context: ConsoleContext, { name, input, action }: Control): Promise<SandboxState> {
  const controls = controlsOf(context)
  const organizationId = ownOrganization(context)
  await takePoint(context, 'sandbox')
  valueOf<unknown>(await controls[name](organizationId, input))
  await auditOwn(context, { action, subject: organizationId, after: input })
  return controls.read(organizationId)
}

builder.mutationField('moveOwnClock', (t) =>
  t.field({
    type: OwnSandbox,
    description: 'Moves the own clock on.',
    ...only('partner_developer'),
    args: { advanceSeconds: t.arg.int({ required: true, description: '0 to 366 days' }) },
    resolve: (_root, input, context) => control(context, { name: 'moveClock', input, action: 'sandbox.move-clock' }),
  }),
)

builder.mutationField('resetOwnClock', (t) =>
  t.field({
    type: OwnSandbox,
    description: 'Puts the own clock back to real time.',
    ...only('partner_developer'),
    resolve: (_root, _args, context) =>
      control(context, { name: 'moveClock', input: { reset: true }, action: 'sandbox.reset-clock' }),
  }),
)

builder.mutationField('causeOwnFault', (t) =>
  t.field({
    type: OwnSandbox,
    description: 'Has the next calls of the organization to a supplier fail.',
    ...only('partner_developer'),
    args: {
      supplierCode: t.arg.string({ required: true }),
      operation: t.arg.string({ required: true }),
      fault: t.arg.string({ required: true }),
      count: t.arg.int({ description: '1 to 1000; 1 by default.' }),
    },
    resolve: (_root, { count, ...fault }, context) => {
      const input = { ...fault, ...(count == null ? {} : { count }) }
      return control(context, { name: 'changeFaults', input, action: 'sandbox.cause-fault' })
    },
  }),
)

builder.mutationField('clearOwnFaults', (t) =>
  t.field({
    type: OwnSandbox,
    description: 'Takes back the faults that still wait.',
    ...only('partner_developer'),
    resolve: (_root, _args, context) =>
      control(context, { name: 'changeFaults', input: { reset: true }, action: 'sandbox.clear-faults' }),
  }),
)
