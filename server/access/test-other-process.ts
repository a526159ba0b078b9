import type { Call, Input } from '@cuida/core/kit/call.ts'
import type { FastifyInstance } from 'fastify'
import { createApp } from '../app.ts'
import { readEnv } from '../env.ts'
import { createServices } from '../services.ts'
import { type SendOptions, sendCall, type TestContext, type TestReply } from '../testing/test-context.ts'

export interface OtherProcess {
  app: FastifyInstance
  sendCall<C extends Call>(call: C, input: Input<C>, how?: SendOptions): Promise<TestReply<C>>
  close(): Promise<void>
}

/** A second API process over the same database, to test that caches of the two stay consistent. */
export async function startOtherProcess({ env, services: first }: TestContext): Promise<OtherProcess> {
  const services = await createServices(readEnv(env), 'api')
  Object.assign(services.config, first.config)
  const app = await createApp(services)
  await app.ready()
  return {
    app,
    sendCall: (call, input, how = {}) => sendCall(app, call, input, how),
    async close() {
      await app.close()
      await services.close()
    },
  }
}
