import { twinsApp } from './app.ts'

const { TWINS_PORT = '0', TWINS_HOST = '127.0.0.1', DATA_DIR, WEBHOOK_ORIGIN, TWINS_SMTP_PORT } = process.env
// Whoever starts them says where (tools/programs.ts): one default in the project is enough (server/data-folder.mjs).
if (!DATA_DIR) throw new Error('DATA_DIR is not set: the folder in which the stand-ins keep what they are told.')
const publicUrl = process.env.PUBLIC_URL ?? 'http://127.0.0.1:3000'
const origin = new URL(publicUrl).origin

const app = await twinsApp({
  dataDir: DATA_DIR,
  publicUrl,
  webhookTargets: { [origin]: WEBHOOK_ORIGIN ?? origin },
  smtpPort: TWINS_SMTP_PORT ? Number(TWINS_SMTP_PORT) : undefined,
})
const address = await app.listen({ port: Number(TWINS_PORT), host: TWINS_HOST })
console.log(`twins listening on ${address}`)

for (const signal of ['SIGINT', 'SIGTERM'] as const) process.once(signal, () => void app.close())
