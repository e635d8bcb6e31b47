import { toRfc3339 } from '../../../domain/time.ts'
import { ORGANIZATION_STEPS, type OrganizationStep } from '../../../store/organization-steps.ts'
import type { ConsoleContext } from '../../context.ts'
import { ownOrganization } from '../../portal-caller.ts'
import { builder, only } from '../builder.ts'

type Step = { readonly step: OrganizationStep; readonly doneAt: string | null; readonly subject: string | null }

const OwnStep = builder.objectRef<Step>('OwnStep').implement({
  description: 'A step of an integration, and when the organization first took it.',
  fields: (t) => ({
    step: t.string({ description: ORGANIZATION_STEPS.join(', '), resolve: ({ step }) => step }),
    doneAt: t.expose('doneAt', { type: 'DateTime', nullable: true, description: 'Null: not yet.' }),
    subject: t.exposeString('subject', { nullable: true, description: 'The key, booking, endpoint or delivery.' }),
  }),
})

async function stepsOf(context: ConsoleContext): Promise<readonly Step[]> {
  const { core } = context
  const firsts = await core.store.organizationSteps.list(ownOrganization(context), core.config.environment)
  const booked = firsts.find(({ step }) => step === 'BOOKED')
  return ORGANIZATION_STEPS.map((step) => {
    const first = firsts.find((one) => one.step === step)
    // Nobody books who has not searched, also before first searches were written down.
    const at = first?.at ?? (step === 'SEARCHED' ? booked?.at : null) ?? null
    return { step, doneAt: at && toRfc3339(at.getTime()), subject: first?.subject ?? null }
  })
}

builder.queryField('ownSteps', (t) =>
  t.field({
    type: [OwnStep],
    description: 'What the organization has done of an integration, in the order of the steps.',
    ...only('partner_support'),
    resolve: (_root, _args, context) => stepsOf(context),
  }),
)
