import { createHmac } from 'node:crypto'
import { sameBytes } from '../../kit/crypto/secrets.ts'

const TOLERANCE_MS = 300_000

/** Rejects replays, with a tolerance in both directions for clock differences. */
export const isRecent = (at: number, now: Date): boolean => Math.abs(now.getTime() - at) <= TOLERANCE_MS

/** Whether one of the secrets produced this hex HMAC-SHA256. Several are valid during a rotation. */
export function signedBy(secrets: readonly string[], message: string | Buffer, hex: string): boolean {
  if (!/^[0-9a-f]{64}$/.test(hex)) return false
  const signature = Buffer.from(hex, 'hex')
  return secrets.some((secret) => sameBytes(createHmac('sha256', secret).update(message).digest(), signature))
}

/** Parses `a=1,b=2`. A duplicate key is refused, since readers could take different values. */
export function partsOf(header: string | undefined): Record<string, string> | undefined {
  const parts: Record<string, string> = {}
  for (const part of (header ?? '').split(',')) {
    const [_whole, name, value] = /^([a-z0-9]+)=([^=,\s]+)$/.exec(part.trim()) ?? []
    if (name === undefined || value === undefined || name in parts) return undefined
    parts[name] = value
  }
  return parts
}
