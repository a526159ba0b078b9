import { APP_NAMES, build, hasApp } from './builds.ts'
import { main } from './run.ts'

// npm run build: both apps, stale or not.
await main(async () => {
  for (const app of APP_NAMES.filter(hasApp)) {
    await build(app)
    console.log(`Built ${app}/dist`)
  }
})
