import { readFileSync } from 'node:fs'
import sharp from 'sharp'
import type { TestContext } from '../../testing/test-context.ts'

/** A portrait from the content bundle. */
export const testPhoto = (): Buffer =>
  readFileSync(new URL('../../../content/partners/vida-ligera/uploads/people/elena-ruiz.webp', import.meta.url))

/** A single-colour JPEG of this size, with EXIF data about place and author. */
export const createTestPhoto = (width: number, height: number, more: { orientation?: number } = {}): Promise<Buffer> =>
  sharp({ create: { width, height, channels: 3, background: '#0f5b50' } })
    .jpeg()
    .withExif({ IFD0: { Artist: 'Elena Prados' }, IFD3: { GPSLatitude: '40/1 25/1 0/1' } })
    .withMetadata(more)
    .toBuffer()

export async function sendPhoto({ app }: Pick<TestContext, 'app'>, id: string, token: string, bytes: Buffer) {
  const answer = await app.inject({
    method: 'POST',
    url: `/v1/desk/clinicians/${id}/photo`,
    headers: { authorization: `Bearer ${token}`, 'content-type': 'application/octet-stream' },
    payload: bytes,
  })
  return { status: answer.statusCode, body: answer.json() }
}

export async function fetchPhoto({ app }: Pick<TestContext, 'app'>, url: string) {
  const { statusCode: status, headers, rawPayload: bytes } = await app.inject({ method: 'GET', url })
  return { status, headers, bytes }
}
