import { borrowDatabase } from './database.ts'
import { readSettings } from './preflight.mjs'
import { main, ROOT } from './run.ts'
import { serverProgram } from './server-program.ts'

// npm run move-documents: moves patients' documents between the disk and a bucket (docs/documents.md).
await main(async () => {
  const { url, stop } = await borrowDatabase(readSettings(process.env, ROOT))
  await serverProgram('move-documents', url).finally(stop)
})
