import { randomUUID } from 'node:crypto'
import {
  approveWebhook,
  declineWebhook,
  endWebhook as endWebhookCall,
  issueWebhookSecret,
  listWebhookDeliveries,
  listWebhooks,
  pauseWebhook,
  repeatFailedWebhookDeliveries,
  repeatWebhookDelivery,
  requestWebhook,
  resumeWebhook,
  verifyWebhook,
  type WebhookProblem,
} from '@cuida/core/access/webhook/webhook-api.ts'
import { isWebhookUrl } from '@cuida/core/access/webhook/webhook-url.ts'
import { VERIFICATION_EVENT } from '@cuida/core/kit/webhook-event.ts'
import type { FastifyInstance } from 'fastify'
import { audit } from '../../kit/audit.ts'
import { randomKey } from '../../kit/crypto/secrets.ts'
import type { Tx } from '../../kit/db/db.ts'
import { serve } from '../../kit/http/serve.ts'
import { lockActiveStaff } from '../../kit/session/staff-store.ts'
import type { Services } from '../../services.ts'
import { findDeliveries, repeatDeliveries } from './delivery-store.ts'
import { postMessage, reachOf } from './post-message.ts'
import { newWebhookSecret } from './webhook-signature.ts'
import {
  endWebhook,
  findTarget,
  findWebhooks,
  insertWebhook,
  lockWaitingWebhook,
  pause,
  replaceSecret,
  resume,
  saveDecision,
  saveVerification,
  type WebhookTarget,
} from './webhook-store.ts'

/** How long an earlier secret signs beside the new one. */
const OVERLAP_HOURS = 24

/** Webhook endpoints of partners' programs, for clinical managers (docs/decisions/0200). */
export function webhookRoutes(app: FastifyInstance, services: Services): void {
  requestRoutes(app, services)
  secretRoutes(app, services)
  stateRoutes(app, services)
  deliveryRoutes(app, services)
}

const subjectOf = (id: string) => ({ kind: 'webhook', id }) as const

function requestRoutes(app: FastifyInstance, services: Services): void {
  const { secrets } = services
  serve(app, services, listWebhooks, async (_, { db, caller: { staffId } }) => ({
    items: await findWebhooks(db, staffId),
  }))

  serve(app, services, requestWebhook, async ({ url, description, events }, { db, caller: { staffId }, refuse }) => {
    if (!isWebhookUrl(url, reachOf(services))) refuse('WEBHOOK_URL_REFUSED')
    return db.begin(async (tx) => {
      await lockActiveStaff(tx, staffId)
      const id = (await insertWebhook(tx, { url, description, events, staffId })) ?? refuse('TOO_MANY_WEBHOOKS')
      const detail = { events, host: new URL(url).host }
      await audit(tx, secrets, { staffId, act: 'request-webhook', subject: subjectOf(id), detail })
      return { id }
    })
  })

  serve(app, services, approveWebhook, async ({ id }, { db, caller: { staffId }, refuse }) => {
    await db.begin(async (tx) => {
      const requestedBy = await hold(tx, id, staffId, refuse)
      await saveDecision(tx, id, { staffId, isApproved: true })
      await audit(tx, secrets, { staffId, act: 'approve-webhook', subject: subjectOf(id), detail: { requestedBy } })
    })
    return null
  })

  serve(app, services, declineWebhook, async ({ id, reason }, { db, caller: { staffId }, refuse }) => {
    await db.begin(async (tx) => {
      const requestedBy = await hold(tx, id, staffId, refuse)
      await saveDecision(tx, id, { staffId, isApproved: false })
      const subject = subjectOf(id)
      await audit(tx, secrets, { staffId, act: 'decline-webhook', subject, reason, detail: { requestedBy } })
    })
    return null
  })
}

/** Nobody decides about their own request. */
async function hold(
  tx: Tx,
  id: string,
  staffId: string,
  refuse: (code: 'WEBHOOK_NOT_FOUND' | 'OWN_REQUEST') => never,
): Promise<string> {
  await lockActiveStaff(tx, staffId)
  const { requestedBy } = (await lockWaitingWebhook(tx, id)) ?? refuse('WEBHOOK_NOT_FOUND')
  return requestedBy === staffId ? refuse('OWN_REQUEST') : requestedBy
}

