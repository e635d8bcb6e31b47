import {
  type ContentFault,
  type Fault,
  SANDBOX_CONTENT_FAULTS,
  SANDBOX_FAULTS,
} from '../../../domain/sandbox-faults.ts'

export type FileFault = Extract<
  ContentFault,
  'cut' | 'wrong_length' | 'second_gzip_member' | 'bad_line' | 'shrunk' | 'slow_drip'
>
const FILE_FAULTS: readonly ContentFault[] = [
  'link_expired',
  'cut',
  'wrong_length',
  'second_gzip_member',
  'bad_line',
  'shrunk',
  'slow_drip',
]

/** Faults of any call that make sense where there are no credentials and no JSON. */
const FAULTS_OF_FILES: readonly Fault[] = ['timeout', 'reset', '500', '429', 'slow', 'garbage', 'html']

/** What a call for a file, a dump's link or a page can have. */
export const FAULTS_OF = {
  file: [...FAULTS_OF_FILES, ...FILE_FAULTS],
  dump: [...SANDBOX_FAULTS, 'dump_not_ready'],
  page: [...SANDBOX_FAULTS, 'shifted_pages', 'page_token_gone'],
} as const satisfies Readonly<Record<string, readonly (Fault | ContentFault)[]>>

export function isContentFault(text: string): text is ContentFault {
  return SANDBOX_CONTENT_FAULTS.some((fault) => fault === text)
}

export function isFileFault(fault: Fault | ContentFault): fault is FileFault {
  return fault !== 'link_expired' && FILE_FAULTS.some((one) => one === fault)
}
