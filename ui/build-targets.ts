import { readFileSync } from 'node:fs'
import { join } from 'node:path'

const { browserslist } = JSON.parse(readFileSync(join(import.meta.dirname, '..', 'package.json'), 'utf8')) as {
  browserslist: string[]
}

/** What bundles are compiled for: the supported browsers of package.json (docs/browsers.md), as Vite names them. */
export const TARGETS = browserslist.map((query) => query.replace('ios_saf', 'ios').replace(' >= ', ''))
