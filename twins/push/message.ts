import { createDecipheriv, createECDH, createHmac } from 'node:crypto'

const SALT_BYTES = 16
const TAG_BYTES = 16
const hmac = (key: Buffer, ...parts: (Buffer | string)[]): Buffer => {
  const mac = createHmac('sha256', key)
  for (const part of parts) mac.update(part)
  return mac.digest()
}

/** Reads one message as the browser does (RFC 8188, 8291): one record. undefined: not for this browser. */
export function readMessage(body: Buffer, keys: { privateKey: string; auth: string }): string | undefined {
  try {
    const salt = body.subarray(0, SALT_BYTES)
    const idLength = body.readUInt8(SALT_BYTES + 4)
    const sender = body.subarray(SALT_BYTES + 5, SALT_BYTES + 5 + idLength)
    const sealed = body.subarray(SALT_BYTES + 5 + idLength)
    const browser = createECDH('prime256v1')
    browser.setPrivateKey(keys.privateKey, 'base64url')
    const shared = hmac(Buffer.from(keys.auth, 'base64url'), browser.computeSecret(sender))
    const input = hmac(shared, 'WebPush: info\0', browser.getPublicKey(), sender, '\x01')
    const secret = hmac(salt, input)
    const key = hmac(secret, 'Content-Encoding: aes128gcm\0\x01').subarray(0, 16)
    const nonce = hmac(secret, 'Content-Encoding: nonce\0\x01').subarray(0, 12)
    const decipher = createDecipheriv('aes-128-gcm', key, nonce)
    decipher.setAuthTag(sealed.subarray(-TAG_BYTES))
    const padded = Buffer.concat([decipher.update(sealed.subarray(0, -TAG_BYTES)), decipher.final()])
    return padded.subarray(0, padded.lastIndexOf(2)).toString('utf8')
  } catch {
    return undefined
  }
}
