import { createHmac, randomUUID } from 'node:crypto'
import { credentials } from '@cuida/simulators/credentials.ts'

export { deliverWebhook } from '../pix/test-pix.ts'

/** A dispute webhook as the provider sends it: its signature covers the id in the address. */
export function chargebackWebhook(id: string, requestId: string = randomUUID()) {
  const ts = Date.now()
  const manifest = `id:${id};request-id:${requestId};ts:${ts};`
  const v1 = createHmac('sha256', credentials.mercadopago.webhookSecret).update(manifest).digest('hex')
  return {
    path: `/v1/webhooks/mercadopago?data.id=${id}&type=topic_chargebacks_wh`,
    headers: { 'content-type': 'application/json', 'x-request-id': requestId, 'x-signature': `ts=${ts},v1=${v1}` },
    body: JSON.stringify({ actions: ['changed_case_status'], data: { id: Number(id) }, type: 'topic_chargebacks_wh' }),
  }
}
