import type { Secrets } from '../../kit/crypto/secrets.ts'

const ID_BYTES = 16
const MAC_BYTES = 16
const MINUTE = 60_000

export interface ReminderClaims {
  consultationId: string
  startsAt: Date
}

/**
 * The token in the fragment of a reminder's link, where no server or log sees it: the consultation, its start, and an
 * HMAC of both. It is valid until the start and only for confirming. It is short because it travels in text messages;
 * the purpose is part of the key.
 */
export function reminderToken(secrets: Secrets, { consultationId, startsAt }: ReminderClaims): string {
  const payload = Buffer.alloc(ID_BYTES + 4)
  Buffer.from(consultationId.replaceAll('-', ''), 'hex').copy(payload)
  payload.writeUInt32BE(Math.floor(startsAt.getTime() / MINUTE), ID_BYTES)
  return Buffer.concat([payload, secrets.sign('reminder', payload.toString('hex')).subarray(0, MAC_BYTES)]).toString(
    'base64url',
  )
}

/** undefined when the signature is wrong or the start has passed. */
export function readReminderToken(secrets: Secrets, token: string, now: Date): ReminderClaims | undefined {
  const bytes = Buffer.from(token, 'base64url')
  if (bytes.length !== ID_BYTES + 4 + MAC_BYTES) return undefined
  const payload = bytes.subarray(0, ID_BYTES + 4)
  const mac = bytes.subarray(payload.length)
  if (!secrets.isSigned('reminder', payload.toString('hex'), mac, MAC_BYTES)) return undefined
  const hex = payload.toString('hex', 0, ID_BYTES)
  const startsAt = new Date(payload.readUInt32BE(ID_BYTES) * MINUTE)
  if (startsAt <= now) return undefined
  return { consultationId: hex.replace(/^(.{8})(.{4})(.{4})(.{4})(.{12})$/, '$1-$2-$3-$4-$5'), startsAt }
}
