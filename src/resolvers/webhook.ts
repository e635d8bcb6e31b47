import type { WebhookDeliveryView } from '../domain/contract/webhook.ts'
import { ok } from '../domain/result.ts'
import { DeliveryStatusEnum } from '../schema/enums.ts'
import {
  CreateWebhookEndpointInputType,
  DeletedWebhookEndpointType,
  RecoverWebhookEndpointInputType,
  RotateWebhookSecretInputType,
  UpdateWebhookEndpointInputType,
  WebhookDeliveryIdInputType,
  WebhookDeliveryType,
  WebhookEndpointIdInputType,
  WebhookEndpointListType,
  WebhookEndpointType,
  WebhookRecoveryType,
} from '../schema/webhook.ts'
import { builder, contextOf, resultUnion } from './builder.ts'
import { connection, connectionType, DEFAULT_PAGE } from './connection.ts'
import { answer, write } from './context.ts'

const EndpointResult = resultUnion('WebhookEndpointResult', 'WebhookEndpoint', WebhookEndpointType)
const EndpointsResult = resultUnion('WebhookEndpointsResult', 'WebhookEndpointList', WebhookEndpointListType)
const DeliveryResult = resultUnion('WebhookDeliveryResult', 'WebhookDelivery', WebhookDeliveryType)
const DeliveryConnection = connectionType('WebhookDelivery', WebhookDeliveryType)
const DeliveriesResult = resultUnion('WebhookDeliveriesResult', 'WebhookDeliveryConnection', DeliveryConnection)
const DeletedResult = resultUnion('DeleteWebhookEndpointResult', 'DeletedWebhookEndpoint', DeletedWebhookEndpointType)
const RecoveryResult = resultUnion('RecoverWebhookEndpointResult', 'WebhookRecovery', WebhookRecoveryType)

const ACCESS = { scope: 'webhooks', rateClass: 'static' } as const

builder.queryFields((t) => ({
  webhookEndpoints: t.field({
    type: EndpointsResult,
    nullable: true,
    description: 'The organization’s endpoints. HTTP: `GET /webhooks/endpoints`.',
    resolve: (_root, _args, context) =>
      answer(contextOf(context), ACCESS, (gateway, caller) => gateway.listWebhookEndpoints(caller, {})),
  }),
  webhookEndpoint: t.field({
    type: EndpointResult,
    nullable: true,
    description: 'One endpoint. HTTP: `GET /webhooks/endpoints/{endpoint_id}`.',
    args: { endpointId: t.arg.id({ required: true }) },
    resolve: (_root, args, context) =>
      answer(contextOf(context), ACCESS, (gateway, caller) => gateway.getWebhookEndpoint(caller, args)),
  }),
  webhookDeliveries: t.field({
    type: DeliveriesResult,
    nullable: true,
    description: 'Deliveries with their attempts, newest first. HTTP: `GET /webhooks/deliveries`.',
    args: {
      endpointId: t.arg.id(),
      bookingId: t.arg.id(),
      status: t.arg({ type: DeliveryStatusEnum }),
      first: t.arg.int({ defaultValue: DEFAULT_PAGE }),
      after: t.arg.string(),
    },
    resolve: (_root, { first, after, ...filter }, context) =>
      answer(contextOf(context), ACCESS, async (gateway, caller) => {
        const page = await gateway.listWebhookDeliveries(caller, { ...filter, limit: first, cursor: after })
        if (!page.ok) return page
        const { deliveries, nextCursor } = page.value
        function cursorOf({ createdAt, deliveryId }: WebhookDeliveryView): string {
          return `${Date.parse(createdAt)}_${deliveryId}`
        }
        return ok(connection(deliveries, cursorOf, { endCursor: nextCursor, hasNextPage: nextCursor !== null }))
      }),
  }),
  webhookDelivery: t.field({
    type: DeliveryResult,
    nullable: true,
    description: 'One delivery. HTTP: `GET /webhooks/deliveries/{delivery_id}`.',
    args: { deliveryId: t.arg.id({ required: true }) },
    resolve: (_root, args, context) =>
      answer(contextOf(context), ACCESS, (gateway, caller) => gateway.getWebhookDelivery(caller, args)),
  }),
}))

builder.mutationFields((t) => ({
  createWebhookEndpoint: t.field({
    type: EndpointResult,
    nullable: true,
    description: 'Registers a receiver; its secret is shown this once. HTTP: `POST /webhooks/endpoints`.',
    args: { input: t.arg({ type: CreateWebhookEndpointInputType, required: true }) },
    resolve: (_root, { input }, context) =>
      write(contextOf(context), ACCESS, (gateway, caller) => gateway.createWebhookEndpoint(caller, input)),
  }),
  updateWebhookEndpoint: t.field({
    type: EndpointResult,
    nullable: true,
    description: 'Changes or switches an endpoint. HTTP: `PATCH /webhooks/endpoints/{endpoint_id}`.',
    args: { input: t.arg({ type: UpdateWebhookEndpointInputType, required: true }) },
    resolve: (_root, { input }, context) =>
      write(contextOf(context), ACCESS, (gateway, caller) => gateway.updateWebhookEndpoint(caller, input)),
  }),
  deleteWebhookEndpoint: t.field({
    type: DeletedResult,
    nullable: true,
    description: 'Deletes an endpoint. HTTP: `DELETE /webhooks/endpoints/{endpoint_id}`.',
    args: { input: t.arg({ type: WebhookEndpointIdInputType, required: true }) },
    resolve: (_root, { input }, context) =>
      write(contextOf(context), ACCESS, (gateway, caller) => gateway.deleteWebhookEndpoint(caller, input)),
  }),
  rotateWebhookSecret: t.field({
    type: EndpointResult,
    nullable: true,
    description: 'A new secret. HTTP: `POST /webhooks/endpoints/{endpoint_id}/rotate-secret`.',
    args: { input: t.arg({ type: RotateWebhookSecretInputType, required: true }) },
    resolve: (_root, { input }, context) =>
      write(contextOf(context), ACCESS, (gateway, caller) => gateway.rotateWebhookSecret(caller, input)),
  }),
  testWebhookEndpoint: t.field({
    type: DeliveryResult,
    nullable: true,
    description: 'Sends a test event. HTTP: `POST /webhooks/endpoints/{endpoint_id}/test`.',
    args: { input: t.arg({ type: WebhookEndpointIdInputType, required: true }) },
    resolve: (_root, { input }, context) =>
      write(contextOf(context), ACCESS, (gateway, caller) => gateway.testWebhookEndpoint(caller, input)),
  }),
  recoverWebhookEndpoint: t.field({
    type: RecoveryResult,
    nullable: true,
    description: 'Sends what failed or was skipped again. HTTP: `POST /webhooks/endpoints/{endpoint_id}/recover`.',
    args: { input: t.arg({ type: RecoverWebhookEndpointInputType, required: true }) },
    resolve: (_root, { input }, context) =>
      write(contextOf(context), ACCESS, (gateway, caller) => gateway.recoverWebhookEndpoint(caller, input)),
  }),
  redeliverWebhook: t.field({
    type: DeliveryResult,
    nullable: true,
    description: 'Sends a delivery once more. HTTP: `POST /webhooks/deliveries/{delivery_id}/redeliver`.',
    args: { input: t.arg({ type: WebhookDeliveryIdInputType, required: true }) },
    resolve: (_root, { input }, context) =>
      write(contextOf(context), ACCESS, (gateway, caller) => gateway.redeliverWebhook(caller, input)),
  }),
}))
