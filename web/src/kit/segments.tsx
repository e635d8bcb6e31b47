import { SegmentedControl } from '@mantine/core'

type SegmentsProps<Word extends string> = {
  /** What is chosen, for those who hear the page. */
  readonly label: string
  readonly value: Word
  readonly options: readonly (readonly [word: Word, label: string])[]
  readonly onChange: (word: Word) => void
}

/** One of a few, for example the range of time or the tab; what is chosen belongs into the address. */
export function Segments<Word extends string>({ label, value, options, onChange }: SegmentsProps<Word>) {
  return (
    <SegmentedControl
      aria-label={label}
      value={value}
      data={options.map(([word, told]) => ({ value: word, label: told }))}
      onChange={onChange}
    />
  )
}
