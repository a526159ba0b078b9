import { moveDocuments } from './care/documents/move-documents.ts'
import { readEnv } from './env.ts'
import { connect } from './kit/db/db.ts'
import { documentStores } from './services.ts'

// npm run move-documents: moves patients' documents to the store of the settings, while the app serves.
try {
  const env = readEnv(process.env)
  const db = connect(env.DATABASE_URL, { max: 4 })
  const { isDone, report } = await moveDocuments(db, documentStores(env)).finally(() => db.end({ timeout: 5 }))
  console.log(report)
  if (!isDone) process.exitCode = 1
} catch (error) {
  console.error(error instanceof Error ? error.message : 'The documents could not be moved.')
  process.exitCode = 1
}
