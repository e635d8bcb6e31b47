import { PROVIDER_OUTCOME } from '../../domain/meanings/search-info.ts'
import { toldValues } from '../../operations/inputs/told.ts'

export const providerOutcome = toldValues(PROVIDER_OUTCOME)
