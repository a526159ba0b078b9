import { simulatorsApp } from './app.ts'

const {
  SIMULATORS_PORT = '0',
  SIMULATORS_HOST = '127.0.0.1',
  DATA_DIR,
  WEBHOOK_ORIGIN,
  SIMULATORS_SMTP_PORT,
} = process.env
// Required (tools/programs.ts sets it): the project has one default only (server/data-folder.mjs).
if (!DATA_DIR) throw new Error('DATA_DIR is not set: the simulators store their state in this folder.')
const publicUrl = process.env.PUBLIC_URL ?? 'http://127.0.0.1:3000'
const origin = new URL(publicUrl).origin

const app = await simulatorsApp({
  dataDir: DATA_DIR,
  publicUrl,
  webhookTargets: { [origin]: WEBHOOK_ORIGIN ?? origin },
  smtpPort: SIMULATORS_SMTP_PORT ? Number(SIMULATORS_SMTP_PORT) : undefined,
})
const address = await app.listen({ port: Number(SIMULATORS_PORT), host: SIMULATORS_HOST })
console.log(`simulators listening on ${address}`)

for (const signal of ['SIGINT', 'SIGTERM'] as const) process.once(signal, () => void app.close())
