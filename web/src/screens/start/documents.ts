import { gql } from '../../kit/graphql.ts'

export type OwnStep = { readonly step: string; readonly doneAt: string | null; readonly subject: string | null }

export const OWN_STEPS = gql<{ readonly ownSteps: readonly OwnStep[] }>`
  query OwnSteps {
    ownSteps { step doneAt subject }
  }
`
