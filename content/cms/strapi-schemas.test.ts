import { readdirSync } from 'node:fs'
import { fileURLToPath } from 'node:url'
import { Config } from '@cuida/core/brand/config.ts'
import { build } from 'vite'
import { expect, test } from 'vitest'
import { BACKEND_CONFIG, COLLECTIONS } from '../api/shapes.ts'
import { strapiSchemas } from './strapi-schemas.ts'

const APP = fileURLToPath(new URL('../strapi/', import.meta.url))
const drawn = strapiSchemas()
const attributesOf = (path: string): string[] => Object.keys((drawn.get(path) as { attributes: object }).attributes)

/** After a change of core's declarations or our shapes: `vitest run --update` regenerates the files. */
test.each([...drawn])('%s matches core and our own shapes', async (path, holds) => {
  const text = typeof holds === 'string' ? holds : `${JSON.stringify(holds, null, 2)}\n`
  await expect(text).toMatchFileSnapshot(`${APP}${path}`)
})

test('the Strapi app has the rules and languages of this code', async () => {
  const entry = fileURLToPath(new URL('strapi-app.ts', import.meta.url))
  const output = { format: 'cjs', comments: false, banner: '// Generated from content/cms/strapi-app.ts.' } as const
  const rolldownOptions = { output, treeshake: { moduleSideEffects: false } }
  const built = await build({
    configFile: false,
    logLevel: 'error',
    ssr: { noExternal: true },
    build: { ssr: entry, write: false, minify: false, rolldownOptions },
  })
  const [chunk] = 'output' in built ? built.output : []
  expect(chunk?.imports).toEqual([])
  await expect(chunk?.code).toMatchFileSnapshot(`${APP}src/generated.js`)
})

test('no other files are in the generated folders', () => {
  const files = ['src/api', 'src/components'].flatMap((folder) =>
    readdirSync(`${APP}${folder}`, { recursive: true, withFileTypes: true })
      .filter((entry) => entry.isFile())
      .map((entry) => `${entry.parentPath}/${entry.name}`.slice(APP.length).replace(/^\/+/, '')),
  )
  expect(files.sort()).toEqual([...drawn.keys()].sort())
})

/** Named once in the settings, or added by us. */
const NOT_ASKED = ['currency', 'brand']
/** Set by the deployment that serves the settings, not by an editor. */
const SAID_BY_THE_PLACE = ['disabledCapabilities']

test('an editor can fill in every field that we serve', () => {
  for (const { scalars, parts } of Object.values(COLLECTIONS)) {
    const requiredNames = [...scalars, ...Object.keys(parts)].filter((name) => !NOT_ASKED.includes(name))
    const holder = [...drawn.keys()].find(
      (path) => path.endsWith('schema.json') && requiredNames.every((name) => attributesOf(path).includes(name)),
    )
    expect(holder, requiredNames.join()).toBeDefined()
  }
  const settings = attributesOf('src/api/backend-config/content-types/backend-config/schema.json')
  const requiredNames = [
    ...BACKEND_CONFIG.scalars,
    ...Object.keys(BACKEND_CONFIG.parts),
    ...Object.keys(Config.entries),
  ]
  expect(requiredNames.filter((name) => ![...settings, ...SAID_BY_THE_PLACE].includes(name))).toEqual([])
})
