import { type Row, writeBundle } from './bundle.ts'
import type { Evidence } from './evidence.ts'
import { judge } from './judge.ts'
import { prepareOrganization } from './organization.ts'
import { requirementsOf } from './requirements/all.ts'
import { type RunOptions, runScenarios } from './run.ts'

/** What became of a certification. It is green when `faults` is empty. */
export type Certification = {
  readonly rows: readonly Row[]
  /** One line for each requirement that is not met, and for whatever kept the run from its end. */
  readonly faults: readonly string[]
  readonly evidence: Evidence
}

/** Runs the scenarios, judges every requirement by what was recorded, and writes the bundle. */
export async function certify(options: RunOptions): Promise<Certification> {
  const { deps, organizationId, connection, supplier, folder, only } = options
  await prepareOrganization(deps, {
    organizationId,
    connectionId: connection.connectionId,
    supplierCode: supplier.code,
    settings: connection.settings,
  })
  const end = await runScenarios(options)
  const wanted = requirementsOf(supplier.code).filter(({ id }) => only.length === 0 || only.includes(id))
  const rows = wanted.map((requirement) => ({
    id: requirement.id,
    says: requirement.says,
    ...judge(requirement, end.evidence),
  }))
  const faults = [
    ...rows.filter(({ verdict }) => verdict === 'NOT_MET').map(({ id, why }) => `${id} is not met: ${why}`),
    ...end.broken.map((one) => `a step broke: ${one}`),
    ...(end.undone.length > 0 ? [`still to be done, with --resume: ${end.undone.join(', ')}`] : []),
    ...end.left.map(
      ({ bookingId, step }) => `booking ${bookingId ?? '?'} of ${step} is not cancelled: --resume tries again`,
    ),
  ]
  await writeBundle(folder, {
    supplier,
    connectionId: connection.connectionId,
    startedAt: end.startedAt,
    evidence: end.evidence,
    rows,
    faults,
  })

  return { rows, faults, evidence: end.evidence }
}
