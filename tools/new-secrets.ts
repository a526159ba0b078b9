import { main } from './run.ts'
import { newSecrets } from './secrets.ts'

// npm run secrets: prints new secrets as lines for a settings file, and stores nothing.
await main(async () => {
  const { APP_SECRET, TOKEN_KEY } = newSecrets()
  console.log(`APP_SECRET=${APP_SECRET}\nTOKEN_KEY='${TOKEN_KEY}'`)
})
