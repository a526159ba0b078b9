import Fastify from 'fastify'
import { loadPartner } from './bundle.ts'
import { contentOfBundle, contentPlugin } from './plugin.ts'

/** Runs the content service alone: `PORT=1337 PARTNER=vida-ligera node content/main.ts`. */
const { PORT = '1337', HOST = '127.0.0.1', PARTNER = 'vida-ligera' } = process.env

try {
  const app = Fastify({ pluginTimeout: 60_000 })
  await app.register(contentPlugin, contentOfBundle(await loadPartner(PARTNER)))
  const address = await app.listen({ port: Number(PORT), host: HOST })
  for (const signal of ['SIGINT', 'SIGTERM']) process.once(signal, () => app.close())
  console.log(`Content of ${PARTNER} on ${address}/api`)
} catch (error) {
  console.error(error instanceof Error ? error.message : error)
  process.exitCode = 1
}
