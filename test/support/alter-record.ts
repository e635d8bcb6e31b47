/**
 * Tells a sandbox supplier, at its base URL, to change what it has: the bookings under a `reference`, or every new booking of a
 * `supplier_hotel_id`. src/sandbox/suppliers/alteration.ts lists what can be changed.
 */
export async function alterRecord(baseUrl: string, alteration: object): Promise<void> {
  const answer = await fetch(`${baseUrl}/alterations`, { method: 'POST', body: JSON.stringify(alteration) })
  if (answer.status !== 204) throw new Error(`the supplier altered nothing: ${answer.status} ${await answer.text()}`)
}
