const UNITS = ['B', 'KiB', 'MiB', 'GiB', 'TiB'] as const

/** Bytes as people read them. */
export function bytesTold(bytes: number): string {
  const power = bytes < 1 ? 0 : Math.min(UNITS.length - 1, Math.floor(Math.log(bytes) / Math.log(1_024)))
  const value = bytes / 1_024 ** power
  return `${value.toFixed(power === 0 || value >= 100 ? 0 : 1)} ${UNITS[power]}`
}
