import { createServer, type Server } from 'node:http'
import type { AddressInfo } from 'node:net'
import {
  approveWebhook,
  issueWebhookSecret,
  requestWebhook,
  verifyWebhook,
} from '@cuida/core/access/webhook/webhook-api.ts'
import type { WebhookEvent } from '@cuida/core/kit/webhook-event.ts'
import { Webhook } from 'standardwebhooks'
import { onTestFinished } from 'vitest'
import type { TestContext } from '../../testing/test-context.ts'

export interface Message {
  type: string
  timestamp: string
  data: Record<string, string>
}

/** How a receiver answers; the default takes the message. */
export interface Answer {
  status?: number
  headers?: Record<string, string>
  body?: string
  /** Never answers. */
  isSilent?: boolean
}

/**
 * A partner's program: verifies each message with the library of Standard Webhooks, answers challenges, and keeps the
 * ids that it has seen, so that a repeated message is one event.
 */
export class Receiver {
  url = ''
  secret = ''
  /** By id, as a receiver must keep them. */
  readonly events = new Map<string, Message>()
  /** The ids of all requests, repeated ones included. */
  readonly requests: string[] = []
  readonly signatures: string[] = []
  unverified = 0
  mostAtOnce = 0
  answer: (message: Message) => Answer | Promise<Answer> = () => ({})
  private atOnce = 0
  private readonly server: Server

  constructor() {
    this.server = createServer(async (request, response) => {
      this.mostAtOnce = Math.max(this.mostAtOnce, ++this.atOnce)
      const chunks: Buffer[] = []
      for await (const chunk of request) chunks.push(chunk)
      const text = Buffer.concat(chunks).toString('utf8')
      const headers = request.headers as Record<string, string>
      const id = String(headers['webhook-id'])
      this.requests.push(id)
      this.signatures.push(String(headers['webhook-signature']))
      const message = this.verified(text, headers)
      const { status = message ? 200 : 401, body, headers: more, isSilent } = message ? await this.answer(message) : {}
      this.atOnce--
      if (isSilent) return
      if (message && status < 300) this.events.set(id, message)
      const challenge = JSON.stringify({ challenge: message?.data.challenge })
      response.writeHead(status, { 'content-type': 'application/json', ...more }).end(body ?? challenge)
    })
  }

  private verified(text: string, headers: Record<string, string>): Message | undefined {
    try {
      return new Webhook(this.secret).verify(text, headers) as Message
    } catch {
      this.unverified++
      return undefined
    }
  }

  async listen(): Promise<this> {
    await new Promise<void>((resolve) => this.server.listen(0, '127.0.0.1', resolve))
    this.url = `http://127.0.0.1:${(this.server.address() as AddressInfo).port}/hooks`
    return this
  }

  close(): void {
    this.server.closeAllConnections()
    this.server.close()
  }

  /** The types of the events that arrived, each id once. */
  types(): string[] {
    return [...this.events.values()].map(({ type }) => type)
  }
}

export async function newReceiver(): Promise<Receiver> {
  const receiver = await new Receiver().listen()
  onTestFinished(() => receiver.close())
  return receiver
}

interface Managers {
  requester: { token: string }
  approver: { token: string }
}

/** An active endpoint at the receiver, as two managers make it. */
export async function newEndpoint(
  { sendCall, db }: TestContext,
  { requester, approver }: Managers,
  receiver: Receiver,
  events: WebhookEvent[],
): Promise<string> {
  const { id } = (await sendCall(requestWebhook, { url: receiver.url, description: 'Hospital', events }, requester))
    .body
  await sendCall(approveWebhook, { id }, approver)
  receiver.secret = (await sendCall(issueWebhookSecret, { id }, requester)).body.secret
  const { body } = await sendCall(verifyWebhook, { id }, requester)
  if (body.problem !== null) throw new Error(`the endpoint was not verified: ${body.problem}`)
  receiver.events.clear()
  receiver.requests.length = 0
  onTestFinished(async () => {
    await db`update webhook_endpoint set ended_at = coalesce(ended_at, now()) where id = ${id}`
  })
  return id
}

/** Writes an event as a trigger does. */
export const announce = ({ db }: TestContext, type: WebhookEvent, id: string) =>
  db`select add_webhook(${type}, ${db.json({ id })})`

/** Lets time pass for messages and endpoints, by moving what they wait for into the past. */
export async function passTime({ db }: TestContext, seconds: number): Promise<void> {
  const by = db`make_interval(secs => ${seconds})`
  await db`
    update webhook_delivery set at = at - ${by}, due_at = due_at - ${by}, leased_until = leased_until - ${by},
      sent_at = sent_at - ${by}`
  await db`
    update webhook_endpoint set failing_since = failing_since - ${by}, probe_at = probe_at - ${by},
      earlier_secret_until = earlier_secret_until - ${by}`
}
