#!/usr/bin/env bash
# A first booking with curl: search, room stream, prebook, book, quote, cancel. Node reads the JSON.
# KEY=… examples/curl/first-booking.sh [http://127.0.0.1:4000]
set -euo pipefail
URL=${1:-http://127.0.0.1:4000}

call() { # METHOD PATH [BODY] [HEADER]
  curl --silent --show-error --fail-with-body -X "$1" "$URL$2" -H "x-api-key: $KEY" \
    ${3:+-H 'content-type: application/json' -d "$3"} ${4:+-H "$4"}
}
json() { node -pe "const a = JSON.parse(require('fs').readFileSync(0, 'utf8')); $1"; }
day() { node -pe "new Date(Date.now() + $1 * 864e5).toISOString().slice(0, 10)"; }
STAY="\"check_in\":\"$(day 60)\",\"check_out\":\"$(day 63)\",\"nationality\":\"GB\",\"rooms\":[{\"adults\":2}]"

# 1. A hotel of the sandbox that is confirmed at once, and its price.
HOTEL=$(call GET '/destinations/autocomplete?q=Scenario:%20confirm&limit=1' | json 'a.data.destinations[0].id')
call POST /hotels/search "{$STAY,\"destination\":{\"type\":\"hotel\",\"id\":$HOTEL},\"pricing_mode\":\"live\"}" |
  json '`search: ${a.data.hotels[0].hotel_name}, ${a.data.hotels[0].price.amount} ${a.data.hotels[0].price.currency} minor units`'

# 2. Its rooms, as the suppliers answer; with --no-buffer curl shows each event as it comes.
STREAM=$(call POST "/hotels/$HOTEL/rooms" "{$STAY}" | json a.data.sse_stream_url)
EVENTS="[$(call GET "$STREAM" | sed -n 's/^data: //p' | paste -sd,)]"
json '`stream: ${a.map((event) => event.event_type).join(" ")}`' <<<"$EVENTS"
TOKEN=$(json 'a.flatMap((event) => event.options ?? [])[0].booking_token' <<<"$EVENTS")

# 3. Prebook: price and terms are checked with the supplier, and kept as an offer.
PREBOOK=$(call POST /hotels/prebook "{\"booking_token\":\"$TOKEN\"}")
json '`prebook: ${a.status}, ${a.data.offer.price.total.amount_minor} ${a.data.offer.price.total.currency}`' <<<"$PREBOOK"
OFFER=$(json a.data.offer.offer_id <<<"$PREBOOK") ROOM=$(json 'a.data.offer.allocations[0].allocation_id' <<<"$PREBOOK")

# 4. Book. The same key with the same body always gives the same booking.
ADA='"given_name":"Ada","family_name":"Lovelace"'
GUEST="{$ADA,\"allocation_id\":\"$ROOM\",\"type\":\"ADULT\"}"
HOLDER="{$ADA,\"email\":\"ada@example.com\",\"phone\":\"+442071234567\"}"
BOOKING=$(call POST /hotels/book "{\"offer_id\":\"$OFFER\",\"booking_mode\":\"INSTANT\",\"holder\":$HOLDER,\"guests\":[$GUEST,$GUEST]}" \
  "idempotency-key: order-$OFFER")
ID=$(json a.data.booking_id <<<"$BOOKING")
json '`booked: ${a.data.status}`' <<<"$BOOKING"
until [ "$(call GET "/hotels/book/$ID" | json a.data.status)" = CONFIRMED ]; do sleep 0.5; done

# 5. What would cancelling cost? Accept it.
QUOTE=$(call POST "/hotels/book/$ID/cancellation-quote")
json '`quote: ${a.data.penalty_status}`' <<<"$QUOTE"
call POST "/hotels/book/$ID/cancel" "{\"cancellation_quote_id\":\"$(json a.data.quote_id <<<"$QUOTE")\"}" "idempotency-key: cancel-$ID" |
  json '`cancelled: ${a.data.status}`'
