import { createHash } from 'node:crypto'
import { type FileKind, kindOf, safeName } from '@cuida/core/care/documents/document-rules.ts'
import type { FastifyRequest } from 'fastify'
import { InvalidInput, Refusal } from '../../kit/http/refusal.ts'

/** An uploaded file, not validated yet. */
export interface Upload {
  bytes: Buffer
  kind: FileKind
  /** Idempotency key: a repeated upload returns the same document. */
  key: string
  hash: Buffer
  name: string
}

const UUID = /^[0-9a-f]{8}(-[0-9a-f]{4}){3}-[0-9a-f]{12}$/

export function readUpload({ body, headers }: FastifyRequest): Upload {
  const bytes = Buffer.isBuffer(body) ? body : Buffer.alloc(0)
  const kind = kindOf(bytes)
  if (!kind) throw new Refusal('UNSUPPORTED_FILE', 415)
  const key = headers['idempotency-key']
  if (typeof key !== 'string' || !UUID.test(key))
    throw new InvalidInput({ 'idempotency-key': key ? 'INVALID' : 'REQUIRED' })
  return { bytes, kind, key, hash: sha256(bytes), name: safeName(decoded(headers['x-file-name'])) }
}

export const sha256 = (bytes: Uint8Array): Buffer => createHash('sha256').update(bytes).digest()

function decoded(name: string | string[] | undefined): string {
  try {
    return typeof name === 'string' ? decodeURIComponent(name) : ''
  } catch {
    return ''
  }
}
