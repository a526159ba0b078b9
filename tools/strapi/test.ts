import { findChromium } from '../chromium.ts'
import { main, run } from '../run.ts'

// npm run test:strapi: the product on a real Strapi, which is installed for it. Not part of `npm test`: it needs the registry.
await main(async () => {
  const env = { ...process.env, CHROMIUM_PATH: await findChromium() }
  const args = [
    'node_modules/@playwright/test/cli.js',
    'test',
    '--config=e2e/strapi.config.ts',
    ...process.argv.slice(2),
  ]
  process.exitCode = (await run(process.execPath, args, { live: true, env })).code
})
