import { expect, test } from 'vitest'
import { pageOf } from './shell.ts'

test.each(['/', '/?lang=en', '/welcome', '/welcome/', '/welcome?reason=expired'])(
  '%s contains the prerendered Welcome',
  (url) => expect(pageOf(url)).toBe('/welcome'),
)

test.each(['/welcome-kit', '/welcome-kit?x=1', '/welcomes', '/welcome/kit', '/consultations', '/how-can-we-helped'])(
  '%s never shows Welcome first',
  (url) => expect(pageOf(url)).toBe('/app'),
)

test.each(['/how-can-we-help', '/how-can-we-help/', '/how-can-we-help/weight', '/how-can-we-help?lang=en'])(
  '%s preloads the files of Home and no others',
  (url) => expect(pageOf(url)).toBe('/home'),
)
