import { drawPhoto } from './access/photo/draw-photo.ts'
import { loadDemo } from './demo/load.ts'
import { readEnv } from './env.ts'
import { createSecrets } from './kit/crypto/secrets.ts'
import { connect } from './kit/db/db.ts'
import { mayShowDemo } from './production.ts'
import { openContent } from './services.ts'

// Needs no provider, so that the database can be reset where none is configured.
try {
  if (!mayShowDemo(process.env))
    throw new Error('PUBLIC_URL is https: the demo is not loaded into a public deployment.')
  const env = readEnv(process.env)
  const content = await openContent(env)
  const db = connect(env.DATABASE_URL, { max: 2, name: 'cuida-demo' })
  const loading = loadDemo({ db, secrets: createSecrets(env.APP_SECRET), photoDrawer: { draw: drawPhoto }, ...content })
  if (await loading.finally(() => db.end({ timeout: 5 }))) console.log(`Loaded the demo of ${env.PARTNER}.`)
} catch (error) {
  console.error(error instanceof Error ? error.message : 'The demo could not be loaded.')
  process.exitCode = 1
}
