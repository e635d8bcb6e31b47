import { gql } from '../../kit/graphql.ts'

export type OwnPerson = {
  readonly id: string
  readonly name: string
  readonly email: string | null
  readonly roles: readonly string[]
  readonly isViewer: boolean
  readonly createdAt: string
  readonly disabledAt: string | null
}

export const OWN_PEOPLE = gql<{ readonly ownPeople: readonly OwnPerson[] }>`
  query OwnPeople {
    ownPeople { id name email roles isViewer createdAt disabledAt }
  }
`

export type Invited = {
  readonly person: { readonly id: string; readonly name: string }
  readonly signInPath: string | null
}

export type InviteVariables = {
  readonly name: string
  readonly email: string | null
  readonly roles: readonly string[]
}

export const INVITE_OWN_PERSON = gql<{ readonly inviteOwnPerson: Invited }, InviteVariables>`
  mutation InviteOwnPerson($name: String!, $email: String, $roles: [String!]!) {
    inviteOwnPerson(name: $name, email: $email, roles: $roles) { person { id name } signInPath }
  }
`

export const LINK_OWN_PERSON = gql<{ readonly linkOwnPerson: Invited }, { readonly id: string }>`
  mutation LinkOwnPerson($id: ID!) {
    linkOwnPerson(id: $id) { person { id name } signInPath }
  }
`

export const SET_OWN_PERSON_ROLES = gql<
  { readonly setOwnPersonRoles: { readonly id: string } },
  { readonly id: string; readonly roles: readonly string[] }
>`
  mutation SetOwnPersonRoles($id: ID!, $roles: [String!]!) {
    setOwnPersonRoles(id: $id, roles: $roles) { id name roles }
  }
`

export const DISABLE_OWN_PERSON = gql<{ readonly disableOwnPerson: { readonly id: string } }, { readonly id: string }>`
  mutation DisableOwnPerson($id: ID!) {
    disableOwnPerson(id: $id) { id name disabledAt }
  }
`
