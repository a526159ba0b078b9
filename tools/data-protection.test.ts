import { readFileSync } from 'node:fs'
import { join } from 'node:path'
import { CAPABILITIES } from '@cuida/core/kit/capability.ts'
import { VENDORS } from '@cuida/core/kit/vendors/vendors.ts'
import { expect, test } from 'vitest'
import { ROOT } from './run.ts'

const page = readFileSync(join(ROOT, 'docs/data-protection.md'), 'utf8')
/** Cells of the table of providers, whose rows begin with a capability in code. */
const rows = [...page.matchAll(/^\| `(\w+)` \| (.+?) \|/gm)].map(([, capability = '', provider = '']) => ({
  capability,
  providers: [...provider.matchAll(/`(\w+)`/g)].map(([, name]) => name),
}))

test('the data protection page says of each capability what its provider receives', () => {
  expect(rows.map(({ capability }) => capability).sort()).toEqual([...CAPABILITIES].sort())
})

test('the data protection page names every provider', () => {
  const named = new Set(rows.flatMap(({ providers }) => providers))
  expect(
    Object.values(VENDORS)
      .flat()
      .filter((vendor) => !named.has(vendor)),
  ).toEqual([])
})
