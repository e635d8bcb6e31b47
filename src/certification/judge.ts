import type { Evidence, Finding, Requirement } from './evidence.ts'

/** Judges one requirement. In the sandbox, whose stock has everything, what was not seen is not met. */
export function judge({ judge: judged }: Requirement, evidence: Evidence): Finding {
  const finding = judged(evidence)
  return finding.verdict === 'NOT_SEEN' && evidence.host === 'SANDBOX'
    ? { verdict: 'NOT_MET', why: `${finding.why}, though the sandbox has it` }
    : finding
}
