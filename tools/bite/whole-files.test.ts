import { mkdtempSync, rmSync, writeFileSync } from 'node:fs'
import { join } from 'node:path'
import { afterAll, expect, test } from 'vitest'
import { createVitest } from 'vitest/node'

const folder = mkdtempSync(join(import.meta.dirname, '.whole-files-'))
afterAll(() => rmSync(folder, { recursive: true, force: true }))

test('a test that goes on where another ended is run with it, though it alone was named', async () => {
  writeFileSync(
    join(folder, 'chained.test.ts'),
    `import { expect, test } from 'vitest'
     let made = 0
     test('makes one', () => void made++)
     test('finds it', () => expect(made).toBe(1))`,
  )
  const failures = async (runner?: string) => {
    const vitest = await createVitest('test', {
      root: folder,
      config: false,
      watch: false,
      reporters: [{}],
      testNamePattern: 'finds it',
      ...(runner && { runner }),
    })
    const { testModules } = await vitest.start()
    await vitest.close()
    return testModules.flatMap(({ children }) => [...children.allTests('failed')].map(({ name }) => name))
  }
  expect(await failures()).toEqual(['finds it'])
  expect(await failures(join(import.meta.dirname, 'whole-files.ts'))).toEqual([])
})
