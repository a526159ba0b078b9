import { advanceTime, freezeTime } from '@cuida/ui/testing/fake-time.ts'
import { renderHookWithQueries } from '@cuida/ui/testing/render-hook.ts'
import { beforeEach, expect, test, vi } from 'vitest'
import { platform } from '../../platform/platform.ts'
import { useRing } from './use-ring.ts'

let rings = 0
beforeEach(() => {
  freezeTime()
  rings = 0
  vi.spyOn(platform(), 'haptic').mockImplementation((kind) => void (kind === 'ring' && rings++))
})

test('the ring plays at once and every three seconds, with the tab title, until answered', async () => {
  let isCalled = false
  const screen = await renderHookWithQueries(() => useRing(isCalled, 'Dr Vidal calls'))
  document.title = 'Cuida'
  expect(rings).toBe(0)
  isCalled = true
  await screen.rerender()
  expect([rings, document.title]).toEqual([1, 'Dr Vidal calls'])
  await advanceTime(3_000)
  expect([rings, document.title]).toEqual([2, 'Cuida'])
  await advanceTime(3_000)
  expect([rings, document.title]).toEqual([3, 'Dr Vidal calls'])
  isCalled = false
  await screen.rerender()
  expect(document.title).toBe('Cuida')
  await advanceTime(9_000)
  expect([rings, vi.getTimerCount()]).toEqual([3, 0])
})

test('the ring stops when the screen closes', async () => {
  const screen = await renderHookWithQueries(() => useRing(true, 'Dr Vidal calls'))
  await screen.unmount()
  await advanceTime(9_000)
  expect(rings).toBe(1)
})
