import { useState } from 'react'
import { expect, test } from 'vitest'
import { actAndFlush } from '../testing/act.ts'
import { renderScreen } from '../testing/render-screen.ts'
import css from './Live.module.css'
import { Live } from './Live.tsx'

test('a value is still when it appears, and fades in each time it changes', async () => {
  let show: (text: string) => void = () => {}
  function Place() {
    const [text, setText] = useState('2')
    show = setText
    return <Live text={text} />
  }
  const { container } = await renderScreen(<Place />)
  const value = () => container.querySelector('span') as HTMLElement
  expect([value().textContent, value().className]).toEqual(['2', ''])
  await actAndFlush(() => show('1'))
  const changed = value()
  expect([changed.textContent, changed.className]).toEqual(['1', css.changed])
  await actAndFlush(() => show('2'))
  expect(value().className).toBe(css.changed)
  expect(value()).not.toBe(changed)
})
