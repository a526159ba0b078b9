import { createApp } from './app.ts'
import { linesLeftBehind } from './checkout/left-behind-store.ts'
import { fitEnv } from './fit-to-start.ts'
import { beforeItEnds, runUntilStopped } from './kit/run.ts'
import { isPublic, mayShowDemo } from './production.ts'
import { createServices } from './services.ts'
import { linesWithout } from './told-without.ts'

await runUntilStopped(async () => {
  const env = await fitEnv(process.env)
  const services = await createServices(env, 'api')
  beforeItEnds(services.errorReporter.lastWords)
  const app = await createApp(services)
  await app.listen({ port: env.PORT, host: env.HOST })
  if (isPublic(env) && mayShowDemo(env)) services.log.warn('DEMO_IN_PUBLIC: everybody can read every code')
  for (const line of linesWithout(services.without())) services.log.warn(line)
  for (const line of await linesLeftBehind(services)) services.log.error(line)
  services.log.info('api ready')
  return async () => {
    await app.close()
    await services.close()
  }
})
