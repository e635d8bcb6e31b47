import { type StartedGateway } from './gateway.ts'

/** How often processes have called a supplier's operation, by their own metrics, all outcomes together. */
export async function supplierCalls(
  gateways: readonly StartedGateway[],
  supplierCode: string,
  operation: string,
): Promise<number> {
  const texts = await Promise.all(gateways.map(async ({ url }) => (await fetch(`${url}/metrics`)).text()))
  return texts
    .flatMap((text) => text.split('\n'))
    .filter(
      (line) =>
        line.startsWith('gateway_supplier_call_seconds_count{') &&
        line.includes(`supplier="${supplierCode}"`) &&
        line.includes(`operation="${operation}"`),
    )
    .reduce((sum, line) => sum + Number(line.split(' ').at(-1)), 0)
}
