import { renderToStaticMarkup } from 'react-dom/server'
import { afterEach, expect, test } from 'vitest'
import { setCountries } from '../i18n/format-basics.ts'
import { Avatar } from './Avatar.tsx'

afterEach(() => setCountries(undefined))
const drawn = (photo?: string) => renderToStaticMarkup(<Avatar name="Dra. Elena Ruiz Soler" photo={photo} size={64} />)

test('without a photo the avatar shows initials, by the convention of the partner’s country', () => {
  setCountries(['ES', 'BR'])
  expect(drawn()).toContain('>ER<')
  setCountries(['BR'])
  expect(drawn()).toContain('>ES<')
  expect(drawn()).not.toContain('<picture')
})

test('a photo covers the initials, in AVIF and then JPEG, with reserved space and as decoration', () => {
  const html = drawn('/uploads/photos/a')
  expect(html).toContain('aria-hidden="true"')
  expect(html).toMatch(/<picture><source type="image\/avif"[^>]*><img src="\/uploads\/photos\/a\/64.jpeg"/)
  expect(html).toMatch(/<img[^>]* alt="" width="64" height="64" loading="lazy"/)
  expect(html).toContain('>ES<')
})
