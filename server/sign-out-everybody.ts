import { parseArgs } from 'node:util'
import { signOutEverybody, USAGE } from './access/session/sign-out-everybody.ts'
import { readEnv } from './env.ts'
import { loadSecrets } from './kit/crypto/key-store.ts'
import { connect } from './kit/db/db.ts'

// npm run sign-out-everybody: ends the sessions of patients, staff or both, while the app serves (docs/incident.md).
try {
  const { patients, staff, reason, 'decided-by': decidedBy } = readArguments()
  const env = readEnv(process.env)
  const db = connect(env.DATABASE_URL, { max: 1 })
  const audiences = [...(patients ? (['patients'] as const) : []), ...(staff ? (['staff'] as const) : [])]
  const signOut = loadSecrets(db, env.APP_SECRET).then((secrets) =>
    signOutEverybody({ db, secrets }, { audiences, decidedBy, reason }),
  )
  const ended = await signOut.finally(() => db.end({ timeout: 5 }))
  console.log(`Ended ${ended.patients} sessions of patients and ${ended.staff} of staff.`)
} catch (error) {
  console.error(error instanceof Error ? error.message : 'Nobody was signed out.')
  process.exitCode = 1
}

function readArguments() {
  const text = { type: 'string', default: '' } as const
  const flag = { type: 'boolean', default: false } as const
  try {
    return parseArgs({ options: { patients: flag, staff: flag, 'decided-by': text, reason: text } }).values
  } catch {
    throw new Error(USAGE)
  }
}
