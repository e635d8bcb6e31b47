export function photoUrl(hash: number, size: 'max500' | 'max1280'): string {
  return `https://static.sandbox.invalid/hotel/${size}/${hash}.jpg`
}
