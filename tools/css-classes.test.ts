import { readFileSync } from 'node:fs'
import { dirname, join } from 'node:path'
import { expect, test } from 'vitest'
import { sourceFiles } from './files.ts'
import { ROOT } from './run.ts'

/** `import css from './X.module.css'`; `@cuida/` stands for the root. */
const IMPORT = /import (\w+) from '([^']+\.module\.css)'/g

test('every class that a component names is in its style sheet', () => {
  const missing = new Set<string>()
  for (const file of sourceFiles(ROOT, ['ui', 'web', 'desk']).filter((path) => /\.tsx?$/.test(path))) {
    const code = readFileSync(join(ROOT, file), 'utf8')
    for (const [, name, from = ''] of code.matchAll(IMPORT)) {
      const sheet = from.startsWith('@cuida/') ? join(ROOT, from.slice(7)) : join(ROOT, dirname(file), from)
      const classes = new Set([...readFileSync(sheet, 'utf8').matchAll(/\.([a-zA-Z][\w-]*)/g)].map(([, one]) => one))
      for (const [, one] of code.matchAll(new RegExp(`\\b${name}\\.(\\w+)`, 'g')))
        if (!classes.has(one)) missing.add(`${file} names ${one}`)
    }
  }
  expect([...missing]).toEqual([])
})
