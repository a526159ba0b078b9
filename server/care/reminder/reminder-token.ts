import { type Secrets, sameBytes } from '../../kit/crypto/secrets.ts'

const ID_BYTES = 16
const MAC_BYTES = 16
const MINUTE = 60_000

export interface Reminded {
  consultationId: string
  startsAt: Date
}

/**
 * What a reminder's link carries after the `#`, where no server and no log sees it: which consultation, at which time, and
 * our keyed hash of both. It is good until that time, and for saying "I'll be there" alone. Short, since a text message
 * carries it; the purpose is in the key.
 */
export function reminderToken(secrets: Secrets, { consultationId, startsAt }: Reminded): string {
  const said = Buffer.alloc(ID_BYTES + 4)
  Buffer.from(consultationId.replaceAll('-', ''), 'hex').copy(said)
  said.writeUInt32BE(Math.floor(startsAt.getTime() / MINUTE), ID_BYTES)
  return Buffer.concat([said, macOf(secrets, said)]).toString('base64url')
}

/** undefined: not ours, or its time has come. */
export function readReminderToken(secrets: Secrets, token: string, now: Date): Reminded | undefined {
  const bytes = Buffer.from(token, 'base64url')
  if (bytes.length !== ID_BYTES + 4 + MAC_BYTES) return undefined
  const said = bytes.subarray(0, ID_BYTES + 4)
  if (!sameBytes(bytes.subarray(said.length), macOf(secrets, said))) return undefined
  const hex = said.toString('hex', 0, ID_BYTES)
  const startsAt = new Date(said.readUInt32BE(ID_BYTES) * MINUTE)
  if (startsAt <= now) return undefined
  return { consultationId: hex.replace(/^(.{8})(.{4})(.{4})(.{4})(.{12})$/, '$1-$2-$3-$4-$5'), startsAt }
}

const macOf = (secrets: Secrets, said: Buffer): Buffer =>
  secrets.hmac('reminder', said.toString('hex')).subarray(0, MAC_BYTES)
