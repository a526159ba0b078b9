import { inviteFirstManager } from './access/team/first-manager.ts'
import { readEnv } from './env.ts'
import { createSecrets } from './kit/crypto/secrets.ts'
import { connect } from './kit/db/db.ts'

// npm run invite: creates a clinic's first manager, whom no colleague can invite. Needs no provider while none is
// configured.
try {
  const [name = '', email = ''] = process.argv.slice(2)
  const env = readEnv(process.env)
  const db = connect(env.DATABASE_URL, { max: 1 })
  const invited = inviteFirstManager({ db, env, secrets: createSecrets(env.APP_SECRET) }, { name, email })
  console.log(await invited.finally(() => db.end({ timeout: 5 })))
} catch (error) {
  console.error(error instanceof Error ? error.message : 'Nobody could be invited.')
  process.exitCode = 1
}
