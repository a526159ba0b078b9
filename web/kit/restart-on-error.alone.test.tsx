import { loadWords } from '@cuida/ui/words/words.ts'
import { isValidElement } from 'react'
import { renderToString } from 'react-dom/server'
import { beforeEach, expect, test, vi } from 'vitest'
import { provideErrorReporter } from './error-report.ts'
import { RestartOnError } from './RestartOnError.tsx'

const crash = new Error('a screen broke')
beforeEach(() => {
  loadWords('en', { 'brand.crash.restart': ['Start again'] })
  vi.stubGlobal('location', { pathname: '/account/profile', assign: vi.fn() })
})

test('as long as nothing breaks, nothing is said', () => {
  expect(renderToString(<RestartOnError>a screen</RestartOnError>)).toBe('a screen')
})

test('what breaks is told to the partner’s own reporter, with the screen on which it did', () => {
  const reporter = vi.fn()
  provideErrorReporter(reporter)
  new RestartOnError({ children: null }).componentDidCatch(crash)
  expect(reporter).toHaveBeenCalledExactlyOnceWith(crash, '/account/profile')
})

test('a reporter that breaks too leaves the person the way out', () => {
  provideErrorReporter(() => {
    throw new Error('nor does this work')
  })
  const boundary = new RestartOnError({ children: null })
  boundary.componentDidCatch(crash)
  boundary.state = RestartOnError.getDerivedStateFromError()
  const shown = boundary.render()
  expect(isValidElement(shown) && renderToString(shown)).toMatch(/<button[^>]*>.*Start again/)
})
