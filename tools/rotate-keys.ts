import { borrowDatabase } from './database.ts'
import { readSettings } from './preflight.mjs'
import { main, ROOT } from './run.ts'
import { serverProgram } from './server-program.ts'

// npm run rotate-keys: encrypts everything with the current key of APP_SECRET (docs/keys.md).
await main(async () => {
  const { url, stop } = await borrowDatabase(readSettings(process.env, ROOT))
  await serverProgram('rotate-keys', url).finally(stop)
})
