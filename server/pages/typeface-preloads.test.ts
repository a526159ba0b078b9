import { readFileSync } from 'node:fs'
import { TYPEFACES } from '@cuida/core/brand/config.ts'
import { expect, test } from 'vitest'
import { keepTypefacePreloads } from './typeface-preloads.ts'

const page = readFileSync(new URL('../../web/index.html', import.meta.url), 'utf8')
const preloaded = (...typefaces: string[]) =>
  [...keepTypefacePreloads(page, typefaces).matchAll(/([\w-]+)\.woff2/g)].map(([, name]) => name)

test('the page preloads the typefaces of the partner and no others', () => {
  expect(preloaded(...TYPEFACES)).toEqual(TYPEFACES)
  expect(preloaded('atkinson')).toEqual(['atkinson'])
  expect(preloaded('nunito', 'fraunces')).toEqual(['nunito', 'fraunces'])
  expect(keepTypefacePreloads(page, ['atkinson'])).not.toContain('data-typeface')
})
