import { markForDebugging } from './access/debug-account.ts'
import { readEnv } from './env.ts'
import { connect } from './kit/db/db.ts'

// npm run debug: switches the debug banner of an account on or off.
try {
  const [phone = '', off] = process.argv.slice(2)
  const db = connect(readEnv(process.env).DATABASE_URL, { max: 1 })
  console.log(await markForDebugging(db, phone, off !== 'off').finally(() => db.end({ timeout: 5 })))
} catch (error) {
  console.error(error instanceof Error ? error.message : 'No account was marked.')
  process.exitCode = 1
}
