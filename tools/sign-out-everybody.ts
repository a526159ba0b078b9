import { borrowDatabase } from './database.ts'
import { readSettings } from './preflight.mjs'
import { main, ROOT } from './run.ts'
import { serverProgram } from './server-program.ts'

// npm run sign-out-everybody: ends the sessions of patients, staff or both (docs/incident.md).
await main(async () => {
  const { url, stop } = await borrowDatabase(readSettings(process.env, ROOT))
  await serverProgram('sign-out-everybody', url, process.argv.slice(2)).finally(stop)
})
