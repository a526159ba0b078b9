import { loadMessages } from '@cuida/ui/i18n/messages.ts'
import { renderToString } from 'react-dom/server'
import { afterEach, beforeEach, expect, test, vi } from 'vitest'
import { IdleDialog } from './IdleDialog.tsx'

beforeEach(() => void vi.useFakeTimers({ now: new Date('2026-11-26T10:00:00Z') }))
afterEach(() => void vi.useRealTimers())

const nobody = () => {}
function renderDialog(secondsLeft: number): string {
  loadMessages('en', { 'access.idle.stay': ['Stay'], 'access.idle.leave': ['Leave'] })
  const endsAt = Date.now() + secondsLeft * 1_000
  return renderToString(<IdleDialog endsAt={endsAt} totalSeconds={120} onClose={nobody} onLeave={nobody} />)
}
const ringGone = (markup: string): number => {
  const number = (name: string) => Number(new RegExp(`${name}="([\\d.]+)"`).exec(markup)?.[1])
  return number('stroke-dashoffset') / number('stroke-dasharray')
}

test.each([
  [120, '2:00', 0],
  [90, '1:30', 0.25],
  [1, '0:01', 119 / 120],
  [0, '0:00', 1],
])(
  'with %i seconds left the warning shows %s, and its ring shrinks in proportion [A4.16]',
  (secondsLeft, text, expectedShare) => {
    const markup = renderDialog(secondsLeft)
    expect(markup).toContain(`<span aria-hidden="true">${text}</span>`)
    expect(ringGone(markup)).toBeCloseTo(expectedShare)
  },
)

test('the dialog offers to stay and to sign out', () => {
  expect(renderDialog(60)).toMatch(/<button[^>]*>.*Stay.*<button[^>]*>.*Leave/)
})
