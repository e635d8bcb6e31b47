import { Alert, Button, Center, Code, Paper, Stack, Text, Title } from '@mantine/core'
import type { ReactNode } from 'react'
import { Id } from '../kit/copy.tsx'
import { BASE_PATH, SURFACE } from '../surface.ts'
import { refusalIn, type SignInRefusal } from './sign-in-refusals.ts'

/** The server writes the ways of signing in into the page. */
const WAYS = document.querySelector<HTMLMetaElement>('meta[name="sign-in-ways"]')?.content.split(' ') ?? []
const HAS_PROVIDER = WAYS.includes('oidc')
const HAS_LINKS = WAYS.includes('link')

/** How somebody signs in: by a link that works once, or at the identity provider. */
export function SignedOut() {
  const refusal = refusalIn(window.location.search)
  return (
    <DoorPage>
      {refusal && <Refused refusal={refusal} />}
      <Text size="sm">
        You are signed out. A session ends after 30 minutes without use, and after 12 hours in any case.
      </Text>
      {HAS_PROVIDER && (
        <Button component="a" href={providerPath()} size="sm">
          Sign in with your company’s account
        </Button>
      )}
      <Text size="sm" className="quiet" component="div">
        {HAS_LINKS && (SURFACE === 'portal' ? <PartnerLink /> : <OperatorLink />)}
        {WAYS.join('') === '' && (
          <>
            No way of signing in is set up here. Whoever runs the gateway names an identity provider in its settings (
            <Code>OIDC_ISSUER</Code>).
          </>
        )}
      </Text>
    </DoorPage>
  )
}

/** Leads to the identity provider, and back to the page that was wanted. */
function providerPath(): string {
  const { pathname, search } = window.location
  const wanted = refusalIn(search) ? '' : `?return-to=${encodeURIComponent(`${pathname}${search}`)}`
  return `${BASE_PATH}/sign-in/oidc${wanted}`
}

export function DoorPage({ children }: { readonly children: ReactNode }) {
  return (
    <Center mih="100vh" p="md" component="main">
      <Paper withBorder p="xl" maw={440} w="100%">
        <Stack gap="md">
          <Title order={1}>{SURFACE === 'portal' ? 'Partner portal' : 'Operator’s console'}</Title>
          {children}
        </Stack>
      </Paper>
    </Center>
  )
}

export function Refused({ refusal: { text, requestId } }: { readonly refusal: SignInRefusal }) {
  return (
    <Alert color="yellow" variant="light" role="alert">
      {text}
      {requestId && (
        <div>
          Request <Id value={requestId} what="the request id" />
        </div>
      )}
    </Alert>
  )
}

function OperatorLink() {
  return (
    <>
      {HAS_PROVIDER ? 'Without such an account, sign in' : 'Sign in'} by a link that works once:{' '}
      <Code>npm run admin -- user link NAME</Code> prints it, and in the sandbox <Code>npm start</Code> does.
    </>
  )
}

function PartnerLink() {
  return (
    <>
      {HAS_PROVIDER ? 'Without such an account, ask' : 'Ask'} whoever looks after your access to the gateway for a link.
      It works once, and within a few minutes.
    </>
  )
}
