/** What the server leads a browser back with when somebody could not sign in, in words: src/console/oidc/failures.ts has the same. */
const REFUSALS: Readonly<Record<string, string>> = {
  link: 'This link was used already, or it is too old. Ask for another one.',
  unknown:
    'Nobody has invited your account here. Ask somebody who may, and tell them the request below: by it they find your account in the audit log.',
  disabled: 'You may not sign in here any more.',
  elsewhere: 'Your account is not of this place: operators sign in to the console, partners’ people to the portal.',
  'no-role': 'None of your groups has a role here. Whoever looks after the groups of your company can change that.',
  'other-account':
    'Your address was invited, but belongs to another account since. If yours was made anew, an operator has to say so.',
  several:
    'Several organizations have invited your address. Tell an operator which one is yours, and the request below: by it they find your account.',
  namesake:
    'An operator is called as you are. If that is you with another account, or if you are somebody else, an admin has to say so: tell them the request below.',
  'other-person': 'You have signed in as somebody else. Nothing has changed: try it again as yourself.',
  provider:
    'Your company’s sign-in does not answer as it should. Try again in a moment; operators find more in the log.',
  answer: 'What your company’s sign-in has answered could not be trusted, so nobody was signed in. Try it once more.',
  cancelled: 'Nobody was signed in: it was cancelled, or your company’s sign-in has refused it.',
  began: 'This sign-in was not begun in this browser, took longer than ten minutes, or was used already. Begin again.',
  'no-proof':
    'Your company’s sign-in did not say that you have just proved who you are, so what needs that cannot be done.',
  failed: 'The gateway could not do its part just now. Try again in a moment.',
  busy: 'Many people are signing in just now. Try again in a moment.',
}

export type SignInRefusal = { readonly text: string; readonly requestId: string | null }

/** Why somebody was led back, by the page's address; null: they were not. */
export function refusalIn(search: string): SignInRefusal | null {
  const given = new URLSearchParams(search)
  const reason = given.get('signed-out')
  if (reason === null) return null
  const requestId = given.get('request')
  const isId = requestId !== null && /^[\w-]{1,64}$/.test(requestId)
  return { text: REFUSALS[reason] ?? 'You could not be signed in.', requestId: isId ? requestId : null }
}
