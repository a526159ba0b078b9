import { borrowDatabase } from './database.ts'
import { readSettings } from './preflight.mjs'
import { main, ROOT } from './run.ts'
import { serverProgram } from './server-program.ts'

// npm run invite -- "Name" e-mail: prints the link with which a clinic's first manager joins.
await main(async () => {
  const settings = readSettings(process.env, ROOT)
  const { url, stop } = await borrowDatabase(settings)
  await serverProgram('first-manager', url, process.argv.slice(2)).finally(stop)
})
