import { readFileSync } from 'node:fs'
import { expect, test } from 'vitest'

test('the dot is 8 px of colour [B2.22]', () => {
  const css = readFileSync(new URL('../../../ui/TabBar/TabBar.module.css', import.meta.url), 'utf8')
  const [_whole, dot = ''] = /\.dot \{([^}]*)\}/.exec(css) ?? []
  const px = (name: string) => Number(new RegExp(`${name}: ([\\d.]+)px`).exec(dot)?.[1])
  for (const side of ['inline-size', 'block-size']) expect(px(side) - 2 * px('border')).toBe(8)
  expect(dot).toContain('background: var(--accent)')
})
