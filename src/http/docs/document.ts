/** The part of an OpenAPI document that the page shows. */

export type Schema = {
  readonly $ref?: string
  readonly type?: string | readonly string[]
  readonly description?: string
  readonly properties?: Readonly<Record<string, Schema>>
  readonly required?: readonly string[]
  readonly items?: Schema
  readonly anyOf?: readonly Schema[]
  readonly oneOf?: readonly Schema[]
  readonly additionalProperties?: Schema | boolean
  readonly enum?: readonly unknown[]
  readonly const?: unknown
  readonly format?: string
  readonly pattern?: string
  readonly minimum?: number
  readonly maximum?: number
  readonly minLength?: number
  readonly maxLength?: number
  readonly minItems?: number
  readonly maxItems?: number
}

type Ref = { readonly $ref: string }

export type Parameter = {
  readonly name: string
  readonly in: string
  readonly required: boolean
  readonly description?: string
  readonly schema: Schema
  readonly example?: string
}

export type Media = {
  readonly schema: Schema
  readonly example?: string
  readonly examples?: Readonly<Record<string, { readonly value?: unknown; readonly $ref?: string }>>
  readonly 'x-events'?: Readonly<Record<string, Schema>>
}

export type Answer = { readonly description: string; readonly content?: Readonly<Record<string, Media>> }

export type Operation = {
  readonly operationId: string
  readonly summary: string
  readonly description: string
  readonly tags: readonly string[]
  readonly deprecated?: boolean
  readonly parameters: readonly (Parameter | Ref)[]
  readonly requestBody?: { readonly required: boolean; readonly content: Readonly<Record<string, Media>> }
  readonly responses: Readonly<Record<string, Answer | Ref>>
}

export type OpenApi = {
  readonly info: { readonly title: string; readonly description: string }
  readonly paths: Readonly<Record<string, Readonly<Record<string, Operation>>>>
  readonly components: {
    readonly schemas: Readonly<Record<string, Schema>>
    readonly parameters: Readonly<Record<string, Parameter>>
    readonly responses: Readonly<Record<string, Answer>>
    readonly examples: Readonly<Record<string, { readonly value: unknown }>>
  }
}

/** The last part of a `$ref`. */
export function refName(ref: string): string {
  return ref.slice(ref.lastIndexOf('/') + 1)
}

export function parameterOf({ components }: OpenApi, given: Parameter | Ref): Parameter | undefined {
  return '$ref' in given ? components.parameters[refName(given.$ref)] : given
}

export function answerOf({ components }: OpenApi, given: Answer | Ref): Answer | undefined {
  return '$ref' in given ? components.responses[refName(given.$ref)] : given
}
