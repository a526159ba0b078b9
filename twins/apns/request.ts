import type { IncomingHttpHeaders } from 'node:http'
import { credentials } from '../credentials.ts'
import { type Fields, fieldsOf, isFields } from '../kit/fields.ts'

const MOST_BYTES = 4096
const LONGEST_ID = 64

/** Why Apple does not take the headers of a request, in its own word, or undefined. */
export function headerProblem(headers: IncomingHttpHeaders): string | undefined {
  const { 'apns-topic': topic, 'apns-push-type': type } = headers
  if (!topic) return 'MissingTopic'
  if (topic !== credentials.apns.topic) return 'TopicDisallowed'
  if (type !== 'alert') return 'InvalidPushType'
  if (!/^(1|5|10)$/.test(String(headers['apns-priority'] ?? '10'))) return 'BadPriority'
  if (!/^\d{1,11}$/.test(String(headers['apns-expiration'] ?? '0'))) return 'BadExpirationDate'
  const id = String(headers['apns-collapse-id'] ?? '')
  return Buffer.byteLength(id) > LONGEST_ID ? 'BadCollapseId' : undefined
}

/** The same of what it carries. */
export function payloadProblem(payload: Buffer): string | undefined {
  if (payload.length > MOST_BYTES) return 'PayloadTooLarge'
  const { aps } = parsed(payload)
  return isFields(aps) && fieldsOf(aps).alert ? undefined : 'PayloadEmpty'
}

function parsed(payload: Buffer): Fields {
  try {
    return fieldsOf(JSON.parse(payload.toString('utf8')))
  } catch {
    return {}
  }
}
