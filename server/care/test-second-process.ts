import type { FastifyInstance } from 'fastify'
import { createApp } from '../app.ts'
import { readEnv } from '../env.ts'
import { createServices } from '../services.ts'
import type { TestContext } from '../testing/test-context.ts'

/** A second server process over the same database: services and an app of its own. */
export async function startSecondProcess({
  env,
}: TestContext): Promise<{ app: FastifyInstance; close(): Promise<void> }> {
  const services = await createServices(readEnv(env), 'api')
  const app = await createApp(services)
  await app.listen({ port: 0, host: '127.0.0.1' })
  return {
    app,
    async close() {
      await app.close()
      await services.close()
    },
  }
}
