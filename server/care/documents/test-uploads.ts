import { randomUUID } from 'node:crypto'
import type { TestContext } from '../../testing/test-context.ts'

export interface SendOptions {
  token: string
  id: string
  bytes: Buffer
  key?: string
  name?: string
  type?: string
  side?: '/desk' | ''
}

/** Uploads a file as the app does. */
export async function sendFile(
  { app }: TestContext,
  { token, id, bytes, key = randomUUID(), name, type = 'application/octet-stream', side = '' }: SendOptions,
) {
  const answer = await app.inject({
    method: 'POST',
    url: `/v1${side}/consultations/${id}/documents`,
    headers: {
      authorization: `Bearer ${token}`,
      'content-type': type,
      'idempotency-key': key,
      ...(name === undefined ? {} : { 'x-file-name': encodeURIComponent(name) }),
    },
    payload: bytes,
  })
  return { status: answer.statusCode, body: answer.json(), headers: answer.headers }
}

/** The raw response of a download. */
export async function openFile({ app }: TestContext, token: string, id: string, documentId: string, side = '') {
  const answer = await app.inject({
    method: 'GET',
    url: `/v1${side}/consultations/${id}/documents/${documentId}`,
    headers: { authorization: `Bearer ${token}` },
  })
  return { status: answer.statusCode, bytes: answer.rawPayload, headers: answer.headers }
}
