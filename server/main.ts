import { createApp } from './app.ts'
import { readEnv } from './env.ts'
import { runUntilStopped } from './kit/run.ts'
import { createServices } from './services.ts'

await runUntilStopped(async () => {
  const env = readEnv(process.env)
  const services = await createServices(env, 'api')
  const app = await createApp(services)
  await app.listen({ port: env.PORT, host: env.HOST })
  services.log.info('api ready')
  return async () => {
    await app.close()
    await services.close()
  }
})
