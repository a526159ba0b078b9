import { importBundle } from '@cuida/content/cms/import.ts'
import { strapiApi } from '@cuida/content/cms/strapi-api.ts'
import { loadPartner } from '@cuida/content/service.ts'
import { findChromium } from '../chromium.ts'
import { Problem } from '../preflight.mjs'
import { main, run } from '../run.ts'

/**
 * Runs the product's journeys on a real Strapi, which is installed for them. Not part of `npm test`: it needs the
 * registry.
 */
async function tryOnStrapi(more: string[]): Promise<void> {
  const env = { ...process.env, CHROMIUM_PATH: await findChromium() }
  const args = ['node_modules/@playwright/test/cli.js', 'test', '--config=e2e/strapi.config.ts', ...more]
  process.exitCode = (await run(process.execPath, args, { live: true, env })).code
}

/** Imports a bundle into a running Strapi with our schemas (docs/strapi.md). */
async function importInto([partner]: string[]): Promise<void> {
  const { STRAPI_URL = 'http://127.0.0.1:1337', STRAPI_TOKEN } = process.env
  if (!partner || !STRAPI_TOKEN)
    throw new Problem('Usage: STRAPI_URL=http://127.0.0.1:1337 STRAPI_TOKEN=… npm run strapi:import -- PARTNER')
  const bundle = await loadPartner(partner).catch((error: Error) => {
    throw new Problem(error.message)
  })
  const { made, changed } = await importBundle(bundle, strapiApi(STRAPI_URL, STRAPI_TOKEN), console.log).catch(reported)
  console.log(`${made} created, ${changed} updated.`)
}

function reported(error: Error): never {
  throw new Problem(`The import stopped: ${error.message}`)
}

// npm run strapi:import -- PARTNER, npm run test:strapi.
await main(async () => {
  const [what, ...rest] = process.argv.slice(2)
  if (what === 'import') return importInto(rest)
  if (what === 'test') return tryOnStrapi(rest)
  throw new Problem('Usage: npm run strapi:import -- PARTNER, or npm run test:strapi')
})
