import type { Supplier } from '../suppliers/supplier.ts'
import { checklistOf } from './checklist.ts'
import type { Evidence, Finding, Verdict } from './evidence.ts'
import { flowOf } from './flow.ts'
import type { BundleFolder } from './folder.ts'
import { confirmed, one } from './requirements/reading.ts'

export type Row = Finding & { readonly id: string; readonly says: string }

type Bundle = {
  readonly supplier: Pick<Supplier, 'name' | 'code'>
  readonly connectionId: string
  readonly startedAt: string
  readonly evidence: Evidence
  readonly rows: readonly Row[]
  readonly faults: readonly string[]
}

const SHOWN: Readonly<Record<Verdict, string>> = {
  MET: 'met',
  NOT_MET: '**not met**',
  NOT_SEEN: 'not seen',
  BY_TESTS: 'by tests',
  NEEDS_PERSON: 'needs a person',
  NEXT_ISSUE: 'next issue',
  NOT_APPLICABLE: 'not applicable',
}

const MEANINGS = `- met: the exchanges of this run show it.
- not met: they show that it is not so; the reason stands beside it.
- not seen: what would show it did not come up on this host.
- by tests: a run over one connection cannot show it; the gateway’s own tests with the id in their titles do.
- needs a person: somebody has to ask, agree or tell something.
- next issue: the gateway does not do it yet.
- not applicable: the supplier demands it for something that is not sold here.`

/** A cell of a table: its text may not end the cell. */
function cell(text: string): string {
  return text.replaceAll('|', '\\|').replaceAll(/\s+/g, ' ')
}

function tableOf(rows: readonly Row[]): string {
  return [
    '| id | what is demanded | | how it shows, or why not |',
    '|---|---|---|---|',
    ...rows.map(({ id, says, verdict, why }) => `| ${id} | ${cell(says)} | ${SHOWN[verdict]} | ${cell(why)} |`),
  ].join('\n')
}

function scenesOf({ exchanges }: Evidence): string {
  const scenes = Map.groupBy(exchanges, ({ step }) => step)
  return [
    '| scene | exchanges | calls |',
    '|---|---|---|',
    ...[...scenes].map(([scene, made]) => {
      const calls = [...Map.groupBy(made, ({ operation }) => operation)].map(
        ([operation, some]) => `${operation}${some.length > 1 ? ` ×${some.length}` : ''}`,
      )
      return `| ${scene} | ${made[0]?.number ?? ''} to ${made.at(-1)?.number ?? ''} | ${calls.join(', ')} |`
    }),
  ].join('\n')
}

function readme(bundle: Bundle): string {
  const { supplier, connectionId, startedAt, evidence, rows, faults } = bundle
  const { exchanges, told, host } = evidence
  const where = host === 'SANDBOX' ? 'the sandbox supplier of the gateway' : 'the supplier’s test host'
  const counts = [...Map.groupBy(rows, ({ verdict }) => verdict)].map(
    ([verdict, some]) => `${some.length} ${SHOWN[verdict].replaceAll('*', '')}`,
  )
  return `# Certification of ${connectionId} with ${supplier.name}

Run on ${startedAt}, on ${where}: ${exchanges.length} exchanges in \`exchanges/\`, ${told.length} answers of the gateway to its partner in \`gateway/\`.

${faults.length === 0 ? 'Everything that a run can show is met.' : `Not complete:\n\n${faults.map((fault) => `- ${fault}`).join('\n')}`}

## Requirements

${counts.join(', ')}.

${tableOf(rows)}

${MEANINGS}

The same as data: \`requirements.json\`.

## The flow of a booking

As it was in this run (\`flow.mmd\` has it alone):

\`\`\`mermaid
${flowOf(evidence)}
\`\`\`

The voucher of a booking, as a partner shows it: \`voucher.json\`.
${checklistOf(evidence)}
## Scenes

Files are named by their number, scene and call, each as \`…-request.json\` and \`…-response.json\`.

${scenesOf(evidence)}

## What is masked

Credentials and what is made of them, the guests’ names, addresses, e-mail addresses and phones, and people in the settings. The same
symbol stands for the same value everywhere. References and tokens are as they were.
`
}

/** Writes what the supplier asks for, over what an earlier process has written: it is made of the recorded evidence alone. */
export async function writeBundle(folder: BundleFolder, bundle: Bundle): Promise<void> {
  const { evidence, rows } = bundle
  const [voucher = null] = confirmed(evidence).filter((details) => one(details, 'voucher') !== null)
  await folder.putJson('requirements.json', rows)
  await folder.putJson('voucher.json', voucher)
  await folder.put('flow.mmd', `${flowOf(evidence)}\n`)
  await folder.put('README.md', readme(bundle))
}
