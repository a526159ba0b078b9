import { readFileSync } from 'node:fs'
import { join } from 'node:path'

const { browserslist } = JSON.parse(readFileSync(join(import.meta.dirname, '..', 'package.json'), 'utf8')) as {
  browserslist: string[]
}

/** The build targets: the supported browsers of package.json (docs/browsers.md), in Vite's notation. */
export const BUILD_TARGETS = browserslist.map((query) => query.replace('ios_saf', 'ios').replace(' >= ', ''))
