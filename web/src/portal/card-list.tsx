import { SimpleGrid } from '@mantine/core'
import type { ReactNode } from 'react'

type CardListProps = { readonly label: string; readonly columns?: number; readonly children: ReactNode }

/** Cards beside each other where there is room. */
export function CardList({ label, columns = 2, children }: CardListProps) {
  return (
    <SimpleGrid cols={{ base: 1, md: columns }} spacing="sm" role="group" aria-label={label}>
      {children}
    </SimpleGrid>
  )
}
