import { type Fields, fieldsOf, isFields } from '../kit/fields.ts'

const MOST_BYTES = 4096
const KNOWN = new Set(['token', 'notification', 'data', 'android'])
const KNOWN_OF_ANDROID = new Set(['priority', 'ttl', 'collapse_key', 'notification'])

/** The field of a message that Firebase does not take, or undefined. */
export function messageProblem(message: Fields): string | undefined {
  const { notification, data = {}, android = {} } = message
  const strange = Object.keys(message).find((name) => !KNOWN.has(name))
  if (strange) return `message.${strange}`
  if (typeof message.token !== 'string') return 'message.token'
  if (notification !== undefined && !isFields(notification)) return 'message.notification'
  if (!isFields(data) || Object.keys(data).some((name) => /^(from|message_type|google.*|gcm.*)$/.test(name)))
    return 'message.data'
  if (Object.values(data).some((value) => typeof value !== 'string')) return 'message.data[0].value'
  if (Buffer.byteLength(JSON.stringify({ notification, data })) > MOST_BYTES) return 'message'
  return androidProblem(fieldsOf(android))
}

function androidProblem(android: Fields): string | undefined {
  const strange = Object.keys(android).find((name) => !KNOWN_OF_ANDROID.has(name))
  if (strange) return `message.android.${strange}`
  const { priority = 'NORMAL', ttl = '0s', collapse_key: key = '' } = android
  if (priority !== 'NORMAL' && priority !== 'HIGH') return 'message.android.priority'
  if (!/^\d+(\.\d{1,9})?s$/.test(String(ttl))) return 'message.android.ttl'
  return typeof key === 'string' ? undefined : 'message.android.collapse_key'
}
