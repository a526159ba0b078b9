import { readFileSync } from 'node:fs'
import sharp from 'sharp'
import type { TestContext } from '../../testing/test-context.ts'

/** A face of the bundle, as a manager would choose one. */
export const aFace = (): Buffer =>
  readFileSync(new URL('../../../content/partners/vida-ligera/uploads/people/elena-ruiz.webp', import.meta.url))

/** One colour, of that size, as a JPEG that says where it was taken and by whom. */
export const result = (width: number, height: number, more: { orientation?: number } = {}): Promise<Buffer> =>
  sharp({ create: { width, height, channels: 3, background: '#0f5b50' } })
    .jpeg()
    .withExif({ IFD0: { Artist: 'Elena Prados' }, IFD3: { GPSLatitude: '40/1 25/1 0/1' } })
    .withMetadata(more)
    .toBuffer()

/** As the desk sends it. */
export async function sendPhoto({ app }: Pick<TestContext, 'app'>, id: string, token: string, bytes: Buffer) {
  const answer = await app.inject({
    method: 'POST',
    url: `/v1/desk/clinicians/${id}/photo`,
    headers: { authorization: `Bearer ${token}`, 'content-type': 'application/octet-stream' },
    payload: bytes,
  })
  return { status: answer.statusCode, body: answer.json() }
}

/** What a browser is given at an address. */
export async function lookAt({ app }: Pick<TestContext, 'app'>, url: string) {
  const { statusCode: status, headers, rawPayload: bytes } = await app.inject({ method: 'GET', url })
  return { status, headers, bytes }
}
