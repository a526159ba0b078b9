import { onTestFinished } from 'vitest'
import { startContentApp } from '../../content/test-bundle.ts'
import { pendingReplies } from './act.ts'

let app: ReturnType<typeof startContentApp> | undefined
/** The content service with the content of the demo clinic. */
export const contentService = () => (app ??= startContentApp())

/** Until the test ends, the content service answers the content requests of a screen. */
export async function mockContent(): Promise<void> {
  const service = await contentService()
  const { fetch } = globalThis
  globalThis.fetch = (address, init) => {
    const path = String(address)
    if (!path.startsWith('/api/')) return fetch(address, init)
    const reply = service.inject(path).then(({ body, statusCode }) => new Response(body, { status: statusCode }))
    pendingReplies.add(reply)
    void reply.finally(() => pendingReplies.delete(reply))
    return reply
  }
  onTestFinished(() => void Object.assign(globalThis, { fetch }))
}
