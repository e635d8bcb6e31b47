import { PERSONAL_FIELDS, type PersonalField, type RetentionTerm } from '../../src/domain/personal-data.ts'

const TERMS: Readonly<Record<RetentionTerm, string>> = {
  GUESTS: '`RETAIN_GUESTS_DAYS`',
  EVENTS: '`RETAIN_EVENT_PERSONAL_DAYS`',
  ATTEMPTS: '`RETAIN_ATTEMPTS_DAYS`',
  DELIVERIES: '30 days, with the delivery',
}

/** `table.column (part)`: the part is said beside the code. */
function place(column: string): string {
  const [name = '', ...part] = column.split(' ')
  return [`\`${name}\``, ...part].join(' ')
}

function row({ column, holds, inputs, becomes, term }: PersonalField): string {
  const from = inputs.length > 0 ? `: ${inputs.map((input) => `\`${input}\``).join(', ')}` : ''
  return `| ${place(column)} | ${holds}${from} | ${becomes} | ${TERMS[term]} |`
}

/** docs/privacy.md: where people are kept, and how they are forgotten. */
export function privacyDoc(): string {
  return [
    '# Personal data',
    '',
    'Made from `src/domain/personal-data.ts` by `npm run generate`. A test books with a word of its own in every personal field,',
    'erases, and looks for the words in every column of every table, sealed ones opened.',
    '',
    '| where | what | what is left when it is forgotten | how long it is kept |',
    '|---|---|---|---|',
    ...PERSONAL_FIELDS.map(row),
    '',
    'What is kept for the accounts: the booking with its status, dates, hotel, price, policy, cancellations and references at the',
    'supplier; the events without people; who decided what and when. Nationality and the ages of children that a price was made',
    'for stay with it: they are nobody’s without a name. Logs, metrics and traces have ids only. Request ids and idempotency keys',
    'are the partner’s choice and are to be random.',
    '',
    'Exchanges with suppliers (`supplier_exchanges`, for operators) are redacted before they are kept: nothing of them names a person, by what is',
    'allowed rather than by what is known (`src/operations/traffic/`). Those of a booking are deleted when it is forgotten, with the note of',
    'whoever pinned them; the same test looks into them.',
    '',
    'What operators write about no booking in particular — why they looked for a guest, exported a list, changed an organization — stays in the',
    'audit log for its term. A ticket’s number says enough there; a name does not belong.',
    '',
    '## Terms',
    '',
    '| setting | default | counted from |',
    '|---|---|---|',
    '| `RETAIN_GUESTS_DAYS` | 365 | check-out, whatever became of the booking: complaints and disputed payments come within a year |',
    '| `RETAIN_EVENT_PERSONAL_DAYS` | 90 | the event: the hotel’s contacts serve the stay, and receivers that were down have recovered |',
    '| `RETAIN_ATTEMPTS_DAYS` | 90 | the supplier call: its words serve to settle what became of it |',
    '',
    '0 is for ever. A job of the role `worker` forgets every night at 3:41 UTC in batches of 500, the oldest first, for 20 minutes at',
    'the most; the next night goes on. A booking that nobody has settled (PROCESSING, ON_HOLD) keeps its guests until somebody does:',
    '`gateway_personal_data_oldest_seconds` shows the age of the oldest of each kind, and should stay a day or two above its term.',
    'Backups keep what they hold for as long as they live: their own term has to fit.',
    '',
    '## A person',
    '',
    '```sh',
    'npm run admin -- person find --email ada@example.com',
    'npm run admin -- person erase --phone "+44 (0)20 7123 4567" --name "Ada Lovelace" --dry-run',
    'npm run admin -- person erase --email ada@example.com --organization org_acme',
    '```',
    '',
    'It looks through guests, holder, special requests, references and metadata of every booking that still has guests, in one',
    'organization or all. Telephone numbers are found in any spelling, names without accents and in any order of their words.',
    'Everything that is given must be found in one booking: erasing cannot be undone, so it is narrow. Shown and logged are ids',
    'and places (`holder.email`, `guests[1]`), never what they hold. All guests of a booking are forgotten with the one who asked.',
    '',
    'A booking whose stay is still to come needs its guests, and is refused with the reason: cancel it first. `--force` erases it',
    'all the same; the reservation stays, the hotel still knows the guest, and a supplier that knows bookings by the holder’s e-mail',
    '(Expedia Rapid) can no longer be asked to cancel it. A booking of which the supplier is still to be told is never erased,',
    'nor is one that FAILED while its supplier is still asked whether it appears, for a day at the most.',
    '',
    '## People who sign in',
    '',
    'Of operators and of the people of a portal are kept: a name, an e-mail address and their account at the identity provider, with their roles',
    '(`console_users`); when they signed in and were last seen (`console_sessions`, 90 days); and under their name what they did (`audit_log`, which',
    'has no address, but the account by which somebody came in or was refused). Whom somebody wanted to invite stands in the proposal until it is decided or has lapsed, and the night after it. `user disable`',
    'keeps the address and the account, so that neither comes in again; `organization erase` forgets those of its portal.',
    '',
    '## An organization',
    '',
    '```sh',
    'npm run admin -- organization export --id org_acme --to acme.ndjson',
    'npm run admin -- organization erase --id org_acme',
    'npm run admin -- organization erase --id org_acme --confirm org_acme',
    '```',
    '',
    '`export` writes everything that is the organization’s, a JSON object a line, with the people of its portal and where they signed in: guests in the',
    'clear, so the file is its owner’s alone (0600); hashes of keys and sessions, credentials and signing secrets are left out. `erase` shows what would go; with `--confirm` and the id it',
    'revokes the keys, lets nobody sign in to its portal and forgets their addresses and accounts, removes webhook addresses and',
    'secrets, unlinks the suppliers, and forgets all people. Contracts that nobody else sells over go with their credentials (`contracts`), also those',
    'that it had before others took their place. From that moment nothing is booked, by whichever process: a booking that is being written is',
    'waited for and counted. It refuses while bookings are not over, but with `--force`; a contract that a booking to come needs then stays',
    '(`contractsKept`), until the same is done again when that is over. What was cut off is finished by doing it again, too. Ids, money, policies,',
    'events and the audit log stay.',
    '',
    'A process with the role `export` (off without `EVENT_EXPORT_URL`) copies events’ bodies to a broker or a file of the operator’s: the hotel’s',
    'contacts in them are forgotten here and not there. Give the stream a `max-age` of `RETAIN_EVENT_PERSONAL_DAYS` at the most, or erase there',
    'yourself ([event-export.md](event-export.md)).',
    '',
    'There is no index of persons on purpose: it would itself be a list of who has booked. Suppliers, hotels and partners are',
    'controllers of their own copies: a request to erase has to be passed on to them.',
    '',
  ].join('\n')
}
