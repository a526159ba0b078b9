import type { FastifyInstance } from 'fastify'
import type { Account } from './account-shape.ts'
import { publicSubscription } from './subscription.ts'
import {
  activateSubscription,
  cancelSubscription,
  changeSubscription,
  createSubscription,
  findSubscription,
  pauseSubscription,
  resumeSubscription,
} from './subscriptions.ts'
import { publicPayment } from './wire.ts'

type WithId = { Params: { id: string } }

/** With the API key (product 12.9). */
export function subscriptionRoutes(app: FastifyInstance, account: Account): void {
  const effect = { config: { serves: 'effect' } }
  app.post('/v1/subscriptions', async ({ body }) => publicSubscription(createSubscription(account, body)))
  app.get<WithId>('/v1/subscriptions/:id', async ({ params }) =>
    publicSubscription(findSubscription(account, params.id)),
  )
  app.put<WithId>('/v1/subscriptions/:id', effect, async ({ params, body }) =>
    publicSubscription(changeSubscription(account, params.id, body)),
  )
  app.post<WithId>('/v1/subscriptions/:id/activate', effect, async ({ params, body }) =>
    publicPayment(activateSubscription(account, params.id, body)),
  )
  app.post<WithId>('/v1/subscriptions/:id/cancel', effect, async ({ params, body }) =>
    publicSubscription(cancelSubscription(account, params.id, body)),
  )
  app.post<WithId>('/v1/subscriptions/:id/pause', effect, async ({ params, body }) =>
    publicSubscription(pauseSubscription(account, params.id, body)),
  )
  app.post<WithId>('/v1/subscriptions/:id/resume', effect, async ({ params }) =>
    publicSubscription(resumeSubscription(account, params.id)),
  )
}
