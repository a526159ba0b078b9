import { APP_NAMES, build, hasApp } from './builds.ts'
import { writeInventory } from './inventory.ts'
import { main } from './run.ts'

// npm run build: both apps, stale or not, and the software inventory.
await main(async () => {
  for (const app of APP_NAMES.filter(hasApp)) {
    await build(app)
    console.log(`Built ${app}/dist`)
  }
  await writeInventory()
  console.log('Wrote the list of dependencies to dist: sbom.cdx.json, third-party-licences.txt')
})