function secretRoutes(app: FastifyInstance, services: Services): void {
  const { secrets } = services
  serve(app, services, issueWebhookSecret, async ({ id }, { db, caller: { staffId }, refuse }) => {
    const secret = newWebhookSecret()
    await db.begin(async (tx) => {
      await lockActiveStaff(tx, staffId)
      if (!(await replaceSecret(tx, id, secret, OVERLAP_HOURS))) refuse('WEBHOOK_NOT_FOUND')
      await audit(tx, secrets, { staffId, act: 'issue-webhook-secret', subject: subjectOf(id) })
    })
    return { secret }
  })

  serve(app, services, verifyWebhook, async ({ id }, { db, caller: { staffId }, refuse }) => {
    const target = (await findTarget(db, id)) ?? refuse('WEBHOOK_NOT_FOUND')
    if (target.secrets.length === 0) refuse('WEBHOOK_SECRET_MISSING')
    const problem = await challenge(services, target)
    await db.begin(async (tx) => {
      await lockActiveStaff(tx, staffId)
      if ((await saveVerification(tx, id, problem)).count === 0) refuse('WEBHOOK_NOT_FOUND')
      await audit(tx, secrets, { staffId, act: 'verify-webhook', subject: subjectOf(id), detail: { problem } })
    })
    return { problem }
  })
}

/** Whether the endpoint answers a signed message with the challenge in it. */
async function challenge(services: Services, target: WebhookTarget): Promise<WebhookProblem | null> {
  const now = services.now()
  const value = randomKey(192)
  const message = { type: VERIFICATION_EVENT, timestamp: now.toISOString(), data: { challenge: value } }
  const { problem, answer } = await postMessage(
    { ...target, ...reachOf(services) },
    { id: randomUUID(), timestamp: Math.floor(now.getTime() / 1_000), body: JSON.stringify(message) },
    { readsAnswer: true },
  )
  return problem ?? (challengeIn(answer) === value ? null : 'CHALLENGE_MISSING')
}

function challengeIn(answer: string): unknown {
  try {
    return JSON.parse(answer)?.challenge
  } catch {
    return undefined
  }
}

function stateRoutes(app: FastifyInstance, services: Services): void {
  const { secrets } = services
  serve(app, services, pauseWebhook, async ({ id }, { db, caller: { staffId }, refuse }) => {
    await db.begin(async (tx) => {
      await lockActiveStaff(tx, staffId)
      if (!(await pause(tx, id, staffId))) refuse('WEBHOOK_NOT_FOUND')
      await audit(tx, secrets, { staffId, act: 'pause-webhook', subject: subjectOf(id) })
    })
    return null
  })

  serve(app, services, resumeWebhook, async ({ id }, { db, caller: { staffId }, refuse }) => {
    await db.begin(async (tx) => {
      await lockActiveStaff(tx, staffId)
      if (!(await resume(tx, id))) refuse('WEBHOOK_NOT_FOUND')
      await audit(tx, secrets, { staffId, act: 'resume-webhook', subject: subjectOf(id) })
    })
    return null
  })

  serve(app, services, endWebhookCall, async ({ id, reason }, { db, caller: { staffId }, refuse }) => {
    await db.begin(async (tx) => {
      await lockActiveStaff(tx, staffId)
      if (!(await endWebhook(tx, id, staffId))) refuse('WEBHOOK_NOT_FOUND')
      await audit(tx, secrets, { staffId, act: 'end-webhook', subject: subjectOf(id), reason })
    })
    return null
  })
}

function deliveryRoutes(app: FastifyInstance, services: Services): void {
  const { secrets } = services
  serve(app, services, listWebhookDeliveries, ({ id, ...query }, { db }) => findDeliveries(db, id, query))

  serve(app, services, repeatWebhookDelivery, async ({ id, deliveryId }, { db, caller: { staffId }, refuse }) => {
    await db.begin(async (tx) => {
      await lockActiveStaff(tx, staffId)
      if (!(await repeatDeliveries(tx, id, deliveryId))) refuse('WEBHOOK_NOT_FOUND')
      await audit(tx, secrets, { staffId, act: 'repeat-webhook', subject: subjectOf(id), detail: { deliveryId } })
    })
    return null
  })

  serve(app, services, repeatFailedWebhookDeliveries, async ({ id }, { db, caller: { staffId }, refuse }) =>
    db.begin(async (tx) => {
      await lockActiveStaff(tx, staffId)
      const count = (await repeatDeliveries(tx, id)) ?? refuse('WEBHOOK_NOT_FOUND')
      await audit(tx, secrets, { staffId, act: 'repeat-webhook', subject: subjectOf(id), detail: { count } })
      return { count }
    }),
  )
}
