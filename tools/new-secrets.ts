import { main } from './run.ts'
import { newSecrets } from './secrets.ts'

// npm run secrets: new ones, as lines for a file of settings. Nothing is kept here.
await main(async () => {
  const { APP_SECRET, TOKEN_KEY } = newSecrets()
  console.log(`APP_SECRET=${APP_SECRET}\nTOKEN_KEY='${TOKEN_KEY}'`)
})
