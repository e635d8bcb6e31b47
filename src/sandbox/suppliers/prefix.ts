/** The first part of the path of a sandbox supplier's URLs. */
export function prefixOf(supplierCode: string): string {
  return supplierCode.replaceAll('_', '-')
}
