import { renderToString } from 'react-dom/server'
import { expect, test, vi } from 'vitest'
import { Brand, WebsiteLink } from './Brand.tsx'

vi.mock('../content/partner.tsx', () => ({
  usePartner: () => ({
    partnerName: 'Vida Ligera',
    marketingHomepageURL: 'https://www.vidaligera.example/',
    brand: { logo: '/light.svg', logoDark: '/dark.svg' },
  }),
}))

test.each([
  ['at the head of a screen', false, 32],
  ['within a text', true, 24],
])('the logo %s has the specified height and keeps its proportions [A3.1] [A9.5]', (_, small, height) => {
  const markup = renderToString(<Brand small={small} />)
  const [width, high] = ['width', 'height'].map((side) => Number(new RegExp(` ${side}="(\\d+)"`).exec(markup)?.[1]))
  expect(high).toBe(height)
  expect((width ?? 0) / (high ?? 1)).toBeCloseTo(140 / 32)
  expect(markup).toContain('alt="Vida Ligera"')
})

test("on a root screen the logo links to the partner's website [B2.33]", () => {
  expect(renderToString(<WebsiteLink />)).toMatch(/^<a href="https:\/\/www\.vidaligera\.example\/"><picture>/)
})
