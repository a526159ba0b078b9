import { retryDelay } from '@cuida/core/access/webhook/retry-schedule.ts'
import type { Services } from '../../services.ts'
import { type ClaimedDelivery, claimDeliveries, findDueEndpoints, recordResult } from './delivery-store.ts'
import { postMessage, reachOf } from './post-message.ts'
import type { WebhookTarget } from './webhook-store.ts'

export type WebhookServices = Pick<Services, 'db' | 'env' | 'now' | 'fetchFromPublic'>

/** Sends due messages to all endpoints at once, so that one that is down delays no other. Scheduled (server/jobs.ts). */
export async function sendWebhooks(services: WebhookServices): Promise<void> {
  const endpoints = await findDueEndpoints(services.db)
  const results = await Promise.allSettled(endpoints.map((id) => sendToEndpoint(services, id)))
  const failed = results.find((result) => result.status === 'rejected')
  if (failed) throw failed.reason
}

async function sendToEndpoint(services: WebhookServices, id: string): Promise<void> {
  for (;;) {
    const claimed = await claimDeliveries(services.db, id)
    if (!claimed) return
    await Promise.all(claimed.deliveries.map((delivery) => sendDelivery(services, claimed.target, delivery)))
  }
}

/** After a crash between the two statements the message is sent again: its receiver knows it by its id. */
async function sendDelivery(services: WebhookServices, target: WebhookTarget, delivery: ClaimedDelivery) {
  const result = await postDelivery(services, target, delivery)
  const { attempts } = delivery
  const delay = retryDelay({ attempts, retryAfter: result.retryAfter, random: Math.random() })
  await services.db.begin((tx) => recordResult(tx, delivery, { ...result, delay }))
}

/** Posts without recording the result. */
export const postDelivery = (
  services: WebhookServices,
  target: WebhookTarget,
  { id, type, at, data }: Pick<ClaimedDelivery, 'id' | 'type' | 'at' | 'data'>,
) =>
  postMessage(
    { ...target, ...reachOf(services) },
    {
      id,
      timestamp: Math.floor(services.now().getTime() / 1_000),
      body: JSON.stringify({ type, timestamp: at.toISOString(), data }),
    },
  )
