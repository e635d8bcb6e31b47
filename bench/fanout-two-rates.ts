type Rated = { readonly rates: unknown[] }
type Roomed<Room> = { readonly rooms: Room[] }

/** What a supplier's search answers, as far as its lists of rates go. */
type Answer =
  | Roomed<Rated>[]
  | { readonly hotels: { readonly hotels?: Roomed<Rated>[] } }
  | { readonly data: { readonly hotels?: Rated[] } | { readonly roomTypes: unknown[] }[] }

function cutRooms({ rooms }: Roomed<Rated>, count: number): void {
  let left = count
  for (const { rates } of rooms) {
    rates.splice(left)
    left -= rates.length
  }
  rooms.splice(0, rooms.length, ...rooms.filter(({ rates }) => rates.length > 0))
}

/** Leaves the first `count` rates of each hotel in a search's answer, whichever of the four suppliers sent it. */
export function keepRates(answer: Answer, count: number): void {
  if (Array.isArray(answer)) for (const hotel of answer) cutRooms(hotel, count)
  else if ('hotels' in answer) for (const hotel of answer.hotels.hotels ?? []) cutRooms(hotel, count)
  else if (Array.isArray(answer.data)) for (const { roomTypes } of answer.data) roomTypes.splice(count)
  else for (const { rates } of answer.data.hotels ?? []) rates.splice(count)
}
