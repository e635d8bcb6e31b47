/** Turns `city_tax` into "City tax". */
export function titleOf(name: string, otherwise: string): string {
  const words = name.replaceAll(/[_-]+/g, ' ').trim()
  return words === '' ? otherwise : words.charAt(0).toUpperCase() + words.slice(1)
}
