import { Stack } from '@mantine/core'
import { Panel } from '../../kit/panel.tsx'
import { Part } from '../../kit/part.tsx'
import { ScreenLink } from '../../kit/screen-link.tsx'
import { StatusBadge } from '../../kit/status-badge.tsx'
import { Time } from '../../kit/time.tsx'
import { useRead } from '../../kit/use-read.ts'
import { FIRST_STEPS, type Step } from './documents.ts'

/** News tell of most of it, but not of content that has come in. */
const EVERY_MS = 60_000

const STEPS = [
  {
    step: 'CONNECT',
    title: 'Connect a supplier',
    told: 'with the credentials of a contract.',
    to: '/suppliers/connect',
  },
  { step: 'TEST', title: 'Test the connection', told: 'until no check finds a fault.', to: '/suppliers' },
  { step: 'IMPORT', title: 'Import content', told: 'the hotels that the supplier sells.', to: '/catalogue?tab=pulls' },
  { step: 'MATCH', title: 'Match it', told: 'the supplier’s listings to hotels.', to: '/mapping' },
  { step: 'KEY', title: 'Make a key', told: 'for the organization that is to sell.', to: '/organizations' },
] as const

/** The way to the first sale of a fresh installation; gone with that sale. */
export function FirstSteps() {
  const read = useRead(FIRST_STEPS, {}, { isLive: true, everyMs: EVERY_MS })
  if (read.data?.firstSteps.some(({ step, isDone }) => step === 'SALE' && isDone)) return null
  // A place that stays empty for whoever has sold long since is not kept for it.
  if (read.data === undefined && read.error === null) return null
  return (
    <Part what="The first steps" read={read}>
      {({ firstSteps }) => <Steps steps={firstSteps} />}
    </Part>
  )
}

function Steps({ steps }: { readonly steps: readonly Step[] }) {
  const next = steps.find(({ isDone }) => !isDone)?.step
  return (
    <Panel title="To the first sale">
      <Stack component="ol" gap={6} m={0} pl={20}>
        {STEPS.map(({ step, title, told, to }) => {
          const done = steps.find((one) => one.step === step)
          return (
            <li key={step}>
              <ScreenLink to={to} underline="always">
                {title}
              </ScreenLink>
              , {told} <StepState step={done} isNext={next === step} />
            </li>
          )
        })}
      </Stack>
    </Panel>
  )
}

function StepState({ step, isNext }: { readonly step: Step | undefined; readonly isNext: boolean }) {
  if (!step?.isDone) return <StatusBadge status={isNext ? 'NEXT' : 'LATER'} tone={isNext ? 'busy' : 'quiet'} />
  return (
    <>
      <StatusBadge status="DONE" tone="good" /> {step.doneAt !== null && <Time at={step.doneAt} as="ago" />}
    </>
  )
}
