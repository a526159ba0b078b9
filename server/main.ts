import { createApp } from './app.ts'
import { orphanedPaymentWarnings } from './checkout/orphaned-payment-store.ts'
import { drain } from './kit/http/drain.ts'
import { beforeItEnds, runUntilStopped } from './kit/run.ts'
import { isPublic, mayShowDemo } from './production.ts'
import { createServices } from './services.ts'
import { preflightEnv } from './startup-checks.ts'
import { disabledCapabilityWarnings } from './startup-warnings.ts'

/** Proxies check every 2 s and wait 2 s for an answer (deploy/Caddyfile, deploy/kubernetes). */
const DRAIN_SECONDS = 5

await runUntilStopped(async () => {
  const env = await preflightEnv(process.env)
  const services = await createServices(env, 'api')
  beforeItEnds(services.errorReporter.lastWords)
  const app = await createApp(services)
  await app.listen({ port: env.PORT, host: env.HOST })
  if (isPublic(env) && mayShowDemo(env))
    services.log.warn('DEMO_IN_PUBLIC is set: anybody can read every code that the simulators send')
  for (const line of disabledCapabilityWarnings(services.disabledCapabilities())) services.log.warn(line)
  for (const line of await orphanedPaymentWarnings(services)) services.log.error(line)
  services.log.info('api ready')
  return {
    drain: () => drain(app, env.DRAIN_SECONDS ?? (isPublic(env) ? DRAIN_SECONDS : 0)),
    async stop() {
      await app.close()
      await services.close()
    },
  }
})
