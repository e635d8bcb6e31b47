import type { WebhookDeliveryView } from '../domain/contract/webhook.ts'
import {
  LIST_WEBHOOK_DELIVERIES_INPUT,
  WEBHOOK_DELIVERY_ID_INPUT,
  WEBHOOK_ENDPOINT_ID_INPUT,
} from '../domain/meanings/webhook-inputs.ts'
import { err, ok } from '../domain/result.ts'
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
import { builder, contextOf, resultUnion, told } from './builder.ts'
import { connection, connectionType, DEFAULT_PAGE } from './connection.ts'
import { answer, write } from './context.ts'
import { inOwnNames, PAGE_ARGUMENTS } from './own-names.ts'

const EndpointResult = resultUnion('WebhookEndpointResult', 'WebhookEndpoint', WebhookEndpointType)
const EndpointsResult = resultUnion('WebhookEndpointsResult', 'WebhookEndpointList', WebhookEndpointListType)
const DeliveryResult = resultUnion('WebhookDeliveryResult', 'WebhookDelivery', WebhookDeliveryType)
const DeliveryConnection = connectionType({ name: 'WebhookDelivery', node: WebhookDeliveryType, items: 'deliveries' })
const DeliveriesResult = resultUnion('WebhookDeliveriesResult', 'WebhookDeliveryConnection', DeliveryConnection)
const DeletedResult = resultUnion('DeleteWebhookEndpointResult', 'DeletedWebhookEndpoint', DeletedWebhookEndpointType)
const RecoveryResult = resultUnion('RecoverWebhookEndpointResult', 'WebhookRecovery', WebhookRecoveryType)

const ACCESS = { scope: 'webhooks', rateClass: 'static' } as const

builder.queryFields((t) => ({
  webhookEndpoints: t.field({
    type: EndpointsResult,
    nullable: true,
    ...told('listWebhookEndpoints'),
    resolve: (_root, _args, context) =>
      answer(contextOf(context), ACCESS, (gateway, caller) => gateway.listWebhookEndpoints(caller, {})),
  }),
  webhookEndpoint: t.field({
    type: EndpointResult,
    nullable: true,
    ...told('getWebhookEndpoint', WEBHOOK_ENDPOINT_ID_INPUT),
    args: { endpointId: t.arg.id({ required: true }) },
    resolve: (_root, args, context) =>
      answer(contextOf(context), ACCESS, (gateway, caller) => gateway.getWebhookEndpoint(caller, args)),
  }),
  webhookDeliveries: t.field({
    type: DeliveriesResult,
    nullable: true,
    ...told('listWebhookDeliveries', LIST_WEBHOOK_DELIVERIES_INPUT),
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
        if (!page.ok) return err(inOwnNames(page.error, PAGE_ARGUMENTS))
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
    ...told('getWebhookDelivery', WEBHOOK_DELIVERY_ID_INPUT),
    args: { deliveryId: t.arg.id({ required: true }) },
    resolve: (_root, args, context) =>
      answer(contextOf(context), ACCESS, (gateway, caller) => gateway.getWebhookDelivery(caller, args)),
  }),
}))

builder.mutationFields((t) => ({
  createWebhookEndpoint: t.field({
    type: EndpointResult,
    nullable: true,
    ...told('createWebhookEndpoint'),
    args: { input: t.arg({ type: CreateWebhookEndpointInputType, required: true }) },
    resolve: (_root, { input }, context) =>
      write(contextOf(context), ACCESS, (gateway, caller) => gateway.createWebhookEndpoint(caller, input)),
  }),
  updateWebhookEndpoint: t.field({
    type: EndpointResult,
    nullable: true,
    ...told('updateWebhookEndpoint'),
    args: { input: t.arg({ type: UpdateWebhookEndpointInputType, required: true }) },
    resolve: (_root, { input }, context) =>
      write(contextOf(context), ACCESS, (gateway, caller) => gateway.updateWebhookEndpoint(caller, input)),
  }),
  deleteWebhookEndpoint: t.field({
    type: DeletedResult,
    nullable: true,
    ...told('deleteWebhookEndpoint'),
    args: { input: t.arg({ type: WebhookEndpointIdInputType, required: true }) },
    resolve: (_root, { input }, context) =>
      write(contextOf(context), ACCESS, (gateway, caller) => gateway.deleteWebhookEndpoint(caller, input)),
  }),
  rotateWebhookSecret: t.field({
    type: EndpointResult,
    nullable: true,
    ...told('rotateWebhookSecret'),
    args: { input: t.arg({ type: RotateWebhookSecretInputType, required: true }) },
    resolve: (_root, { input }, context) =>
      write(contextOf(context), ACCESS, (gateway, caller) => gateway.rotateWebhookSecret(caller, input)),
  }),
  testWebhookEndpoint: t.field({
    type: DeliveryResult,
    nullable: true,
    ...told('testWebhookEndpoint'),
    args: { input: t.arg({ type: WebhookEndpointIdInputType, required: true }) },
    resolve: (_root, { input }, context) =>
      write(contextOf(context), ACCESS, (gateway, caller) => gateway.testWebhookEndpoint(caller, input)),
  }),
  recoverWebhookEndpoint: t.field({
    type: RecoveryResult,
    nullable: true,
    ...told('recoverWebhookEndpoint'),
    args: { input: t.arg({ type: RecoverWebhookEndpointInputType, required: true }) },
    resolve: (_root, { input }, context) =>
      write(contextOf(context), ACCESS, (gateway, caller) => gateway.recoverWebhookEndpoint(caller, input)),
  }),
  redeliverWebhook: t.field({
    type: DeliveryResult,
    nullable: true,
    ...told('redeliverWebhook'),
    args: { input: t.arg({ type: WebhookDeliveryIdInputType, required: true }) },
    resolve: (_root, { input }, context) =>
      write(contextOf(context), ACCESS, (gateway, caller) => gateway.redeliverWebhook(caller, input)),
  }),
}))
