import { Problem } from '../preflight.mjs'
import { main } from '../run.ts'
import { importInto } from './import.ts'
import { tryOnStrapi } from './test.ts'

// npm run strapi:import -- PARTNER, npm run test:strapi.
await main(async () => {
  const [what, ...rest] = process.argv.slice(2)
  if (what === 'import') return importInto(rest)
  if (what === 'test') return tryOnStrapi(rest)
  throw new Problem('npm run strapi:import -- PARTNER, or npm run test:strapi')
})
