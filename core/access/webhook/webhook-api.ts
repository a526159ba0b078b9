import * as v from 'valibot'
import { call, manager } from '../../kit/call.ts'
import { uncountedList } from '../../kit/paged-list.ts'
import { Id, Moment, Name, Reason, Text } from '../../kit/shapes.ts'
import { WebhookEvent } from '../../kit/webhook-event.ts'

export const WebhookState = v.picklist(['waiting', 'declined', 'unverified', 'active', 'paused', 'ended'])
export type WebhookState = v.InferOutput<typeof WebhookState>

/** Why a message did not arrive. */
export const WebhookProblem = v.picklist([
  'ADDRESS_REFUSED',
  'UNREACHABLE',
  'TIMEOUT',
  'REDIRECTED',
  'GONE',
  'STATUS',
  'CHALLENGE_MISSING',
])
export type WebhookProblem = v.InferOutput<typeof WebhookProblem>

/** An address of a partner's program to which events are posted. A second manager approves it; then it is verified. */
export const WebhookEndpoint = v.object({
  id: Id,
  url: v.string(),
  description: v.string(),
  events: v.array(WebhookEvent),
  state: WebhookState,
  requestedBy: v.string(),
  /** Whether the reader requested it, who may not approve it. */
  isOwn: v.boolean(),
  requestedAt: Moment,
  /** Name of the manager who approved or declined. */
  decidedBy: v.nullable(v.string()),
  /** When the secret was issued that signs now. */
  secretAt: v.nullable(Moment),
  /** Until when the secret before it signs as well. */
  earlierSecretUntil: v.nullable(Moment),
  /** When it was last verified, or failed to be. */
  checkedAt: v.nullable(Moment),
  problem: v.nullable(WebhookProblem),
  /** Since when every message has failed. */
  failingSince: v.nullable(Moment),
  /** It was paused because everything failed, not by a manager. */
  isPausedByFailures: v.boolean(),
  /** Messages that wait and messages that failed. */
  waiting: v.number(),
  failed: v.number(),
})
export type WebhookEndpoint = v.InferOutput<typeof WebhookEndpoint>

/** All webhook endpoints: waiting ones first, then the newest. */
export const listWebhooks = call({
  method: 'GET',
  path: '/desk/webhooks',
  list: { boundedBy: 'the webhook endpoints of the clinic' },
  ...manager,
  reply: v.object({ items: v.array(WebhookEndpoint) }),
})

/** Requests a webhook endpoint. Nothing is sent to it until another manager has approved it and it is verified. */
export const requestWebhook = call({
  method: 'POST',
  path: '/desk/webhooks',
  repeat: 'replay',
  ...manager,
  body: v.object({
    url: Text(10, 500),
    description: Name(2, 80),
    events: v.pipe(v.array(WebhookEvent), v.minLength(1), v.maxLength(WebhookEvent.options.length)),
  }),
  reply: v.object({ id: Id }),
  refusals: { WEBHOOK_URL_REFUSED: 409, TOO_MANY_WEBHOOKS: 409 },
})

const params = v.object({ id: Id })
const NOT_FOUND = { WEBHOOK_NOT_FOUND: 404 } as const

/** Approves another manager's request. */
export const approveWebhook = call({
  method: 'POST',
  path: '/desk/webhooks/:id/approval',
  repeat: 'replay',
  ...manager,
  params,
  refusals: { ...NOT_FOUND, OWN_REQUEST: 409 },
})

/** Declines another manager's request, with the reason. */
export const declineWebhook = call({
  method: 'POST',
  path: '/desk/webhooks/:id/decline',
  repeat: 'replay',
  ...manager,
  params,
  body: v.object({ reason: Reason }),
  refusals: { ...NOT_FOUND, OWN_REQUEST: 409 },
})

/** Issues the secret that signs messages, which is shown only now. The one before it signs as well for another day. */
export const issueWebhookSecret = call({
  method: 'POST',
  path: '/desk/webhooks/:id/secret',
  repeat: 'replay',
  ...manager,
  params,
  reply: v.object({ secret: v.string() }),
  refusals: NOT_FOUND,
})

/** Sends a `webhook.verification` message. The endpoint becomes active when it answers with the challenge. */
export const verifyWebhook = call({
  method: 'POST',
  path: '/desk/webhooks/:id/verification',
  repeat: 'safe',
  ...manager,
  params,
  reply: v.object({ problem: v.nullable(WebhookProblem) }),
  refusals: { ...NOT_FOUND, WEBHOOK_SECRET_MISSING: 409 },
})

/** Sends nothing until it is resumed. Events wait meanwhile, for thirty days. */
export const pauseWebhook = call({
  method: 'POST',
  path: '/desk/webhooks/:id/pause',
  repeat: 'safe',
  ...manager,
  params,
  refusals: NOT_FOUND,
})

/** Sends what has waited, the oldest first. */
export const resumeWebhook = call({
  method: 'POST',
  path: '/desk/webhooks/:id/resumption',
  repeat: 'safe',
  ...manager,
  params,
  refusals: NOT_FOUND,
})

/** Ends the endpoint for good, or withdraws the request. */
export const endWebhook = call({
  method: 'POST',
  path: '/desk/webhooks/:id/end',
  repeat: 'replay',
  ...manager,
  params,
  body: v.object({ reason: Reason }),
  refusals: NOT_FOUND,
})

export const WebhookDeliveryState = v.picklist(['waiting', 'delivered', 'failed'])
export type WebhookDeliveryState = v.InferOutput<typeof WebhookDeliveryState>

/** A message to one endpoint. */
export const WebhookDelivery = v.object({
  /** The `webhook-id` of the message. */
  id: Id,
  type: WebhookEvent,
  at: Moment,
  state: WebhookDeliveryState,
  attempts: v.number(),
  /** When it was last sent. */
  sentAt: v.nullable(Moment),
  /** When it is sent again, if it waits. */
  dueAt: v.nullable(Moment),
  /** Status code of the last answer. */
  status: v.nullable(v.number()),
  problem: v.nullable(WebhookProblem),
})
export type WebhookDelivery = v.InferOutput<typeof WebhookDelivery>

/** The messages of an endpoint, newest first. */
export const listWebhookDeliveries = call({
  method: 'GET',
  path: '/desk/webhooks/:id/deliveries',
  ...manager,
  params,
  ...uncountedList(WebhookDelivery),
})

/** Sends a message again, with the same `webhook-id`. */
export const repeatWebhookDelivery = call({
  method: 'POST',
  path: '/desk/webhooks/:id/deliveries/:deliveryId/repetition',
  repeat: 'replay',
  ...manager,
  params: v.object({ id: Id, deliveryId: Id }),
  refusals: NOT_FOUND,
})

/** Sends all failed messages of an endpoint again. */
export const repeatFailedWebhookDeliveries = call({
  method: 'POST',
  path: '/desk/webhooks/:id/repetition',
  repeat: 'safe',
  ...manager,
  params,
  reply: v.object({ count: v.number() }),
  refusals: NOT_FOUND,
})
