import { importPack } from '@cuida/content/cms/import.ts'
import { strapiApi } from '@cuida/content/cms/strapi-api.ts'
import { loadPartner } from '@cuida/content/service.ts'
import { Problem } from '../preflight.mjs'

/** A pack into a running Strapi that has our schemas (docs/strapi.md). */
export async function importInto([partner]: string[]): Promise<void> {
  const { STRAPI_URL = 'http://127.0.0.1:1337', STRAPI_TOKEN } = process.env
  if (!partner || !STRAPI_TOKEN)
    throw new Problem('STRAPI_URL=http://127.0.0.1:1337 STRAPI_TOKEN=… npm run strapi:import -- PARTNER')
  const pack = await loadPartner(partner).catch((error: Error) => {
    throw new Problem(error.message)
  })
  const { made, changed } = await importPack(pack, strapiApi(STRAPI_URL, STRAPI_TOKEN), console.log).catch(reported)
  console.log(`${made} new, ${changed} brought up to date.`)
}

function reported(error: Error): never {
  throw new Problem(`The import stopped: ${error.message}`)
}
