import { Anchor, Stack, Text } from '@mantine/core'
import { Panel } from '../../kit/panel.tsx'
import { Part } from '../../kit/part.tsx'
import { ScreenHead } from '../../kit/screen-head.tsx'
import { ScreenLink } from '../../kit/screen-link.tsx'
import { StatusBadge } from '../../kit/status-badge.tsx'
import { Time } from '../../kit/time.tsx'
import { useRead } from '../../kit/use-read.ts'
import { CodeLine } from '../../portal/code-line.tsx'
import { OWN_STEPS, type OwnStep } from './documents.ts'
import { type Step, stepsAt } from './steps.ts'

const EVERY_MS = 5_000

export function StartScreen() {
  const read = useRead(OWN_STEPS, {}, { everyMs: EVERY_MS })
  const steps = stepsAt(window.location.origin, Date.now())
  return (
    <>
      <ScreenHead title="Start" answers="What of the integration is done, and what is next?">
        <Anchor href="/docs/quick-start" target="_blank" rel="noreferrer" size="sm">
          The whole quick start
        </Anchor>
      </ScreenHead>
      <Part what="The steps" read={read}>
        {({ ownSteps }) => {
          const next = ownSteps.find(({ doneAt }) => doneAt === null)?.step
          return (
            <Stack gap="sm" component="ol" p={0} m={0} style={{ listStyle: 'none' }}>
              {steps.map((step, place) => (
                <li key={step.step}>
                  <StepPanel
                    place={place + 1}
                    step={step}
                    done={ownSteps.find((one) => one.step === step.step)}
                    isNext={next === step.step}
                  />
                </li>
              ))}
            </Stack>
          )
        }}
      </Part>
    </>
  )
}

type StepPanelProps = {
  readonly place: number
  readonly step: Step
  readonly done: OwnStep | undefined
  readonly isNext: boolean
}

function StepPanel({ place, step: { title, told, commands, screen }, done, isNext }: StepPanelProps) {
  const doneAt = done?.doneAt ?? null
  return (
    <Panel title={`${place}. ${title}`} aside={<StepState doneAt={doneAt} isNext={isNext} />}>
      <Stack gap={8}>
        <Text size="sm">
          {told} {screen && <ScreenLink to={screen.to}>{screen.label}</ScreenLink>}
        </Text>
        {commands.map((command) => (
          <CodeLine key={command} value={command} what={`the command: ${title}`} />
        ))}
      </Stack>
    </Panel>
  )
}

function StepState({ doneAt, isNext }: { readonly doneAt: string | null; readonly isNext: boolean }) {
  if (doneAt !== null)
    return (
      <>
        <StatusBadge status="DONE" tone="good" /> <Time at={doneAt} as="ago" />
      </>
    )
  return <StatusBadge status={isNext ? 'NEXT' : 'LATER'} tone={isNext ? 'busy' : 'quiet'} />
}
