import { onTestFinished } from 'vitest'
import { contentApp } from '../../../content/test-pack.ts'
import { underWay } from './test-living.ts'

// The demo clinic's content, as its service answers it.

let served: ReturnType<typeof contentApp> | undefined
export const clinic = () => (served ??= contentApp())

/** Until the test ends, what a screen asks of the content service is answered by the real one. */
export async function playContent(): Promise<void> {
  const app = await clinic()
  const { fetch } = globalThis
  globalThis.fetch = (address, init) => {
    const path = String(address)
    if (!path.startsWith('/api/')) return fetch(address, init)
    const reply = app.inject(path).then(({ body, statusCode }) => new Response(body, { status: statusCode }))
    underWay.add(reply)
    void reply.finally(() => underWay.delete(reply))
    return reply
  }
  onTestFinished(() => void Object.assign(globalThis, { fetch }))
}
