import { expect, test } from 'vitest'
import { pageOf } from './shell.ts'

test.each(['/', '/?lang=en', '/welcome', '/welcome/', '/welcome?reason=expired'])('%s brings Welcome in it', (url) =>
  expect(pageOf(url)).toBe('/welcome'),
)

test.each(['/welcome-kit', '/welcome-kit?x=1', '/welcomes', '/welcome/kit', '/consultations', '/how-can-we-helped'])(
  'who opens %s sees nothing of Welcome on the way',
  (url) => expect(pageOf(url)).toBe('/app'),
)

test.each(['/how-can-we-help', '/how-can-we-help/', '/how-can-we-help/weight', '/how-can-we-help?lang=en'])(
  '%s brings what Home is made of, and no more',
  (url) => expect(pageOf(url)).toBe('/home'),
)
