import { borrowDatabase } from './database.ts'
import { readSettings } from './preflight.mjs'
import { main, ROOT } from './run.ts'
import { serverProgram } from './server-program.ts'

// npm run debug -- +34600000001 [off]: switches the debug banner of this account.
await main(async () => {
  const { url, stop } = await borrowDatabase(readSettings(process.env, ROOT))
  await serverProgram('debug-account', url, process.argv.slice(2)).finally(stop)
})
