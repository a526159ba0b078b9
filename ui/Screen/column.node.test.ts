import { readFileSync } from 'node:fs'
import { expect, test } from 'vitest'

const read = (path: string) => readFileSync(new URL(path, import.meta.url), 'utf8')

test('the column of a screen is centred and at most 600 px wide [A9.5]', () => {
  const rem = Number(/--column: ([\d.]+)rem;/.exec(read('../tokens/tokens.css'))?.[1])
  expect(rem * 16).toBe(600)
  const [_whole, column = ''] = /\.column \{([^}]*)\}/.exec(read('./Screen.module.css')) ?? []
  expect(column).toContain('max-inline-size: var(--column)')
  expect(column).toMatch(/margin(-inline)?:[^;]*auto/)
})
