import { expect, test } from 'vitest'
import { emailHtml, emailText } from './email-html.ts'

const body = {
  locale: 'pt-BR',
  partner: 'Saúde & <Cia>',
  colour: '#0F5B50',
  heading: 'Lembrete',
  text: 'Primeiro.\n\nSegundo, com <b>sinais</b>.',
  links: [
    { label: 'Confirmo', url: 'https://cuida.test/reminder#a"b' },
    { label: 'Mudar', url: 'https://cuida.test/reminder#a.move' },
  ],
}

test('an e-mail is a page with one heading, in its language, and loads nothing', () => {
  const html = emailHtml(body)
  expect(html).toContain('<html lang="pt-BR">')
  expect(html.match(/<h1/g)).toHaveLength(1)
  expect(html).not.toMatch(/<img|<link|<script|<style|url\(|src=/)
  expect(html.match(/<p [^>]*>(Primeiro|Segundo)/g)).toHaveLength(2)
})

test('names of partners and people are escaped', () => {
  const html = emailHtml(body)
  expect(html).toContain('Saúde &amp; &lt;Cia&gt;')
  expect(html).toContain('&lt;b&gt;sinais&lt;/b&gt;')
  expect(html).toContain('href="https://cuida.test/reminder#a&quot;b"')
})

test.each([
  ['a dark colour', '#0F5B50', '#0F5B50'],
  ['a colour too light for white text', '#F2B33D', '#0F5B50'],
  ['white', '#FFFFFF', '#0F5B50'],
])('the partner’s colour is used if white text on it is readable: %s', (_, colour, used) => {
  expect(emailHtml({ ...body, colour })).toContain(`background:${used};color:#ffffff`)
})

test('every link in the plain text stands after its label', () => {
  expect(emailText(body).split('\n\n')).toEqual([
    'Primeiro.',
    'Segundo, com <b>sinais</b>.',
    'Confirmo: https://cuida.test/reminder#a"b',
    'Mudar: https://cuida.test/reminder#a.move',
  ])
})
