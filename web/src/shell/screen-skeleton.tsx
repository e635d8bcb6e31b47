import { Skeleton, Stack } from '@mantine/core'

/** Stands for a screen whose script is on its way; the router shows it after 150 ms. */
export function ScreenSkeleton() {
  return (
    <Stack gap="sm" aria-busy="true" aria-label="Loading">
      <Skeleton h={24} w={220} />
      <Skeleton h={32} />
      <Skeleton h={360} />
    </Stack>
  )
}
